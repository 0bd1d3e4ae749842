/// What tolerant reading left out of a result.
public struct DecodingReport: Sendable, Hashable {

    /// Most failures that a report lists.
    static let limit = 1_000

    /// Why elements of lists that skip invalid elements could not be read, in document order; the first 1,000.
    public var skipped: [DecodingFailure]

    /// Number of elements that were left out; can exceed the number of failures listed.
    public var count: Int

    /// Creates an empty report.
    public init() {
        skipped = []
        count = 0
    }

    /// True when nothing was left out.
    public var isEmpty: Bool { count == 0 }
}
