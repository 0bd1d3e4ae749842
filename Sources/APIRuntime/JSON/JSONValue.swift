/// Any JSON value.
public enum JSONValue: Sendable, Hashable {
    /// The JSON value `null`.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number with its exact digits.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, with its properties in order.
    case object(JSONObject)

    /// The value of a string; `nil` for other kinds.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a Boolean; `nil` for other kinds.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of a number; `nil` for other kinds.
    public var number: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The elements of an array; `nil` for other kinds.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The properties of an object; `nil` for other kinds.
    public var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The value of a property; `nil` when this is not an object or lacks it.
    ///
    /// Setting a property turns `null` into an object, and has no effect on other kinds.
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            var object = self.object ?? JSONObject()
            guard self.object != nil || isNull else { return }
            object[name] = newValue
            self = .object(object)
        }
    }

    /// The element at an index; `nil` when this is not an array or the index is out of range.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// Decodes the value as another type.
    ///
    /// - Throws: ``DecodingFailure`` if the value does not match the type.
    public func decode<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try JSONCoding.decode(type, from: JSONCoding.encode(self))
    }

    /// Creates the JSON form of a value.
    public init(_ value: some JSONCodable) {
        self =
            (try? JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(value), options: .init(maximumDepth: .max)))
            ?? .null
    }
}

extension JSONValue: JSONCodable {

    /// Reads any value.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not valid JSON, or an object repeats a name and duplicates are
    ///   rejected.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        switch try reader.kind {
        case .null:
            try reader.skipLiteral("null")
            self = .null
        case .bool: self = .bool(try Bool(json: &reader))
        case .number: self = .number(try JSONNumber(json: &reader))
        case .string: self = .string(try reader.readString())
        case .array: self = .array(try [JSONValue](json: &reader))
        case .object: self = .object(try JSONObject(json: &reader))
        }
    }

    /// Writes the value.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let value): value.write(to: &writer)
        case .number(let number): number.write(to: &writer)
        case .string(let text): writer.write(string: text)
        case .array(let elements): elements.write(to: &writer)
        case .object(let object): object.write(to: &writer)
        }
    }
}
