/// The elements that tolerant reading omitted from a result.
package struct DecodingReport: Sendable, Hashable {

    /// The maximum number of failures that a report lists.
    static let limit = 1_000

    /// The failures of skipped elements in document order; at most 1,000.
    package var skipped: [DecodingFailure]

    /// The number of omitted elements; can exceed the number of failures listed.
    package var count: Int

    /// The number of elements that were omitted from the outermost list that skips invalid elements.
    var outermost = 0

    /// Creates an empty report.
    package init() {
        skipped = []
        count = 0
    }

    /// Whether no element was omitted.
    package var isEmpty: Bool { count == 0 }
}
