/// A range of a source file, from its first character to the position after its last.
public struct SourceRange: Hashable, Sendable {

    private var storedFile: UInt32

    /// Position of the first character.
    public var start: SourcePosition

    /// Position after the last character.
    ///
    /// Equal to `start` for an empty range.
    public var end: SourcePosition

    /// Creates a range.
    ///
    /// - Parameters:
    ///   - start: Position of the first character.
    ///   - end: Position after the last character; not before `start`.
    ///   - file: ``SourceFile/number`` of the file.
    public init(start: SourcePosition, end: SourcePosition, file: Int = 0) {
        storedFile = UInt32(truncatingIfNeeded: file)
        self.start = start
        self.end = end
    }

    /// ``SourceFile/number`` of the file that contains the range.
    public var file: Int {
        Int(storedFile)
    }

    /// Byte offsets of the range from the start of the file.
    public var offsets: Range<Int> {
        start.offset..<max(start.offset, end.offset)
    }
}
