package import APIRuntime
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A reader that splits a multipart body into its parts (RFC 2046, RFC 7578).
package struct MultipartReader: Sendable {
    private let boundary: [UInt8]

    /// The maximum length of the header fields of one part, in bytes.
    private static let maximumHead = 16 << 10

    /// Creates a reader; `nil` if the content type is not multipart, or has no boundary of 1 to 70 characters.
    package init?(contentType: String) {
        guard contentType.lowercased().hasPrefix("multipart/"),
            let boundary = Self.parameter("boundary", of: contentType), 1...70 ~= boundary.utf8.count
        else { return nil }
        self.boundary = Array("\r\n--\(boundary)".utf8)
    }

    /// Returns the parts in order.
    ///
    /// - Throws: ``DecodingFailure`` if there are too many parts, or the header fields of a part are too long.
    package func parts(of body: [UInt8], limits: FormLimits = FormLimits()) throws(DecodingFailure) -> [ReceivedPart] {
        var parts: [ReceivedPart] = []
        var start: Int?
        // A delimiter at the start of the body has no line break before it.
        var position = -2
        while let found = delimiter(in: body, from: position) {
            if let start, start <= found.start {
                try limits.check(fields: parts.count + 1)
                if let part = try Self.part(body[start..<found.start]) { parts.append(part) }
            }
            if found.isLast { break }
            start = found.end
            // The line break of this delimiter can also start the next one.
            position = found.end - 2
        }
        return parts
    }

    /// Returns the next delimiter that is a line of its own.
    ///
    /// The search compares each byte at most twice, because a delimiter contains no other carriage return.
    private func delimiter(in body: [UInt8], from first: Int) -> (start: Int, end: Int, isLast: Bool)? {
        var start = first
        while start < body.count {
            guard start < 0 || body[start] == UInt8(ascii: "\r") else {
                start += 1
                continue
            }
            var length = start < 0 ? 2 : 0
            while length < boundary.count, start + length < body.count, body[start + length] == boundary[length] {
                length += 1
            }
            if length == boundary.count, let end = Self.endOfLine(in: body, from: start + length) {
                return (max(start, 0), end.offset, end.isLast)
            }
            start += max(length, 1)
        }
        return nil
    }

    /// Returns the offset after the line that contains a delimiter; `nil` if the boundary is a prefix of another word.
    private static func endOfLine(in body: [UInt8], from start: Int) -> (offset: Int, isLast: Bool)? {
        if body[start...].starts(with: "--".utf8) { return (start + 2, true) }
        var offset = start
        while offset < body.count, body[offset] == UInt8(ascii: " ") || body[offset] == UInt8(ascii: "\t") {
            offset += 1
        }
        return body[offset...].starts(with: "\r\n".utf8) ? (offset + 2, false) : nil
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(DecodingFailure) -> ReceivedPart? {
        var fields: [String: String] = [:]
        var rest = bytes
        while true {
            guard let end = endOfHeadLine(rest), end - bytes.startIndex <= maximumHead else {
                guard bytes.count <= maximumHead else {
                    throw DecodingFailure(.tooLarge, "the header fields of a part are too long")
                }
                return nil
            }
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            rest = rest[(end + 2)...]
            if line.isEmpty { break }
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2 else { continue }
            fields[halves[0].lowercased()] = halves[1].trimmingSpaces()
        }
        let disposition = fields["content-disposition"] ?? ""
        return ReceivedPart(
            name: unescaped(parameter("name", of: disposition) ?? ""),
            fileName: parameter("filename", of: disposition).map(unescaped),
            contentType: fields["content-type"],
            bytes: Array(rest)
        )
    }

    /// Returns the offset of the next line break in the header fields of a part; `nil` if there is none within the
    /// limit.
    private static func endOfHeadLine(_ bytes: ArraySlice<UInt8>) -> Int? {
        var search = bytes.prefix(maximumHead + 2)
        while let end = search.firstIndex(of: UInt8(ascii: "\r")) {
            guard end + 1 < bytes.endIndex else { return nil }
            if bytes[end + 1] == UInt8(ascii: "\n") { return end }
            search = search[(end + 1)...]
        }
        return nil
    }

    /// Returns a parameter of a header field, without its quotation marks.
    private static func parameter(_ name: String, of field: String) -> String? {
        var rest = Substring(field)
        while let start = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: start)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].trimmingSpaces().lowercased()
            rest = rest[rest.index(after: equals)...]
            // A quoted value may contain a semicolon.
            let isQuoted = rest.first == "\""
            let value = isQuoted ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
            if key == name { return isQuoted ? String(value) : value.trimmingSpaces() }
            rest = rest[value.endIndex...]
        }
        return nil
    }

    /// Returns a name with the three escapes resolved that browsers write (WHATWG HTML, "multipart form data").
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
