@_spi(Generated)
extension ObjectReader {

    /// Reads a required array, and omits and reports elements that cannot be read.
    ///
    /// - Throws: ``DecodingFailure`` if the property is absent, is not an array, or is not valid JSON; in strict
    ///   reading, also for an invalid element.
    public mutating func requiredSkippingInvalidElements<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> [T] {
        guard try seek(index) else { throw missing(index) }
        return try reader.pointee.readSkippingInvalidElements()
    }

    /// Reads an array that may be absent or null, and omits and reports elements that cannot be read.
    ///
    /// - Throws: ``DecodingFailure`` if the property is neither null nor an array, or is not valid JSON; in strict
    ///   reading, also for an invalid element.
    public mutating func optionalSkippingInvalidElements<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> [T]? {
        guard try seekUnlessNull(index) else { return nil }
        return try reader.pointee.readSkippingInvalidElements()
    }

    /// Reads a required property from a value, or from a string that represents one.
    ///
    /// - Throws: ``DecodingFailure`` if the property is absent, or neither a `T` nor a string that represents one.
    public mutating func requiredLeniently<T: JSONCodable & LosslessStringConvertible>(
        _ index: Int
    ) throws(DecodingFailure) -> T {
        guard try seek(index) else { throw missing(index) }
        return try reader.pointee.readLenient()
    }

    /// Reads a property that may be absent or null from a value, or from a string that represents one.
    ///
    /// - Throws: ``DecodingFailure`` if the property is neither null nor a `T` nor a string that represents one.
    public mutating func optionalLeniently<T: JSONCodable & LosslessStringConvertible>(
        _ index: Int
    ) throws(DecodingFailure) -> T? {
        guard try seekUnlessNull(index) else { return nil }
        return try reader.pointee.readLenient()
    }

    /// Reads a property whose schema defines a constant value.
    ///
    /// - Returns: The actual value, or the expected one when the property is absent.
    /// - Throws: ``DecodingFailure`` for an absent or different value when reading is strict, as it is in a first
    ///   ``JSONReader/attempt(_:exactly:)``; always for a value of another kind.
    @discardableResult
    public mutating func constant<T: JSONCodable & Equatable>(
        _ index: Int,
        _ expected: T
    ) throws(DecodingFailure) -> T {
        guard try seek(index) else {
            guard !reader.pointee.strictValues else { throw missing(index) }
            return expected
        }
        _ = reader.pointee.nextByte()
        let place = reader.pointee.position
        let value = try T(json: &reader.pointee)
        guard value == expected || !reader.pointee.strictValues else {
            throw DecodingFailure(.constant, "a value other than the constant of this property", offset: place)
        }
        return value
    }
}

@_spi(Generated)
extension JSONReader {

    /// Reads an array, and omits and reports elements that cannot be read; all must be valid JSON.
    ///
    /// Strict reading rejects invalid elements instead.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an array, or is not valid JSON; in strict reading, also for an
    ///   invalid element.
    public mutating func readSkippingInvalidElements<T: JSONCodable>() throws(DecodingFailure) -> [T] {
        guard !options.strict, !isLoneElement || nextByte() == ASCII.openBracket else { return try [T](json: &self) }
        var list: [T] = []
        try beginArray()
        let level = depth
        if level < outermost.depth { outermost = OutermostList(depth: level) }
        var isFirst = true
        let start = position
        while try nextElement(&isFirst) {
            let mark = self.mark
            do {
                let element = try T(json: &self)
                if list.count == list.capacity { list.reserveCapacity(capacity(behind: list.count, since: start)) }
                list.append(element)
            } catch {
                try rewind(to: mark)
                skipped.append(error)
                if skipped.count > DecodingReport.limit { skipped.removeLast() }
                omitted += 1
                if level == outermost.depth { outermost.omitted += 1 }
                try skipValue()
            }
        }
        if list.capacity > 2 * list.count { list.trim() }
        return list
    }

    /// Reads a value, or a string that represents one; if `T` is `String`, a number is read as its digits.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither a `T` nor a string that represents one.
    public mutating func readLenient<T: JSONCodable & LosslessStringConvertible>() throws(DecodingFailure) -> T {
        let kind = try kind
        guard !options.strict, kind == .string || T.self == String.self, kind == .string || kind == .number else {
            return try T(json: &self)
        }
        let start = position
        let text = try kind == .string ? readString() : String(decoding: readRaw(), as: UTF8.self)
        guard let value = T(text) else {
            throw DecodingFailure(.mismatch, "a string that does not spell the expected value", offset: start)
        }
        return value
    }
}
