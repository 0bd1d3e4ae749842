@_spi(Generated)
extension ObjectReader {

    /// Reads a property that must be there.
    ///
    /// - Throws: ``DecodingFailure`` that names the property when it is absent.
    @inlinable @inline(never)
    public mutating func required<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> T {
        guard try seek(index) else { throw missing(index) }
        return try T(json: &reader.pointee)
    }

    /// Reads a property that may be absent or null; `nil` for both.
    @inlinable @inline(never)
    public mutating func optional<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> T? {
        guard try seekValue(index) else { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads a property for which absent and null differ; `nil` when it is absent.
    @inlinable @inline(never)
    public mutating func nullable<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> Nullable<T>? {
        guard try seek(index) else { return nil }
        if try reader.pointee.readNull() { return .null }
        return .value(try T(json: &reader.pointee))
    }

    /// Reads a property that has a default when it is absent; `nil` when it is null.
    @inlinable @inline(never)
    public mutating func nullable<T: JSONCodable>(
        _ index: Int,
        or default: @autoclosure () -> T?
    ) throws(DecodingFailure) -> T? {
        guard try seek(index) else { return `default`() }
        if try reader.pointee.readNull() { return nil }
        return try T(json: &reader.pointee)
    }

    /// Reads a property that has a default when it is absent or null.
    @inlinable @inline(never)
    public mutating func value<T: JSONCodable>(
        _ index: Int,
        or default: @autoclosure () -> T
    ) throws(DecodingFailure) -> T {
        guard try seekValue(index) else { return `default`() }
        return try T(json: &reader.pointee)
    }
}
