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
/// The protocol inherits from `Codable`: any other encoder or decoder uses the same properties and values as the JSON.
public protocol JSONCodable: Codable, Sendable {

    /// Reads a value at the reader's position, and moves the reader past it.
    ///
    /// - Throws: ``DecodingFailure`` if the value does not match the type, or is not valid JSON.
    init(json reader: inout JSONReader) throws(DecodingFailure)

    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension JSONCodable {

    /// Reads the value from any decoder, through its JSON.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``DecodingFailure``, or the error of the decoder.
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
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(self)).encode(to: encoder)
    }
}
