/// An enumeration of listed values of any kind that preserves all other values in a separate case.
///
/// Use it for numbers with a fraction or beyond `Int`, and for values of several kinds.
public protocol ListedValueEnum: JSONCodable, Hashable, CustomStringConvertible {
    /// The listed values by their raw values.
    static var listing: EnumListing<Self, JSONValue> { get }

    /// Returns the value for a raw value that is not listed.
    static func unknown(_ rawValue: JSONValue) -> Self

    /// The raw value of a value that is not listed; `nil` for a listed one.
    var unlisted: JSONValue? { get }
}

extension ListedValueEnum {
    /// Creates a value, listed or not.
    public init(rawValue: JSONValue) {
        self = Self.listing[rawValue] ?? .unknown(rawValue)
    }

    /// The raw value in JSON.
    public var rawValue: JSONValue {
        unlisted ?? Self.listing.rawValue(of: self) ?? .null
    }

    /// The listed values in the order of the OpenAPI document.
    public static var knownValues: [Self] { listing.values }

    /// Whether the OpenAPI document lists this value.
    public var isKnown: Bool { unlisted == nil }

    /// The raw value: the string itself, or JSON for any other kind.
    public var description: String { rawValue.plainText }

    /// Reads any value.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not valid JSON, or is not listed and reading is strict.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        _ = reader.nextByte()
        let place = reader.position
        self.init(rawValue: try JSONValue(json: &reader))
        if reader.strictValues, !isKnown { throw .unknownValue(at: place) }
    }

    /// Writes the raw value.
    public func write(to writer: inout JSONWriter) {
        rawValue.write(to: &writer)
    }
}

extension JSONValue {
    /// Returns a number with exactly these digits, which must be in JSON's format.
    @_spi(Generated)
    public static func number(digits: StaticString) -> JSONValue {
        .number(JSONNumber(unchecked: digits.description))
    }
}
