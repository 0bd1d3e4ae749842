/// A position in a source file.
///
/// Twelve bytes, because a document of 3 MB has half a million positions.
public struct SourcePosition: Hashable, Sendable, Comparable {

    private var storedOffset: UInt32
    private var storedLine: UInt32
    private var storedColumn: UInt32

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - offset: Number of bytes before the position; 0 or more, below 4 GiB.
    ///   - line: Line number; 1 or more.
    ///   - column: Column in Unicode scalars; 1 or more.
    public init(offset: Int, line: Int, column: Int) {
        storedOffset = UInt32(truncatingIfNeeded: offset)
        storedLine = UInt32(truncatingIfNeeded: line)
        storedColumn = UInt32(truncatingIfNeeded: column)
    }

    /// The start of a file.
    public static let start = SourcePosition(offset: 0, line: 1, column: 1)

    /// Number of bytes before the position, including a byte order mark; 0 or more.
    public var offset: Int {
        get { Int(storedOffset) }
        set { storedOffset = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Line number; 1 or more.
    ///
    /// LF, CR LF and a lone CR end a line.
    public var line: Int {
        get { Int(storedLine) }
        set { storedLine = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Column in Unicode scalars; 1 or more.
    ///
    /// A byte order mark has no column, a tab has one.
    public var column: Int {
        get { Int(storedColumn) }
        set { storedColumn = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Returns whether the first position is before the second in the same file.
    public static func < (first: SourcePosition, second: SourcePosition) -> Bool {
        first.storedOffset < second.storedOffset
    }
}
