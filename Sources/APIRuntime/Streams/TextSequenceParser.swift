/// A parser for JSON text sequences (RFC 7464): each JSON value follows a record separator and may have several lines.
struct TextSequenceParser<Element: JSONCodable>: ElementParser {
    private static var separator: UInt8 { 0x1E }

    private let reading: JSONReadingOptions
    private let maximumBytes: Int
    private let skip: (@Sendable (DecodingFailure) -> Void)?
    private var pending: [UInt8] = []
    private var count = 0

    /// Creates a parser before the first byte.
    ///
    /// - Parameters:
    ///   - reading: Options for the JSON of each value.
    ///   - maximumBytes: Longest value in bytes.
    ///   - skip: Receives the failures of values that are skipped; `nil` throws the first failure.
    init(reading: JSONReadingOptions, maximumBytes: Int, skip: (@Sendable (DecodingFailure) -> Void)?) {
        self.reading = reading
        self.maximumBytes = maximumBytes
        self.skip = skip
    }

    mutating func push(_ chunk: [UInt8], into elements: inout [Element]) throws(DecodingFailure) {
        var rest = chunk[...]
        while let end = rest.firstIndex(of: Self.separator) {
            try keep(rest[..<end])
            try take(into: &elements)
            rest = rest[(end + 1)...]
        }
        try keep(rest)
    }

    mutating func finish(into elements: inout [Element]) throws(DecodingFailure) {
        try take(into: &elements)
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) throws(DecodingFailure) {
        guard part.count <= maximumBytes - pending.count else {
            throw DecodingFailure(.tooLarge, "a value is longer than allowed", offset: nil)
        }
        pending += part
    }

    /// Decodes the value since the last separator.
    private mutating func take(into elements: inout [Element]) throws(DecodingFailure) {
        defer { pending.removeAll(keepingCapacity: true) }
        guard pending.contains(where: { !Self.isSpace($0) }) else { return }
        defer { count += 1 }
        do throws(DecodingFailure) {
            guard !isCut else {
                throw DecodingFailure(.mismatch, "a number or word without a line feed may be incomplete")
            }
            elements.append(try JSONCoding.decode(Element.self, from: pending, options: reading))
        } catch {
            let failure = error.inside([], element: count, start: 0)
            guard let skip else { throw failure }
            skip(failure)
        }
    }

    /// Whether the value may be only the beginning of a number, `true`, `false` or `null` (RFC 7464, section 2.4).
    private var isCut: Bool {
        guard let last = pending.last, let first = pending.first(where: { !Self.isSpace($0) }) else { return false }
        return !Self.isSpace(last) && ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
