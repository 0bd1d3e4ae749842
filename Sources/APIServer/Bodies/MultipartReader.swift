import Foundation

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
                name: unescaped(parameter("name", of: disposition) ?? ""),
                fileName: parameter("filename", of: disposition).map(unescaped),
                contentType: fields["content-type"],
                bytes: Array(data[blank.upperBound...])
            )
        ]
    }

    /// A parameter of a header field, without its quotation marks.
    private static func parameter(_ name: String, of field: String) -> String? {
        var rest = Substring(field)
        while let start = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: start)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            rest = rest[rest.index(after: equals)...]
            // A quoted value may hold a semicolon.
            let isQuoted = rest.first == "\""
            let value = isQuoted ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
            if key == name { return isQuoted ? String(value) : value.trimmingCharacters(in: .whitespaces) }
            rest = rest[value.endIndex...]
        }
        return nil
    }

    /// A name with the three escapes that browsers write (WHATWG HTML, "multipart form data").
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
