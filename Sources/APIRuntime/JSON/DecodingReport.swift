/// The elements that tolerant reading omitted from a result.
public struct DecodingReport: Sendable, Hashable {

    /// The maximum number of failures that a report lists.
    static let limit = 1_000

    /// The failures of skipped elements in document order; at most 1,000.
    public var skipped: [DecodingFailure]

    /// The number of omitted elements; can exceed the number of failures listed.
    public var count: Int

    /// Creates an empty report.
    public init() {
        skipped = []
        count = 0
    }

    /// Whether no element was omitted.
    public var isEmpty: Bool { count == 0 }
}
