@_spi(Generated)
extension ObjectReader {

    /// Reads a required property.
    ///
    /// - Throws: ``DecodingFailure`` that names the property if it is absent, or describes its invalid value.
    @inlinable @inline(never)
    public mutating func required<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> T {
        guard try seek(index) else { return try empty(index) }
        return try T(json: &reader.pointee)
    }

    /// Reads a property that may be absent or null; returns `nil` for both.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `T`; also for null if undeclared nulls are
    ///   rejected, as they are on a server.
    @inlinable @inline(never)
    public mutating func optional<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> T? {
        // Null is one of the values of any JSON.
        guard try T.self == JSONValue.self ? seek(index) : seekValue(index) else { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads a required property that may be null.
    ///
    /// A client also reads an absent property as `nil`, because many services omit what they should send as null.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `T`, or if the property is absent and reading is
    ///   strict, as it is on a server.
    @inlinable @inline(never)
    public mutating func requiredOrNull<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> T? {
        guard try seek(index) else {
            if reader.pointee.isStrict, !mayOmitNull { throw missing(index) }
            return nil
        }
        if try reader.pointee.readNull() { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads a property that distinguishes null from absence; returns `nil` when it is absent.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `T`.
    @inlinable @inline(never)
    public mutating func nullable<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> Nullable<T>? {
        guard try seek(index) else { return nil }
        if try reader.pointee.readNull() { return .null }
        return .value(try T(json: &reader.pointee))
    }

    /// Reads a property with a default for an absent value; returns `nil` when it is null.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `T`.
    @inlinable @inline(never)
    public mutating func nullable<T: JSONCodable>(
        _ index: Int,
        or default: @autoclosure () -> T?
    ) throws(DecodingFailure) -> T? {
        guard try seek(index) else { return `default`() }
        if try reader.pointee.readNull() { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads a property with a default for an absent or null value.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `T`; also for null if undeclared nulls are
    ///   rejected, as they are on a server.
    @inlinable @inline(never)
    public mutating func value<T: JSONCodable>(
        _ index: Int,
        or default: @autoclosure () -> T
    ) throws(DecodingFailure) -> T {
        guard try seekValue(index) else { return `default`() }
        return try T(json: &reader.pointee)
    }
}
