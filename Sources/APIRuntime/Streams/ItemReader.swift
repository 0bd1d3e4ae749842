package import HTTPTypes

/// The framing of JSON values in a body.
package enum ItemFraming: Sendable {
    /// Each value on a line.
    case lines
    /// Each value after a record separator (RFC 7464).
    case textSequence
}

/// Decodes the items of a body while it arrives.
package actor ItemReader<Item: Sendable> {
    private let chunks: BodyChunks
    private var parser: any ElementParser<Item>
    /// The head of the request, before its first byte is read.
    private var head: RawResponse?
    private var ready: ArraySlice<Item> = []
    private var isComplete = false
    /// The failure after the items that are ready.
    private var failure: (any Error)?

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
    ) where Item: JSONCodable {
        self.chunks = chunks
        parser =
            switch framing {
            case .lines: JSONLinesParser<Item>(reading: reading, maximumBytes: maximumBytes, skip: nil)
            case .textSequence: TextSequenceParser<Item>(reading: reading, maximumBytes: maximumBytes, skip: nil)
            }
    }

    /// Creates a reader of a multipart body.
    ///
    /// - Parameters:
    ///   - chunks: The body.
    ///   - headers: The header fields of the request, one of which names the boundary.
    ///   - maximumBytes: Longest part in bytes.
    ///   - decode: Decodes the content of a part.
    package init(
        partsOf chunks: BodyChunks,
        _ headers: HTTPFields,
        maximumBytes: Int,
        decode: @escaping @Sendable ([UInt8]) throws(DecodingFailure) -> Item
    ) {
        self.chunks = chunks
        head = RawResponse(status: 200, headers: headers)
        parser = PartValueParser(maximumBytes: maximumBytes, decode: decode)
    }

    /// Returns the next item; `nil` after the last one.
    ///
    /// - Throws: ``DecodingFailure`` for an invalid item, or the error of the body.
    package func next() async throws -> Item? {
        while true {
            if let item = ready.popFirst() { return item }
            if let failure { throw failure }
            if isComplete { return nil }
            if let head = head.take() { try parser.begin(head) }
            var iterator = chunks.makeAsyncIterator()
            let chunk = try await iterator.next()
            isComplete = chunk == nil
            var items: [Item] = []
            do {
                if let chunk { try parser.push(chunk, into: &items) } else { try parser.finish(into: &items) }
            } catch {
                failure = error
            }
            ready = items[...]
        }
    }
}

/// A parser for the contents of the parts of a multipart body, without their header fields.
private struct PartValueParser<Value: Sendable>: ElementParser {
    private var parts: PartParser<Value>

    init(maximumBytes: Int, decode: @escaping @Sendable ([UInt8]) throws(DecodingFailure) -> Value) {
        parts = PartParser(maximumBytes: maximumBytes) { (bytes) throws(DecodingFailure) in try decode(bytes) }
    }

    mutating func begin(_ head: RawResponse) throws(DecodingFailure) { try parts.begin(head) }

    mutating func push(_ chunk: [UInt8], into elements: inout [Value]) throws(DecodingFailure) {
        var found: [ResponsePart<Value>] = []
        defer { elements += found.map(\.value) }
        try parts.push(chunk, into: &found)
    }

    mutating func finish(into elements: inout [Value]) throws(DecodingFailure) {
        var found: [ResponsePart<Value>] = []
        try parts.finish(into: &found)
    }
}
