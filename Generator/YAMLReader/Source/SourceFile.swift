/// The bytes of a file and its name in diagnostics.
public struct SourceFile: Sendable {

    /// Name in diagnostics.
    ///
    /// Its extension determines whether the file is YAML or JSON.
    public let path: String

    /// Content of the file, unchanged.
    public let bytes: [UInt8]

    /// Number of the file among those read together; 0 for the first or only one.
    ///
    /// Every range contains the number of its file.
    public let number: Int

    /// Creates a source file.
    ///
    /// - Parameters:
    ///   - path: Name in diagnostics. The file is never opened.
    ///   - bytes: Content of the file.
    ///   - number: Number of the file among those read together; 0 or more.
    public init(path: String, bytes: [UInt8], number: Int = 0) {
        self.path = path
        self.bytes = bytes
        self.number = number
    }

    /// Returns the line at a position, without its line break.
    ///
    /// Takes time proportional to the length of the line. Bytes that are not UTF-8 become U+FFFD.
    public func line(at position: SourcePosition) -> Substring {
        Substring(String(decoding: bytes[lineOffsets(around: position.offset)], as: UTF8.self))
    }

    /// Returns the part of a line around a position.
    ///
    /// Takes time proportional to the length of this part, because a document may be a single line of several
    /// megabytes.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - before: Maximum number of characters before the position; 0 or more.
    ///   - count: Maximum number of all characters; at least `before`.
    /// - Returns: The text without a line break, and the number of its characters before the position. Bytes that are
    ///   not UTF-8 become U+FFFD.
    public func line(around position: SourcePosition, before: Int, count: Int) -> (text: Substring, before: Int) {
        let place = characterStart(min(max(position.offset, contentStart), bytes.count))
        var start = place
        var steps = 0
        while steps < before, start > contentStart, !endsLine(start - 1) {
            start = characterStart(start - 1)
            steps += 1
        }
        var end = place
        var rest = count - steps
        while rest > 0, end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
            end += 1
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 {
                end += 1
            }
            rest -= 1
        }
        return (Substring(String(decoding: bytes[start..<end], as: UTF8.self)), steps)
    }

    /// Returns the offset of the first byte of the character that contains a byte.
    private func characterStart(_ offset: Int) -> Int {
        var first = offset
        while first > contentStart, first < bytes.count, bytes[first] & 0xC0 == 0x80 {
            first -= 1
        }
        return first
    }

    /// Returns the text of a range, unchanged.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    public func text(of range: SourceRange) -> Substring {
        Substring(String(decoding: bytes[range.offsets.clamped(to: 0..<bytes.count)], as: UTF8.self))
    }

    /// Whether the content contains a string.
    public func mentions(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return true }
        return bytes.withUnsafeBufferPointer { buffer in
            var rest = buffer[...]
            while let start = rest.firstIndex(of: first) {
                if buffer[start...].starts(with: wanted) {
                    return true
                }
                rest = buffer[(start + 1)...]
            }
            return false
        }
    }

    /// Returns the position of a byte.
    ///
    /// Counts from the start of the file. Nodes and keys have positions, so only diagnostics need this method.
    ///
    /// - Parameter offset: Number of bytes before the position. A value outside the file means its nearest end.
    /// - Returns: The position, or that of the character that contains the byte.
    public func location(of offset: Int) -> SourcePosition {
        let offset = min(max(offset, contentStart), bytes.count)
        var position = location(ofScalarAt: characterStart(offset))
        position.offset = offset
        return position
    }

    /// Returns the position of a byte that starts a character.
    func location(ofScalarAt offset: Int) -> SourcePosition {
        var line = 1
        var lineStart = contentStart
        for index in contentStart..<offset where endsLine(index) {
            line += 1
            lineStart = index + 1
        }
        let column = bytes[lineStart..<offset].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return SourcePosition(offset: offset, line: line, column: column)
    }

    /// Offset of the first byte after a UTF-8 byte order mark, or 0 without one.
    var contentStart: Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Whether a line ends with this byte.
    ///
    /// The CR of a CR LF does not count.
    func endsLine(_ index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "\n"): true
        case UInt8(ascii: "\r"): index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")
        default: false
        }
    }

    private func lineOffsets(around offset: Int) -> Range<Int> {
        var start = min(max(offset, contentStart), bytes.count)
        var end = start
        while start > contentStart, !endsLine(start - 1) {
            start -= 1
        }
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
            end += 1
        }
        return min(start, end)..<end
    }
}
