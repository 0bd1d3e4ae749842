/// A value that may be `null`, for properties that distinguish `null` from absence.
///
/// As `Nullable<T>?`, a property has three states: `nil` for absent, `.null`, and `.value`. Literals work:
///
/// ```swift
/// var nickname: Nullable<String>? = "Ada"
/// nickname = .null
/// ```
public enum Nullable<Wrapped> {
    /// The JSON value `null`.
    case null
    /// A value.
    case value(Wrapped)

    /// Creates a value, or null from `nil`.
    public init(_ value: Wrapped?) {
        self = value.map(Nullable.value) ?? .null
    }

    /// The value; `nil` for null.
    public var value: Wrapped? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Nullable: Sendable where Wrapped: Sendable {}
extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

extension Nullable: Encodable where Wrapped: JSONCodable {}
extension Nullable: Decodable where Wrapped: JSONCodable {}

extension Nullable: JSONCodable where Wrapped: JSONCodable {

    /// Reads null or a value.
    ///
    /// - Throws: ``DecodingFailure`` if the value is neither null nor a `Wrapped`.
    @inlinable
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.readNull() ? .null : .value(try Wrapped(json: &reader))
    }

    /// Writes null or the value.
    @inlinable
    public func write(to writer: inout JSONWriter) {
        if let value { value.write(to: &writer) } else { writer.writeNull() }
    }
}

extension Nullable: ExpressibleByUnicodeScalarLiteral where Wrapped: ExpressibleByUnicodeScalarLiteral {
    /// Creates a value from a literal.
    public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
        self = .value(Wrapped(unicodeScalarLiteral: value))
    }
}

extension Nullable: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
    /// Creates a value from a literal.
    public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
        self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
    }
}

extension Nullable: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
    /// Creates a value from a literal.
    public init(stringLiteral value: Wrapped.StringLiteralType) {
        self = .value(Wrapped(stringLiteral: value))
    }
}

extension Nullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
    /// Creates a value from a literal.
    public init(integerLiteral value: Wrapped.IntegerLiteralType) {
        self = .value(Wrapped(integerLiteral: value))
    }
}

extension Nullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
    /// Creates a value from a literal.
    public init(floatLiteral value: Wrapped.FloatLiteralType) {
        self = .value(Wrapped(floatLiteral: value))
    }
}

extension Nullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
    /// Creates a value from a literal.
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
        self = .value(Wrapped(booleanLiteral: value))
    }
}
