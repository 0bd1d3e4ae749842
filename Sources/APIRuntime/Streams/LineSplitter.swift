/// Cuts a stream of bytes into lines.
///
/// Holds no more than the line at hand. Lines may end in LF, CR or CRLF, also when chunks end between the two.
struct LineSplitter: Sendable {
    /// What ends a line.
    enum Ending: Sendable {
        /// LF alone, as in JSON lines, where CR is a space.
        case lineFeed
        /// LF, CR or both, as in server-sent events.
        case any
    }

    private let ending: Ending
    private let maximumBytes: Int
    private var pending: [UInt8] = []
    private var skipsLineFeed = false
    private var isAtStart = true

    /// Bytes that the mark of UTF-8 at the start of a stream may have.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Starts at the first byte.
    ///
    /// - Parameters:
    ///   - ending: What ends a line.
    ///   - maximumBytes: Longest line in bytes, without its end.
    init(_ ending: Ending, maximumBytes: Int) {
        self.ending = ending
        self.maximumBytes = maximumBytes
    }

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - take: Called with each line that has ended, without its end.
    /// - Throws: A failure with the reason `tooLarge` for a line that is too long; what `take` throws.
    mutating func push(
        _ chunk: [UInt8],
        _ take: ([UInt8]) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        var start = 0
        for index in chunk.indices {
            let byte = chunk[index]
            if skipsLineFeed, byte == 0x0A {
                skipsLineFeed = false
                start = index + 1
                continue
            }
            skipsLineFeed = false
            guard byte == 0x0A || (byte == 0x0D && ending == .any) else { continue }
            try end(chunk[start..<index], take)
            skipsLineFeed = byte == 0x0D
            start = index + 1
        }
        try keep(chunk[start...])
    }

    /// The last line, when the stream ended without an end of line; `nil` when there is none.
    mutating func rest() -> [UInt8]? {
        let line = withoutMark(pending)
        pending = []
        return line.isEmpty ? nil : line
    }

    private mutating func end(
        _ part: ArraySlice<UInt8>,
        _ take: ([UInt8]) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        try keep(part)
        let line = withoutMark(pending)
        pending.removeAll(keepingCapacity: true)
        try take(line)
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) throws(DecodingFailure) {
        guard part.count <= maximumBytes - pending.count else {
            throw DecodingFailure(.tooLarge, "a line is longer than allowed", offset: nil)
        }
        pending += part
    }

    private mutating func withoutMark(_ line: [UInt8]) -> [UInt8] {
        guard isAtStart else { return line }
        isAtStart = false
        return line.starts(with: Self.mark) ? Array(line.dropFirst(Self.mark.count)) : line
    }
}
