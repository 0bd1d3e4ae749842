/// A stretch of a source file, from its first character to the place after its last.
public struct SourceRange: Hashable, Sendable {

    private var storedFile: UInt32

    /// Place of the first character.
    public var start: SourcePosition

    /// Place after the last character; `start` for an empty stretch.
    public var end: SourcePosition

    /// Creates a range.
    ///
    /// - Parameters:
    ///   - start: Place of the first character.
    ///   - end: Place after the last character; not before `start`.
    ///   - file: ``SourceFile/number`` of the file.
    public init(start: SourcePosition, end: SourcePosition, file: Int = 0) {
        storedFile = UInt32(truncatingIfNeeded: file)
        self.start = start
        self.end = end
    }

    /// ``SourceFile/number`` of the file that the range lies in.
    public var file: Int {
        Int(storedFile)
    }

    /// Bytes of the range, counted from the start of the file.
    public var offsets: Range<Int> {
        start.offset..<max(start.offset, end.offset)
    }
}
