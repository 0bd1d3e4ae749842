/// The encoding of one property of an `application/x-www-form-urlencoded` or `multipart/form-data` body.
public struct FormEncoding: Hashable, Sendable {
    /// The style of a list or object.
    ///
    /// ``QueryStyle/deepObject`` supports any depth.
    package var style: QueryStyle

    /// Whether each element is written as a separate parameter.
    package var explode: Bool

    /// Whether reserved characters are left unencoded; see `OperationCall.query(_:_:style:explode:allowReserved:)`.
    package var allowReserved: Bool

    /// Whether the value is written as a single JSON string instead.
    package var isJSON: Bool

    /// Creates an encoding.
    @_spi(Generated)
    public init(style: QueryStyle = .form, explode: Bool = true, allowReserved: Bool = false, isJSON: Bool = false) {
        self.style = style
        self.explode = explode
        self.allowReserved = allowReserved
        self.isJSON = isJSON
    }
}

extension [String: FormEncoding] {
    /// Returns the same encoding for several properties.
    ///
    /// - Parameters:
    ///   - names: The names of the properties.
    ///   - encoding: The encoding of each property.
    /// - Returns: The encoding for each name.
    @_spi(Generated)
    public static func each(_ names: [String], _ encoding: FormEncoding) -> [String: FormEncoding] {
        Dictionary(names.map { ($0, encoding) }) { first, _ in first }
    }
}

/// Writes an object as `application/x-www-form-urlencoded`.
enum FormBody {
    /// Writes the properties of an object.
    ///
    /// Without an encoding, a scalar is `name=value`, a list repeats its name for each element, and an object is one JSON
    /// string, as is a list in a list (OpenAPI 3.2, "Encoding Object"). `null` properties are omitted.
    ///
    /// - Parameters:
    ///   - value: A value that is written as a JSON object. Any other value adds nothing.
    ///   - encodings: The encodings by property name.
    ///   - options: The options of the JSON, such as the order of its properties.
    ///   - isExact: Becomes `false` if a property has a number that is not finite.
    ///   - writer: Receives the properties.
    static func write(
        _ value: some JSONCodable,
        encodings: [String: FormEncoding],
        options: JSONWritingOptions = .request,
        isExact: inout Bool,
        to writer: inout QueryWriter
    ) {
        let json = JSONValue(encoding: value, options: options, isExact: &isExact)
        for member in json.object?.members ?? [] where !member.value.isNull {
            add(member.name, member.value, encoding: encodings[member.name], to: &writer)
        }
    }

    /// Adds one property.
    ///
    /// An encoding of JSON applies to each element of a list (OpenAPI 3.2, "Encoding By Name"). Earlier versions describe
    /// it by the default for a list, which is that of its elements.
    static func add(_ name: String, _ value: JSONValue, encoding: FormEncoding?, to writer: inout QueryWriter) {
        let chosen = encoding ?? FormEncoding()
        if chosen.isJSON || (encoding == nil && value.isNested) {
            for element in value.array ?? [value] where chosen.isJSON || !element.isNull {
                let isText = !chosen.isJSON && element.array == nil && element.object == nil
                let text = isText ? element.plainText : String(decoding: JSONCoding.encode(element), as: UTF8.self)
                writer.add(name, .primitive(text))
            }
        } else {
            writer.add(
                name,
                json: value,
                style: chosen.style,
                explode: chosen.explode,
                allowReserved: chosen.allowReserved
            )
        }
    }
}
