/// A value that reads and writes itself as JSON.
///
/// Conform by reading and writing properties that are `JSONCodable`, or with ``JSONModel`` for an object:
///
/// ```swift
/// struct Celsius: JSONCodable {
///     var degrees: Double
///     init(json reader: inout JSONReader) throws(DecodingFailure) { degrees = try reader.read() }
///     func write(to writer: inout JSONWriter) { writer.write(degrees) }
/// }
/// ```
/// `Codable` comes with it: any other encoder or decoder sees the same properties and values as the JSON has.
public protocol JSONCodable: Codable, Sendable {

    /// Reads a value at the reader's position, and leaves the reader behind it.
    ///
    /// - Throws: ``DecodingFailure`` when the value is not what the type needs, or not JSON.
    init(json reader: inout JSONReader) throws(DecodingFailure)

    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension JSONCodable {

    /// Reads the value from any decoder, through its JSON.
    ///
    /// - Throws: `DecodingError.dataCorrupted` around a ``DecodingFailure``, or what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        do {
            self = try JSONCoding.decode(Self.self, from: JSONCoding.encode(value))
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: error.description,
                    underlyingError: error
                )
            )
        }
    }

    /// Writes the value to any encoder, as its JSON.
    public func encode(to encoder: any Encoder) throws {
        try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(self)).encode(to: encoder)
    }
}
