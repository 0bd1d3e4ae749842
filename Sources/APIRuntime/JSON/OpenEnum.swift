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
///
/// Not `RawRepresentable`: the standard library would then compare and hash values by their raw values, which an
/// enumeration that looks its raw values up cannot bear.
public protocol OpenEnum: JSONCodable, Hashable, CustomStringConvertible {

    /// The value in JSON.
    var rawValue: String { get }

    /// Creates a value, known or not.
    init(rawValue: String)

    /// The values that the specification lists; strict reading refuses all others. Empty when that is not known.
    static var knownValues: [Self] { get }

    /// Whether the specification allows any text besides, so that strict reading takes it.
    static var isOpen: Bool { get }
}

extension OpenEnum {

    /// Only listed values are right.
    public static var isOpen: Bool { false }

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
        if reader.strictValues, !Self.isOpen, !isKnown { throw .unknownValue(at: place) }
    }

    /// Writes the raw value.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: rawValue)
    }
}

/// An integer enumeration that keeps values it does not know.
public protocol OpenIntEnum: JSONCodable, Hashable, CustomStringConvertible {

    /// The value in JSON.
    var rawValue: Int { get }

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
