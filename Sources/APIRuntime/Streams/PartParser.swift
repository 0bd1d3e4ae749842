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

    private let maximumBytes: Int
    private let decode: Decode
    private var delimiter: [UInt8] = []
    private var pending: [UInt8] = Array("\r\n".utf8)
    /// The number of pending bytes that cannot be the start of a delimiter.
    private var searched = 0
    private var isInside = false
    private var isComplete = false
    private var count = 0

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
        while let start = nextDelimiter() {
            guard let line = endOfDelimiter(start) else { break }
            if isInside { try take(pending[..<start], into: &elements) }
            isInside = true
            isComplete = line.isLast
            pending.removeFirst(line.end)
            searched = 0
            if isComplete { return pending.removeAll() }
        }
        guard pending.count <= maximumBytes + delimiter.count else {
            throw DecodingFailure(.tooLarge, "a part is longer than allowed", offset: nil)
        }
    }

    mutating func finish(into elements: inout [ResponsePart<Value>]) throws(DecodingFailure) {
        guard !isComplete else { return }
        throw DecodingFailure(.mismatch, "the response ends before its last boundary")
    }

    /// Returns the position of the next delimiter in the pending bytes.
    private mutating func nextDelimiter() -> Int? {
        var start = searched
        while start + delimiter.count <= pending.count {
            guard let found = pending[start...].firstIndex(of: 0x0D) else {
                start = pending.count
                break
            }
            if pending[found...].starts(with: delimiter) { return found }
            start = found + 1
        }
        // The last bytes may be the start of a delimiter.
        searched = max(searched, min(start, pending.count - delimiter.count))
        return nil
    }

    /// Returns the end of a delimiter's line, and whether it is the last one; `nil` if the line is incomplete.
    private func endOfDelimiter(_ start: Int) -> (end: Int, isLast: Bool)? {
        let rest = pending[(start + delimiter.count)...]
        if rest.starts(with: [0x2D, 0x2D]) { return (pending.endIndex, true) }
        guard rest.count > 1, let feed = rest.firstIndex(of: 0x0A) else { return nil }
        // The line break belongs to the head of the part, which may be empty.
        return (feed - (pending[feed - 1] == 0x0D ? 1 : 0), false)
    }

    private mutating func take(
        _ part: ArraySlice<UInt8>,
        into elements: inout [ResponsePart<Value>]
    ) throws(DecodingFailure) {
        defer { count += 1 }
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
            guard let value = try decode(Array(part[(end + blank.count)...])) else { return }
            elements.append(ResponsePart(headers: headers, value: value))
        } catch {
            throw error.inside([], element: count, start: 0)
        }
    }
}
