/// A value that is a JSON array with a separate type for each position.
///
/// ```swift
/// struct Position: TupleModel {
///     var longitude: Double
///     var latitude: Double
///     var rest: [Double]
///
///     init(from tuple: inout TupleReader) throws(DecodingFailure) {
///         longitude = try tuple.required()
///         latitude = try tuple.required()
///         rest = try tuple.rest()
///     }
///     func write(to tuple: inout TupleWriter) {
///         tuple.put(longitude)
///         tuple.put(latitude)
///         tuple.put(rest: rest)
///     }
/// }
/// ```
public protocol TupleModel: JSONCodable {

    /// Reads the elements in order.
    ///
    /// - Throws: ``DecodingFailure`` if a required element is missing, or an element has an invalid value.
    init(from tuple: inout TupleReader) throws(DecodingFailure)

    /// Writes the elements in order.
    func write(to tuple: inout TupleWriter)
}

extension TupleModel {

    /// Reads an array.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an array, or does not match the model; in strict reading, also
    ///   for additional elements.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        if reader.isLoneText {
            self = try reader.readTextTuple(Self.self)
            return
        }
        self = try withUnsafeMutablePointer(to: &reader) { (pointer) throws(DecodingFailure) -> Self in
            var tuple = try TupleReader(pointer)
            let value = try Self(from: &tuple)
            try tuple.finish()
            return value
        }
    }

    /// Writes an array.
    public func write(to writer: inout JSONWriter) {
        withUnsafeMutablePointer(to: &writer) { pointer in
            var tuple = TupleWriter(pointer)
            write(to: &tuple)
            tuple.finish()
        }
    }

    /// Whether an omitted element precedes another one, so that it is null in the array.
    var hasGap: Bool {
        var writer = JSONWriter(capacity: 256)
        return withUnsafeMutablePointer(to: &writer) { pointer in
            var tuple = TupleWriter(pointer)
            write(to: &tuple)
            return tuple.hasGap
        }
    }
}
