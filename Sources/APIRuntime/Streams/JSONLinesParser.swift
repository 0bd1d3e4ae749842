/// A parser for one JSON value on each line (`application/jsonl`, `application/x-ndjson`, `application/json-seq`).
struct JSONLinesParser<Element: JSONCodable>: ElementParser {
    private let reading: JSONReadingOptions
    private let skip: (@Sendable (DecodingFailure) -> Void)?
    private var lines: LineSplitter
    private var count = 0

    /// Creates a parser before the first line.
    ///
    /// - Parameters:
    ///   - reading: Options for the JSON of each line.
    ///   - maximumBytes: Longest line in bytes.
    ///   - skip: Receives the failures of lines that are skipped; `nil` throws the first failure.
    init(reading: JSONReadingOptions, maximumBytes: Int, skip: (@Sendable (DecodingFailure) -> Void)?) {
        self.reading = reading
        self.skip = skip
        lines = LineSplitter(.lineFeed, maximumBytes: maximumBytes)
    }

    mutating func push(_ chunk: [UInt8], into elements: inout [Element]) throws(DecodingFailure) {
        // Moved and not copied: a copy of the pending line for each chunk would be quadratic.
        var splitter = LineSplitter(.lineFeed, maximumBytes: 0)
        swap(&splitter, &lines)
        defer { swap(&splitter, &lines) }
        try splitter.push(chunk) { (line) throws(DecodingFailure) in
            if let element = try read(line) { elements.append(element) }
        }
    }

    mutating func finish(into elements: inout [Element]) throws(DecodingFailure) {
        if let line = lines.rest(), let element = try read(line) { elements.append(element) }
    }

    private mutating func read(_ line: [UInt8]) throws(DecodingFailure) -> Element? {
        // A text sequence has a record separator in front of each value (RFC 7464).
        let text = line.drop { $0 == 0x1E || $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        guard !text.isEmpty else { return nil }
        defer { count += 1 }
        do throws(DecodingFailure) {
            return try JSONCoding.decode(Element.self, from: Array(text), options: reading)
        } catch {
            let failure = error.inside([], element: count, start: 0)
            guard let skip else { throw failure }
            skip(failure)
            return nil
        }
    }
}
