package import APIRuntime
import Foundation

/// One part of a received multipart body.
package struct ReceivedPart: Sendable {
    /// The name of the form field; empty if the part has none.
    package let name: String

    /// The name of the file; `nil` if the part is not a file.
    package let fileName: String?

    /// The media type; `nil` if the part has no `Content-Type`.
    package let contentType: String?

    /// The content.
    package let bytes: [UInt8]

    /// Creates a part.
    package init(name: String, fileName: String?, contentType: String?, bytes: [UInt8]) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.bytes = bytes
    }

    /// Returns the value of the parts with one name: strings, JSON for parts with a JSON content type, and files as
    /// Base64.
    package static func tree(_ parts: [ReceivedPart]) -> JSONValue {
        let values = parts.map { part -> JSONValue in
            let text = String(decoding: part.bytes, as: UTF8.self)
            if part.contentType?.contains("json") == true { return JSONText.parsed(text) }
            return .string(part.fileName == nil ? text : Data(part.bytes).base64EncodedString())
        }
        return values.count == 1 ? values[0] : .array(values)
    }

    /// Returns all parts as one object.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    /// - Returns: The object.
    package static func object(_ parts: [ReceivedPart], encodings: [String: FormEncoding] = [:]) -> JSONValue {
        var object = JSONObject()
        for part in parts where object[part.name] == nil && encodings[part.name] == nil {
            object[part.name] = tree(parts.filter { $0.name == part.name })
        }
        for name in encodings.keys.sorted() { object[name] = styled(name, parts, encodings) ?? object[name] }
        return .object(object)
    }

    /// Returns the value of a property that is serialized in a style; `nil` if no part belongs to it.
    package static func styled(
        _ name: String,
        _ parts: [ReceivedPart],
        _ encodings: [String: FormEncoding]
    ) -> JSONValue? {
        let items = parts.filter { $0.fileName == nil }.map { part in
            // Parts are not percent-encoded, unlike form values.
            let text = String(decoding: part.bytes, as: UTF8.self)
            return TextItem(name: part.name, rawValue: text.replacing("%", with: "%25"))
        }
        return FormReader(encodings: encodings).tree(items).object?[name]
    }
}

/// A reader that splits a multipart body into its parts (RFC 2046, RFC 7578).
package struct MultipartReader: Sendable {
    private let boundary: String

    /// Creates a reader; `nil` if the content type is not multipart or has no boundary.
    package init?(contentType: String) {
        guard contentType.lowercased().hasPrefix("multipart/"),
            let boundary = Self.parameter("boundary", of: contentType)
        else { return nil }
        self.boundary = boundary
    }

    /// Returns the parts in order.
    package func parts(of body: [UInt8]) -> [ReceivedPart] {
        let data = Data("\r\n".utf8) + Data(body)
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var parts: [ReceivedPart] = []
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

    private static func part(_ data: Data) -> [ReceivedPart] {
        guard let blank = data.range(of: Data("\r\n\r\n".utf8)) else { return [] }
        var fields: [String: String] = [:]
        for line in String(decoding: data[..<blank.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline) {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            fields[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
        }
        let disposition = fields["content-disposition"] ?? ""
        return [
            ReceivedPart(
                name: unescaped(parameter("name", of: disposition) ?? ""),
                fileName: parameter("filename", of: disposition).map(unescaped),
                contentType: fields["content-type"],
                bytes: Array(data[blank.upperBound...])
            )
        ]
    }

    /// Returns a parameter of a header field, without its quotation marks.
    private static func parameter(_ name: String, of field: String) -> String? {
        var rest = Substring(field)
        while let start = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: start)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            rest = rest[rest.index(after: equals)...]
            // A quoted value may contain a semicolon.
            let isQuoted = rest.first == "\""
            let value = isQuoted ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
            if key == name { return isQuoted ? String(value) : value.trimmingCharacters(in: .whitespaces) }
            rest = rest[value.endIndex...]
        }
        return nil
    }

    /// Returns a name with the three escapes resolved that browsers write (WHATWG HTML, "multipart form data").
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
