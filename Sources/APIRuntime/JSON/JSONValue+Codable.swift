#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONValue {

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// Reads a value from any decoder.
    ///
    /// - Throws: The error of the decoder, or a `DecodingError` if the value has no JSON form.
    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            self = try Self.decimal(in: object, decoder) ?? Self.object(in: object)
        } else if var array = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    // Encoders without support for `Decimal`, such as the one for property lists, write its parts.
    private static func decimal(in container: KeyedDecodingContainer<Name>, _ decoder: any Decoder) -> JSONValue? {
        guard container.allKeys.count == 5, container.contains(Name(stringValue: "mantissa")),
            let value = try? Decimal(from: decoder)
        else { return nil }
        return JSONValue(value)
    }

    private static func object(in container: KeyedDecodingContainer<Name>) throws -> JSONValue {
        // Decoders store properties in a dictionary; sorting makes the result deterministic.
        let names = container.allKeys.sorted { $0.stringValue < $1.stringValue }
        return .object(
            JSONObject(
                distinct: try names.map {
                    JSONObject.Member(name: $0.stringValue, value: try container.decode(JSONValue.self, forKey: $0))
                }
            )
        )
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        // Decimals are tried first, because Foundation's decoder rounds large numbers with a fraction to an `Int64`.
        if let value = try? container.decode(Decimal.self), value.isNormal { return JSONValue(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Double.self) { return JSONValue(value) }
        return .string(try container.decode(String.self))
    }

    /// Writes the value to any encoder.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: Name.self)
            for member in object.members {
                try container.encode(member.value, forKey: Name(stringValue: member.name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .string(let text): try container.encode(text)
        case .number(let number): try Self.encode(number, to: &container)
        default: try container.encodeNil()
        }
    }

    // Encoders have no exact numbers: the first type that preserves the number is used.
    private static func encode(_ number: JSONNumber, to container: inout any SingleValueEncodingContainer) throws {
        if let value = number.value(as: Int64.self) {
            try container.encode(value)
        } else if let value = number.value(as: UInt64.self) {
            try container.encode(value)
        } else if let value = number.value(as: Double.self), JSONNumber(value) == number {
            try container.encode(value)
        } else if let value = number.value(as: Decimal.self) {
            try container.encode(value)
        } else {
            try container.encode(number.value(as: Double.self) ?? 0)
        }
    }
}
