/// A string enumeration that keeps values it does not know.
///
/// ```swift
/// struct Color: OpenEnum {
///     let rawValue: String
///     init(rawValue: String) { self.rawValue = rawValue }
///     static let red = Color(rawValue: "red")
///     static let knownValues: [Color] = [.red]
/// }
/// ```
public protocol OpenEnum: JSONCodable, Hashable, RawRepresentable, CustomStringConvertible where RawValue == String {

    /// Creates a value, known or not.
    init(rawValue: String)

    /// The values that the specification lists; strict reading refuses all others. Empty when that is not known.
    static var knownValues: [Self] { get }
}

extension OpenEnum {

    /// No list: every value counts as known.
    public static var knownValues: [Self] { [] }

    /// Whether the specification lists this value.
    public var isKnown: Bool { Self.knownValues.isEmpty || Self.knownValues.contains(self) }

    /// The raw value.
    public var description: String { rawValue }

    /// Reads a string.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        _ = reader.nextByte()
        let place = reader.position
        self.init(rawValue: try reader.readString())
        if reader.strictValues, !isKnown { throw .unknownValue(at: place) }
    }

    /// Writes the raw value.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: rawValue)
    }
}

/// An integer enumeration that keeps values it does not know.
public protocol OpenIntEnum: JSONCodable, Hashable, RawRepresentable, CustomStringConvertible where RawValue == Int {

    /// Creates a value, known or not.
    init(rawValue: Int)

    /// The values that the specification lists; strict reading refuses all others. Empty when that is not known.
    static var knownValues: [Self] { get }
}

extension OpenIntEnum {

    /// No list: every value counts as known.
    public static var knownValues: [Self] { [] }

    /// Whether the specification lists this value.
    public var isKnown: Bool { Self.knownValues.isEmpty || Self.knownValues.contains(self) }

    /// The raw value.
    public var description: String { String(rawValue) }

    /// Reads a whole number.
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
