/// A position in a JSON document, from which values are read one after the other.
///
/// It exists only while its document is read, and can neither be copied nor stored.
/// ``JSONCoding/decode(_:from:options:)`` passes one to the type that it decodes. Values are validated while they are
/// read; nothing is read twice, except by ``attempt(_:tolerant:)`` and in objects whose properties are in another order
/// than the model's.
public struct JSONReader: ~Copyable {
    let bytes: JSONBytes
    let options: JSONReadingOptions
    // Whether enumerations and constants must have known values; on inside `attempt`.
    var strictValues: Bool

    var position = 0
    var depth = 0
    /// Set when properties of an object were found in another order than the model's: objects are indexed from then on.
    var isIndexed: Bool
    /// The failure that ends reading, even if a caller catches it.
    var stop: DecodingFailure?

    /// Unknown properties of the open objects, innermost last: offset of the name's quotation mark, end of the value.
    var spans: [Span] = []
    /// The number of properties so far that no model declares; it decides between similar variants of a union.
    var strangers = 0
    /// Offsets of the known properties' values of the indexed objects being read, innermost last; 0 for an absent one.
    var places = PlaceStack()
    var order = PropertyOrder()
    var memo = SkipMemo()
    var stack = StackGuard()
    /// Bytes read in vain by ``attempt(_:tolerant:)``.
    var wasted = 0
    #if DEBUG
    /// Containers that were gone through without being read: what tests bound in place of time.
    var passedContainers = 0
    #endif
    var skipped: [DecodingFailure] = []
    /// Number of elements skipped in lists that skip invalid elements; `skipped` holds only the first.
    var omitted = 0

    /// Two offsets.
    struct Span {
        let start: UInt32
        let end: UInt32
    }

    init(_ bytes: JSONBytes, options: JSONReadingOptions, isIndexed: Bool) {
        self.bytes = bytes
        self.options = options
        self.isIndexed = isIndexed
        strictValues = options.strict
    }

    /// Reads a value of the type that the context asks for.
    @inlinable
    public mutating func read<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try T(json: &self)
    }

    /// The kind of the current value, by its first byte; consumes nothing.
    ///
    /// - Throws: ``DecodingFailure`` when no value starts here.
    public var kind: JSONKind {
        mutating get throws(DecodingFailure) {
            guard let kind = JSONKind(firstByte: nextByte()) else { throw expected("a value") }
            return kind
        }
    }

    /// Reads `null` if it comes next.
    ///
    /// - Returns: Whether it was.
    public mutating func readNull() throws(DecodingFailure) -> Bool {
        guard nextByte() == 0x6E else { return false }
        try skipLiteral("null")
        return true
    }

    /// Reads a value and throws it away, after checking that it is JSON.
    public mutating func skip() throws(DecodingFailure) {
        try skipValue()
    }

    /// Reads any value as it is written, after checking that it is JSON.
    public mutating func readRaw() throws(DecodingFailure) -> [UInt8] {
        _ = nextByte()
        let start = position
        try skipValue()
        return bytes.copy(from: start, to: position)
    }

    /// A failure at the reader's position; for types that check what they read.
    ///
    /// - Parameters:
    ///   - reason: The kind of failure.
    ///   - message: One line for a developer; no value of the document.
    /// - Returns: A failure to throw.
    public func failure(_ reason: DecodingFailure.Reason, _ message: String) -> DecodingFailure {
        DecodingFailure(reason, message, offset: position)
    }

    /// True when tolerance is switched off: by the options, or inside a first attempt at a variant.
    public var isStrict: Bool { strictValues }

    /// Skips white space and returns the byte behind it; 0 at the end.
    @inline(__always)
    mutating func nextByte() -> UInt8 {
        let byte = bytes[position]
        return byte > ASCII.space ? byte : byteAfterSpace()
    }

    @inline(never)
    private mutating func byteAfterSpace() -> UInt8 {
        while true {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
    }

    /// A failure that says what was expected and what kind of value is there; syntax when there is none.
    @inline(never)
    func expected(_ what: String) -> DecodingFailure {
        guard position < bytes.count else { return failure(.syntax, "expected \(what), but the document ends") }
        guard let kind = JSONKind(firstByte: bytes[position]) else {
            return failure(.syntax, "expected \(what), but no value starts here")
        }
        return failure(.mismatch, "expected \(what), found \(kind.article)")
    }

    /// Enters an array or object.
    @inline(__always)
    mutating func descend() throws(DecodingFailure) {
        depth += 1
        if depth > options.maximumDepth || !stack.hasRoom() { throw tooDeep() }
    }

    @inline(never)
    func tooDeep() -> DecodingFailure {
        depth > options.maximumDepth
            ? failure(.depth, "nested deeper than \(options.maximumDepth) levels")
            : failure(.depth, "nested deeper than the thread's stack allows")
    }

    /// Ends all reading: every later read fails at once.
    @inline(never)
    mutating func halt(_ failure: DecodingFailure) -> DecodingFailure {
        if stop == nil { stop = failure }
        position = bytes.count
        return failure
    }
}
