/// A value that is a JSON object with named properties.
///
/// Generated models conform. In a file with `@_spi(Generated) import APIRuntime` a handwritten type can conform too:
///
/// ```swift
/// struct Seller: JSONModel {
///     var name: String
///     var city: String?
///     var unknown = UnknownProperties()
///
///     static let keys: ObjectKeys = ["name", "city"]
///     init(from object: inout ObjectReader) throws(DecodingFailure) {
///         name = try object.required(0)
///         city = try object.optional(1)
///         unknown = object.unknown()
///     }
///     func write(to object: inout ObjectWriter) {
///         object.put(0, name)
///         object.put(1, city)
///         object.put(unknown: unknown)
///     }
/// }
/// ```
public protocol JSONModel: JSONCodable {

    /// The names of the properties; other methods identify a property by its index in this list.
    ///
    /// Declare it as a stored `static let`, because it is used for every object.
    static var keys: ObjectKeys { get }

    /// Reads the properties: each index once, in ascending order, then `ObjectReader.unknown()` or
    /// `ObjectReader.additional()` if needed.
    ///
    /// - Throws: ``DecodingFailure`` if a required property is absent, or a property has an invalid value.
    init(from object: inout ObjectReader) throws(DecodingFailure)

    /// Writes the properties.
    func write(to object: inout ObjectWriter)
}

extension JSONModel {

    /// Reads an object.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an object, or does not match the model.
    @inlinable
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        self = try reader.object(Self.keys) { (object: inout ObjectReader) throws(DecodingFailure) -> Self in
            try Self(from: &object)
        }
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
        writeObject(to: &writer)
    }

    @inline(never)
    func writeObject(to writer: inout JSONWriter) {
        writer.object(Self.keys) { (object: inout ObjectWriter) in write(to: &object) }
    }
}
