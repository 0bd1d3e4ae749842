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

    /// Names of the properties; elsewhere an index into them identifies a property.
    ///
    /// Declare it as a stored `static let`: it is read for every object.
    static var keys: ObjectKeys { get }

    /// Reads the properties: each index once, in ascending order, then ``ObjectReader/unknown()`` or
    /// ``ObjectReader/additional()`` if at all.
    init(from object: inout ObjectReader) throws(DecodingFailure)

    /// Writes the properties.
    func write(to object: inout ObjectWriter)
}

extension JSONModel {

    /// Reads an object.
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
