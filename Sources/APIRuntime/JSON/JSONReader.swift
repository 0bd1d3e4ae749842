/// A position in a JSON document, from which values are read one after another.
///
/// A reader exists only while its document is read, and can neither be copied nor stored.
/// `JSONCoding.decode(_:from:options:)` passes one to the type that it decodes. The reader validates values while it
/// reads them, and reads nothing twice, except in `attempt(_:exactly:)` and in objects whose properties have a
/// different order from the model's.
public struct JSONReader: ~Copyable {
    let bytes: JSONBytes
    let options: JSONReadingOptions
    // Whether enumerations and constants must have known values; set inside `attempt`.
    var strictValues: Bool
    /// Whether a variant of a union is tried, and an absent property excludes it.
    var isChoosing = false
    /// Whether Base64 must be the string that would be written.
    var requiresExactBase64 = false
    /// Whether the next attempt accepts the absence of required lists that the document's format omits if empty.
    var acceptsOmissions = false

    var position = 0
    var depth = 0
    /// Whether objects are indexed, after an object had a different order of properties from the model's.
    var isIndexed: Bool
    /// The offset behind which the reader checks next whether it should stop.
    var nextCheck = DecodingInterruption.interval
    /// The failure that ends reading, even if a caller catches it.
    var stop: DecodingFailure?

    /// The unknown properties of the open objects, innermost last: offset of the name's quotation mark, end of the
    /// value.
    var spans: [Span] = []
    /// The number of undeclared properties so far; it decides between similar variants of a union.
    var strangers = 0
    /// The offsets of the known properties' values in open indexed objects, innermost last; 0 for an absent property.
    var places = PlaceStack()
    var order = PropertyOrder()
    var memo = SkipMemo()
    var stack = StackGuard()
    /// The number of bytes read by failed ``attempt(_:exactly:)`` calls.
    var wasted = 0
    #if DEBUG
    /// The number of containers that were skipped; tests limit it instead of time.
    var passedContainers = 0
    #endif
    /// The notes about a document that was made from strings; `nil` for other documents.
    var text: TextLayout?
    var skipped: [DecodingFailure] = []
    /// The failure of the variant that declares the name of the event which is read, but not its other members.
    var eventFailure: DecodingFailure?
    /// The number of elements skipped in lists that skip invalid elements; `skipped` holds only the first.
    var omitted = 0
    /// The outermost of these lists.
    var outermost = OutermostList()

    /// A list that skips invalid elements, and that no other such list contains.
    struct OutermostList {
        var depth = Int.max
        var omitted = 0
    }

    /// A range of offsets.
    struct Span {
        let start: UInt32
        let end: UInt32
    }

    init(_ bytes: JSONBytes, options: JSONReadingOptions, isIndexed: Bool) {
        self.bytes = bytes
        self.options = options
        self.isIndexed = isIndexed
        strictValues = options.strict || options.rejectsUnknownValues
    }

    /// Reads a value of the type that the context requires.
    ///
    /// - Throws: ``DecodingFailure`` if the value does not match the type, or is not valid JSON.
    @inlinable
    public mutating func read<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try T(json: &self)
    }

    /// The kind of the current value, determined from its first byte without consuming anything.
    ///
    /// - Throws: ``DecodingFailure`` if no value starts here.
    public var kind: JSONKind {
        mutating get throws(DecodingFailure) {
            guard let kind = JSONKind(firstByte: nextByte()) else { throw expected("a value") }
            return kind
        }
    }

    /// The kind of the current value; for a string of a query, form or header field that is a value of one of some types,
    /// the kind of that type.
    ///
    /// - Parameters:
    ///   - types: Types that JSON represents as numbers or Boolean values.
    ///   - isExact: Whether the string must be the one that the value is written as, because it may also be a string.
    /// - Returns: The kind.
    /// - Throws: ``DecodingFailure`` if no value starts here.
    @_spi(Generated)
    public mutating func kind<each Value: JSONCodable>(
        orIn types: repeat (each Value).Type,
        exactly isExact: Bool = false
    ) throws(DecodingFailure) -> JSONKind {
        guard isLoneText else { return try kind }
        for type in repeat each types {
            if spells(type, exactly: isExact) { return type == Bool.self ? .bool : .number }
        }
        return .string
    }

    /// Returns whether a string is a value of a type, without consuming it.
    private mutating func spells<Value: JSONCodable>(_ type: Value.Type, exactly isExact: Bool) -> Bool {
        let mark = mark
        guard let value = attempt(type), (try? rewind(to: mark)) != nil else { return false }
        guard isExact else { return true }
        let text = try? readString()
        return (try? rewind(to: mark)) != nil && text.map { Array($0.utf8) } == JSONCoding.encode(value)
    }

    /// Reads `null` if it is the next value.
    ///
    /// - Returns: Whether the value was `null`.
    /// - Throws: ``DecodingFailure`` if the next value starts like `null` but is not valid JSON.
    public mutating func readNull() throws(DecodingFailure) -> Bool {
        guard nextByte() == 0x6E else { return false }
        try skipLiteral("null")
        return true
    }

    /// Validates a value and discards it.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not valid JSON.
    public mutating func skip() throws(DecodingFailure) {
        try skipValue()
    }

    /// Validates a value and returns its bytes unchanged.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not valid JSON.
    @_spi(Generated)
    public mutating func readRaw() throws(DecodingFailure) -> [UInt8] {
        _ = nextByte()
        let start = position
        try skipValue()
        return bytes.copy(from: start, to: position)
    }

    /// Returns a failure at the reader's position, for types that validate their values.
    ///
    /// - Parameters:
    ///   - reason: The kind of failure.
    ///   - message: One line for a developer, without values of the document.
    /// - Returns: A failure to throw.
    public func failure(_ reason: DecodingFailure.Reason, _ message: String) -> DecodingFailure {
        DecodingFailure(reason, message, offset: position)
    }

    /// Whether tolerance is switched off: by the options, or inside a first attempt at a variant.
    public var isStrict: Bool { strictValues }

    /// Skips white space and returns the next byte; 0 at the end.
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

    /// Returns a failure with the expected and the actual kind of value; a syntax failure if there is no value.
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
        if position >= nextCheck { try checkInterruption() }
    }

    @inline(never)
    func tooDeep() -> DecodingFailure {
        depth > options.maximumDepth
            ? failure(.depth, "nested deeper than \(options.maximumDepth) levels")
            : failure(.depth, "nested deeper than the thread's stack allows")
    }

    /// Ends reading when the task has been cancelled or the time is over.
    @inline(never)
    mutating func checkInterruption() throws(DecodingFailure) {
        nextCheck = position + DecodingInterruption.interval
        if let reason = DecodingInterruption.reason {
            throw halt(failure(reason, "reading was ended before the end of the document"))
        }
    }

    /// Ends all reading: every later read fails immediately.
    @inline(never)
    mutating func halt(_ failure: DecodingFailure) -> DecodingFailure {
        if stop == nil { stop = failure }
        position = bytes.count
        return failure
    }
}
