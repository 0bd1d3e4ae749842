// Unsafe in one place: the pointer to the reader, which outlives this value for the same reason as in `ObjectReader`.

/// Reads the elements of the current array in order.
public struct TupleReader: ~Copyable {
    private let reader: UnsafeMutablePointer<JSONReader>
    private var isFirst = true
    private var isAtEnd = false

    init(_ reader: UnsafeMutablePointer<JSONReader>) throws(DecodingFailure) {
        self.reader = reader
        try reader.pointee.beginArray()
    }

    /// Moves to the next element; returns `false` after the last one.
    private mutating func advance() throws(DecodingFailure) -> Bool {
        guard !isAtEnd else { return false }
        // A local copy, because the thread sanitizer reports the access through `self` as overlapping.
        let reader = reader
        isAtEnd = try !reader.pointee.nextElement(&isFirst)
        return !isAtEnd
    }

    /// Reads a required element.
    ///
    /// - Throws: ``DecodingFailure`` if the array ends before it, or the element is not a `T`.
    @_spi(Generated)
    public mutating func required<T: JSONCodable>() throws(DecodingFailure) -> T {
        guard try advance() else { throw tooShort() }
        return try T(json: &reader.pointee)
    }

    /// Reads a required element that may be null.
    ///
    /// - Throws: ``DecodingFailure`` if the array ends before it, or the element is neither null nor a `T`.
    @_spi(Generated)
    public mutating func nullable<T: JSONCodable>() throws(DecodingFailure) -> T? {
        guard try advance() else { throw tooShort() }
        if try reader.pointee.readNull() { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads an element that may be missing or null; returns `nil` for both.
    ///
    /// - Throws: ``DecodingFailure`` if the element is neither null nor a `T`.
    @_spi(Generated)
    public mutating func optional<T: JSONCodable>() throws(DecodingFailure) -> T? {
        guard try advance() else { return nil }
        if try reader.pointee.readNull() { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads the remaining elements.
    ///
    /// - Throws: ``DecodingFailure`` if an element is not a `T`.
    @_spi(Generated)
    public mutating func rest<T: JSONCodable>() throws(DecodingFailure) -> [T] {
        var elements: [T] = []
        while try advance() {
            elements.append(try T(json: &reader.pointee))
        }
        return elements
    }

    /// Leaves the array; skips remaining elements, or rejects them in strict reading.
    mutating func finish() throws(DecodingFailure) {
        while try advance() {
            guard !reader.pointee.isStrict else {
                throw reader.pointee.failure(.unknownProperty, "an element behind the last one of the model")
            }
            try reader.pointee.skip()
        }
    }

    private func tooShort() -> DecodingFailure {
        reader.pointee.failure(.missing, "the list ends before an element that must be there")
    }
}
