#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
import HTTPTypes

/// A parser for the parts of a multipart response (RFC 2046), each available when it is complete.
struct PartParser<Value: Sendable>: ElementParser {
    /// Decodes the content of a part; `nil` skips the part.
    typealias Decode = @Sendable ([UInt8]) throws(DecodingFailure) -> Value?

    /// The maximum number of bytes after a boundary in its line.
    private static var maximumPadding: Int { 1 << 10 }

    private let maximumBytes: Int
    private let decode: Decode
    private var delimiter: [UInt8] = []
    private var pending: [UInt8] = Array("\r\n".utf8)
    /// The start of the current part in the pending bytes.
    private var start = 0
    /// The end of the pending bytes that cannot be part of a delimiter.
    private var searched = 0
    /// The number of bytes after them that are equal to the first ones of the delimiter.
    private var matched = 0
    /// The number of bytes after the delimiter that do not end its line.
    private var padding = 0
    private var isInside = false
    private var isComplete = false
    private var count = 0

    /// The number of bytes that were compared or moved, which grows in proportion to the response.
    private(set) var work = 0

    /// Creates a parser, which takes the boundary from the head of the response.
    ///
    /// - Parameters:
    ///   - maximumBytes: Longest part in bytes.
    ///   - decode: Decodes the content of a part.
    init(maximumBytes: Int, decode: @escaping Decode) {
        self.maximumBytes = maximumBytes
        self.decode = decode
    }

    mutating func begin(_ head: RawResponse) throws(DecodingFailure) {
        guard let type = head.mediaType, type.family == "multipart",
            let boundary = type.parameters["boundary"], !boundary.isEmpty
        else { throw DecodingFailure(.mediaType, "expected a multipart media type with a boundary") }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    mutating func push(_ chunk: [UInt8], into elements: inout [ResponsePart<Value>]) throws(DecodingFailure) {
        guard !isComplete else { return }
        pending += chunk
        while !isComplete, try findDelimiter(), let line = try endOfDelimiter() {
            if isInside { try take(pending[start..<searched], into: &elements) }
            isInside = true
            isComplete = line.isLast
            start = line.end
            (searched, matched, padding) = (start, 0, 0)
        }
        guard start > 0 else { return }
        // Removed once for all parts of the chunk: each removal moves the remaining bytes.
        work += pending.count - start
        pending.removeFirst(start)
        searched -= start
        start = 0
    }

    mutating func finish(into elements: inout [ResponsePart<Value>]) throws(DecodingFailure) {
        guard !isComplete else { return }
        throw DecodingFailure(.mismatch, "the body ends before its last boundary")
    }

    /// Searches for the next delimiter, from the place where the previous search has ended.
    ///
    /// - Returns: Whether there is a whole one, which begins at `searched`.
    private mutating func findDelimiter() throws(DecodingFailure) -> Bool {
        while searched + matched < pending.count {
            work += 1
            if matched == delimiter.count {
                guard isLonger else { break }
                // The boundary is only the start of another one, as of a nested multipart.
                searched += matched
                matched = 0
            } else if pending[searched + matched] == delimiter[matched] {
                matched += 1
            } else {
                // A delimiter contains one carriage return, at its start: none begins among the bytes that are equal.
                searched += max(matched, 1)
                matched = 0
            }
        }
        guard searched - start <= maximumBytes else {
            throw DecodingFailure(.tooLarge, "a part is longer than allowed", offset: nil)
        }
        return matched == delimiter.count
    }

    /// Whether the bytes after the boundary show that the line has a longer one.
    private var isLonger: Bool {
        let rest = pending[(searched + delimiter.count)...].prefix(2)
        // Hyphens end the body; before the second one has arrived, a single one may.
        if rest.first == 0x2D { return rest.count == 2 && rest.last != 0x2D }
        return !(rest.first.map { [0x09, 0x0A, 0x0D, 0x20].contains($0) } ?? true)
    }

    /// Returns the end of a delimiter's line, and whether it is the last one; `nil` if the line is incomplete.
    private mutating func endOfDelimiter() throws(DecodingFailure) -> (end: Int, isLast: Bool)? {
        let first = searched + delimiter.count
        guard pending.count - first > 1 else { return nil }
        if pending[first...].starts(with: [0x2D, 0x2D]) { return (pending.endIndex, true) }
        while first + padding < pending.count {
            work += 1
            let place = first + padding
            // The line break belongs to the head of the part, which may be empty.
            if pending[place] == 0x0A { return (place - (pending[place - 1] == 0x0D ? 1 : 0), false) }
            padding += 1
            guard padding <= Self.maximumPadding else {
                throw DecodingFailure(.tooLarge, "the line of a boundary is longer than allowed", offset: nil)
            }
        }
        return nil
    }

    private mutating func take(
        _ part: ArraySlice<UInt8>,
        into elements: inout [ResponsePart<Value>]
    ) throws(DecodingFailure) {
        defer { count += 1 }
        work += part.count
        let blank = Array("\r\n\r\n".utf8)
        guard let end = part.indices.first(where: { part[$0...].starts(with: blank) }) else {
            throw DecodingFailure(.mismatch, "part \(count + 1) has no empty line after its header fields")
        }
        var headers = HTTPFields()
        for line in String(decoding: part[..<end], as: UTF8.self).split(whereSeparator: \.isNewline) {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, let name = HTTPField.Name(String(halves[0])) else { continue }
            headers.append(HTTPField(name: name, value: halves[1].trimmingSpaces()))
        }
        do throws(DecodingFailure) {
            let content = try Self.content(Array(part[(end + blank.count)...]), &headers)
            guard let value = try decode(content) else { return }
            elements.append(ResponsePart(headers: headers, value: value))
        } catch {
            throw error.inside([], element: count, start: 0)
        }
    }

    /// Returns the content of a part without its transfer encoding, and removes that header field.
    ///
    /// HTTP needs no such encoding, but libraries for mail add it (RFC 2045, section 6).
    private static func content(_ bytes: [UInt8], _ headers: inout HTTPFields) throws(DecodingFailure) -> [UInt8] {
        guard let name = HTTPField.Name("Content-Transfer-Encoding"), let encoding = headers[name]?.lowercased() else {
            return bytes
        }
        switch encoding {
        case "", "7bit", "8bit", "binary": return bytes
        case "base64":
            guard let decoded = Data(base64Encoded: Data(bytes.filter { $0 > 0x20 })) else {
                throw DecodingFailure(.mismatch, "the part is not in Base64, its Content-Transfer-Encoding")
            }
            headers[name] = nil
            return [UInt8](decoded)
        default:
            throw DecodingFailure(.mismatch, "the Content-Transfer-Encoding of the part is not supported")
        }
    }
}
