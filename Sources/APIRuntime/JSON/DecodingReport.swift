/// The elements that tolerant reading left out of a result.
public struct DecodingReport: Sendable, Hashable {

    /// Most failures that a report lists.
    static let limit = 1_000

    /// The failures of skipped elements in document order; at most 1,000.
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
