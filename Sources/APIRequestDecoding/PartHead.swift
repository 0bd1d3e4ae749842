import APIRuntime
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The header fields of one part of a multipart body.
package struct PartHead: Sendable {
    /// The name of the form field; empty if the part has none.
    package let name: String

    /// Whether the part has a name, which may be empty.
    package let isNamed: Bool

    /// The name of the file; `nil` if the part is not a file.
    package let fileName: String?

    /// The media type; `nil` if the part has no `Content-Type`.
    package let contentType: String?

    /// The other header fields, with names in lower case.
    package let others: [String: String]

    /// Whether the content is in Base64.
    package var isBase64: Bool { others["content-transfer-encoding"]?.lowercased() == "base64" }

    /// Reads header fields; lines without a colon have no effect.
    init(_ bytes: [UInt8]) {
        var fields: [String: String] = [:]
        for line in Self.lines(bytes) {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            fields[halves[0].lowercased()] = halves[1].trimmingSpaces()
        }
        let disposition = fields["content-disposition"] ?? ""
        let name = Self.parameter("name", of: disposition)
        isNamed = name != nil
        self.name = Self.unescaped(name ?? "")
        fileName = Self.parameter("filename", of: disposition).map(Self.unescaped)
        contentType = fields["content-type"]
        others = fields.filter { !["content-disposition", "content-type"].contains($0.key) }
    }

    /// Returns the lines, which end with a carriage return and a line feed.
    ///
    /// A line that begins with white space continues the previous one, as in mail (RFC 5322, section 2.2.3).
    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        for index in bytes.indices.dropFirst() where bytes[index] == 0x0A && bytes[index - 1] == 0x0D {
            defer { start = index + 1 }
            guard start < index - 1 else { continue }
            let line = String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
            if let last = lines.indices.last, line.first == " " || line.first == "\t" {
                lines[last] += line
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    /// Returns a parameter of a header field, without its quotation marks.
    static func parameter(_ name: String, of field: String) -> String? {
        var rest = Substring(field)
        while let start = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: start)...].drop { $0 == " " || $0 == "\t" }
            let key = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[key.endIndex...]
            // A parameter without a value says nothing of those after it.
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            // A quoted value may contain a semicolon.
            let isQuoted = rest.first == "\""
            let value = isQuoted ? quoted(rest.dropFirst()) : rest.prefix { $0 != ";" }
            if key.trimmingSpaces().lowercased() == name { return isQuoted ? unquoted(value) : value.trimmingSpaces() }
            rest = rest[value.endIndex...]
        }
        return nil
    }

    /// Returns the start of a string up to its closing quotation mark.
    ///
    /// A backslash is an escape only if another quotation mark follows before the next semicolon, because browsers send
    /// a path such as `C:\dir\` without escapes.
    private static func quoted(_ text: Substring) -> Substring {
        var end = text.startIndex
        while let mark = text[end...].firstIndex(of: "\"") {
            let next = text[text.index(after: mark)...].first { $0 == ";" || $0 == "\"" }
            guard text[..<mark].last == "\\", next == "\"" else { return text[..<mark] }
            end = text.index(after: mark)
        }
        return text
    }

    /// Returns a value without the backslashes before quotation marks.
    ///
    /// Other backslashes are part of a path that old browsers send as the name of a file.
    private static func unquoted(_ value: Substring) -> String {
        String(value).replacing("\\\"", with: "\"")
    }

    /// Returns a name with the three escapes resolved that browsers write (WHATWG HTML, "multipart form data").
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
