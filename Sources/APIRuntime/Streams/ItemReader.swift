/// The framing of JSON values in a body.
package enum ItemFraming: Sendable {
    /// Each value on a line.
    case lines
    /// Each value after a record separator (RFC 7464).
    case textSequence
}

/// Decodes the items of a body while it arrives.
package actor ItemReader<Item: JSONCodable> {
    private let chunks: BodyChunks
    private var lines: JSONLinesParser<Item>
    private var sequence: TextSequenceParser<Item>
    private let framing: ItemFraming
    private var ready: ArraySlice<Item> = []
    private var isComplete = false

    /// Creates a reader of a body.
    ///
    /// - Parameters:
    ///   - chunks: The body.
    ///   - framing: The framing of the items.
    ///   - reading: Options for the JSON of each item.
    ///   - maximumBytes: Longest item in bytes.
    package init(
        _ chunks: BodyChunks,
        _ framing: ItemFraming,
        _ reading: JSONReadingOptions,
        maximumBytes: Int = 1 << 20
    ) {
        self.chunks = chunks
        self.framing = framing
        lines = JSONLinesParser(reading: reading, maximumBytes: maximumBytes, skip: nil)
        sequence = TextSequenceParser(reading: reading, maximumBytes: maximumBytes, skip: nil)
    }

    /// Returns the next item; `nil` after the last one.
    ///
    /// - Throws: ``DecodingFailure`` for an invalid item, or the error of the body.
    package func next() async throws -> Item? {
        while true {
            if let item = ready.popFirst() { return item }
            if isComplete { return nil }
            var iterator = chunks.makeAsyncIterator()
            let chunk = try await iterator.next()
            isComplete = chunk == nil
            var items: [Item] = []
            switch framing {
            case .lines: try chunk.map { try lines.push($0, into: &items) } ?? lines.finish(into: &items)
            case .textSequence: try chunk.map { try sequence.push($0, into: &items) } ?? sequence.finish(into: &items)
            }
            ready = items[...]
        }
    }
}
