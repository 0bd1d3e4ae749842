/// A parser that splits a stream of bytes into lines.
///
/// It holds no more than one line. A line ending may be divided between two chunks.
struct LineSplitter: Sendable {
    /// The end of a line.
    enum Ending: Sendable {
        /// LF, as in JSON lines, where CR is white space.
        case lineFeed
        /// LF, CR or CRLF, as in server-sent events.
        case any
    }

    private let ending: Ending
    private let maximumBytes: Int
    private var pending: [UInt8] = []
    private var skipsLineFeed = false
    private var isAtStart = true

    /// The byte order mark of UTF-8, which may precede the first line.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Creates a splitter before the first byte.
    ///
    /// - Parameters:
    ///   - ending: The end of a line.
    ///   - maximumBytes: Longest line in bytes, without its end.
    init(_ ending: Ending, maximumBytes: Int) {
        self.ending = ending
        self.maximumBytes = maximumBytes
    }

    /// Splits the next bytes.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - take: Receives each complete line, without its end.
    /// - Throws: A failure with the reason `tooLarge` for a line that is too long, and the failures of `take`.
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

    /// Returns the last line of a stream that does not end with a line ending; `nil` without one.
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
