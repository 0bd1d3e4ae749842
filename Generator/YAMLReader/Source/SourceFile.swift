/// The bytes of one file and the name under which diagnostics speak of it.
public struct SourceFile: Sendable {

    /// Name as it appears in diagnostics.
    ///
    /// Its extension chooses between YAML and JSON.
    public let path: String

    /// Content, unchanged.
    public let bytes: [UInt8]

    /// Number of the file among those read together; 0 for the only one or the first.
    ///
    /// Every range knows its file by this number.
    public let number: Int

    /// Creates a source file.
    ///
    /// - Parameters:
    ///   - path: Name for diagnostics; never opened.
    ///   - bytes: Content.
    ///   - number: Number of the file among those read together; 0 or more.
    public init(path: String, bytes: [UInt8], number: Int = 0) {
        self.path = path
        self.bytes = bytes
        self.number = number
    }

    /// Text of the line that holds a place, without its line break.
    ///
    /// Costs the length of the line. Bytes that are not UTF-8 are shown as U+FFFD.
    public func line(at position: SourcePosition) -> Substring {
        Substring(String(decoding: bytes[lineOffsets(around: position.offset)], as: UTF8.self))
    }

    /// Text of the line around a place, cut where the line is long.
    ///
    /// Costs the length of what is shown, as documents may be one line of megabytes.
    ///
    /// - Parameters:
    ///   - position: The place.
    ///   - before: Most characters before the place; 0 or more.
    ///   - count: Most characters of all; at least `before`.
    /// - Returns: The text without a line break, and how many characters of it stand before the place. Bytes that are
    ///   not UTF-8 are shown as U+FFFD.
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

    /// Offset of the first byte of the character that a byte belongs to.
    private func characterStart(_ offset: Int) -> Int {
        var first = offset
        while first > contentStart, first < bytes.count, bytes[first] & 0xC0 == 0x80 {
            first -= 1
        }
        return first
    }

    /// Text of a range, without a change; bytes that are not UTF-8 are shown as U+FFFD.
    public func text(of range: SourceRange) -> Substring {
        Substring(String(decoding: bytes[range.offsets.clamped(to: 0..<bytes.count)], as: UTF8.self))
    }

    /// Whether the content holds a text anywhere.
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

    /// Place of a byte.
    ///
    /// Counts from the start of the file: meant for a few diagnostics, as nodes and keys carry their places.
    ///
    /// - Parameter offset: Bytes before the place; a value outside the file gives its nearest end.
    /// - Returns: The place; that of its character for a byte inside one.
    public func location(of offset: Int) -> SourcePosition {
        let offset = min(max(offset, contentStart), bytes.count)
        var position = location(ofScalarAt: characterStart(offset))
        position.offset = offset
        return position
    }

    /// Place of a byte that no character before it reaches into.
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

    /// Offset of the first byte after a UTF-8 byte order mark; 0 without one.
    var contentStart: Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Whether a line ends with this byte; the CR of a CR LF does not count.
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
