/// A string enumeration that preserves unknown values.
///
/// ```swift
/// struct Color: OpenEnum {
///     let rawValue: String
///     init(rawValue: String) { self.rawValue = rawValue }
///     static let red = Color(rawValue: "red")
///     static let knownValues: [Color] = [.red]
/// }
/// ```
///
/// The protocol does not inherit from `RawRepresentable`, because the standard library would then compare and hash
/// values by their raw values, which recurses endlessly in an enumeration that looks up its raw values.
public protocol OpenEnum: JSONCodable, Hashable, CustomStringConvertible {

    /// The raw value in JSON.
    var rawValue: String { get }

    /// Creates a value, known or not.
    init(rawValue: String)

    /// The values that the OpenAPI document lists, or an empty array when the list is unknown; strict reading rejects
    /// all others.
    static var knownValues: [Self] { get }
}

extension OpenEnum {

    /// An empty array, because every value is known.
    public static var knownValues: [Self] { [] }

    /// Whether the OpenAPI document lists this value.
    public var isKnown: Bool { Self.knownValues.isEmpty || Self.knownValues.contains(self) }

    /// The raw value.
    public var description: String { rawValue }

    /// Reads a string.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string, or is unknown to a closed enumeration and reading is strict.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        _ = reader.nextByte()
        let place = reader.position
        self.init(rawValue: try reader.readString())
        if reader.strictValues, !(Self.self is any OpenListedEnum.Type), !isKnown { throw .unknownValue(at: place) }
    }

    /// Writes the raw value.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: rawValue)
    }
}

/// An integer enumeration that preserves unknown values.
public protocol OpenIntEnum: JSONCodable, Hashable, CustomStringConvertible {

    /// The raw value in JSON.
    var rawValue: Int { get }

    /// Creates a value, known or not.
    init(rawValue: Int)

    /// The values that the OpenAPI document lists, or an empty array when the list is unknown; strict reading rejects
    /// all others.
    static var knownValues: [Self] { get }
}

extension OpenIntEnum {

    /// An empty array, because every value is known.
    public static var knownValues: [Self] { [] }

    /// Whether the OpenAPI document lists this value.
    public var isKnown: Bool { Self.knownValues.isEmpty || Self.knownValues.contains(self) }

    /// The raw value.
    public var description: String { String(rawValue) }

    /// Reads a whole number.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a whole number, or is unknown and reading is strict.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        _ = reader.nextByte()
        let place = reader.position
        self.init(rawValue: try reader.readInteger(Int.self))
        if reader.strictValues, !isKnown { throw .unknownValue(at: place) }
    }

    /// Writes the raw value.
    public func write(to writer: inout JSONWriter) {
        writer.write(signed: Int64(rawValue))
    }
}

extension DecodingFailure {
    static func unknownValue(at offset: Int) -> DecodingFailure {
        DecodingFailure(.unknownValue, "a value that the enumeration does not list", offset: offset)
    }
}
