import Foundation

/// One part of a multipart body.
struct MultipartPart: Sendable {
    /// Name of the form field; empty when the part has none.
    let name: String

    /// Name of the file; `nil` for a part that is no file.
    let filename: String?

    /// Media type; `nil` when the part names none.
    let contentType: String?

    /// The content.
    let bytes: [UInt8]

    /// The content as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Takes a multipart body apart (RFC 2046, RFC 7578).
struct MultipartReader: Sendable {
    private let boundary: String

    /// Creates a reader; `nil` when the content type is not multipart or names no boundary.
    init?(contentType: String) {
        guard contentType.lowercased().hasPrefix("multipart/"),
            let boundary = Self.parameter("boundary", of: contentType)
        else { return nil }
        self.boundary = boundary
    }

    /// The parts in order.
    func parts(of body: [UInt8]) -> [MultipartPart] {
        let data = Data("\r\n".utf8) + Data(body)
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var parts: [MultipartPart] = []
        var start: Int?
        var search = data.startIndex
        while let found = data.range(of: delimiter, in: search..<data.endIndex) {
            if let start, start <= found.lowerBound {
                parts.append(contentsOf: Self.part(data[start..<found.lowerBound]))
            }
            start = found.upperBound
            search = found.upperBound
        }
        return parts
    }

    private static func part(_ data: Data) -> [MultipartPart] {
        guard let blank = data.range(of: Data("\r\n\r\n".utf8)) else { return [] }
        var fields: [String: String] = [:]
        for line in String(decoding: data[..<blank.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline) {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            fields[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
        }
        let disposition = fields["content-disposition"] ?? ""
        return [
            MultipartPart(
                name: parameter("name", of: disposition) ?? "",
                filename: parameter("filename", of: disposition),
                contentType: fields["content-type"],
                bytes: Array(data[blank.upperBound...])
            )
        ]
    }

    private static func parameter(_ name: String, of field: String) -> String? {
        for piece in field.split(separator: ";").dropFirst() {
            let halves = piece.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if halves.count == 2, halves[0].lowercased() == name {
                return halves[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            }
        }
        return nil
    }
}
