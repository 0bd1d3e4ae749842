@_spi(Generated)
extension ObjectReader {

    /// Reads a list that must be there, leaving out and reporting elements that cannot be read.
    ///
    /// - Throws: ``DecodingFailure`` when the property is absent, is no array, or is not JSON.
    public mutating func requiredSkippingInvalidElements<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> [T] {
        guard try seek(index) else { throw missing(index) }
        return try reader.pointee.readSkippingInvalidElements()
    }

    /// Reads a list that may be absent or null, leaving out and reporting elements that cannot be read.
    public mutating func optionalSkippingInvalidElements<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> [T]? {
        guard try seekValue(index) else { return nil }
        return try reader.pointee.readSkippingInvalidElements()
    }

    /// Reads a property that must be there: a value, or a string that spells one.
    public mutating func requiredLeniently<T: JSONCodable & LosslessStringConvertible>(
        _ index: Int
    ) throws(DecodingFailure) -> T {
        guard try seek(index) else { throw missing(index) }
        return try reader.pointee.readLenient()
    }

    /// Reads a property that may be absent or null: a value, or a string that spells one.
    public mutating func optionalLeniently<T: JSONCodable & LosslessStringConvertible>(
        _ index: Int
    ) throws(DecodingFailure) -> T? {
        guard try seekValue(index) else { return nil }
        return try reader.pointee.readLenient()
    }

    /// Reads a property that should have one fixed value.
    ///
    /// - Returns: The value that is there, or the expected one when the property is absent.
    /// - Throws: ``DecodingFailure`` for an absent or another value when reading is strict, as it is in a first
    ///   ``JSONReader/attempt(_:tolerant:)``; always for a value of another kind.
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
            throw DecodingFailure(.constant, "another value than the constant of this member", offset: place)
        }
        return value
    }
}

@_spi(Generated)
extension JSONReader {

    /// Reads an array, leaving out and reporting elements that cannot be read; all must be JSON.
    ///
    /// Strict reading refuses broken elements instead.
    public mutating func readSkippingInvalidElements<T: JSONCodable>() throws(DecodingFailure) -> [T] {
        guard !options.strict else { return try [T](json: &self) }
        var list: [T] = []
        try beginArray()
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
                try skipValue()
            }
        }
        if list.capacity > 2 * list.count { list.trim() }
        return list
    }

    /// Reads a value, or a string that spells one; a number where text is asked for gives its spelling.
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
