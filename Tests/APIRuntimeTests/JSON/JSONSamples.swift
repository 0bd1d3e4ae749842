@_spi(Generated) @testable import APIRuntime
import Foundation

/// A model with every way of reading a property.
///
/// Tests set only the properties that they need.
struct Sample: JSONModel, Hashable {
    var name: String
    var count: Int?
    var price: Decimal?
    var date: Date?
    var nickname: Nullable<String>?
    var child: [Sample]
    var color: Color?
    var unknown = UnknownProperties()

    init(name: String, count: Int? = nil, nickname: Nullable<String>? = nil, child: [Sample] = []) {
        self.name = name
        self.count = count
        self.nickname = nickname
        self.child = child
    }

    static let keys: ObjectKeys = ["name", "count", "price_with_a_long_name", "date", "nickname", "child", "color"]

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        name = try object.required(0)
        count = try object.optional(1)
        price = try object.optional(2)
        date = try object.optional(3)
        nickname = try object.nullable(4)
        child = try object.value(5, or: [])
        color = try object.optional(6)
        unknown = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, name)
        object.put(1, count)
        object.put(2, price)
        object.put(3, date)
        object.put(4, nickname)
        object.put(5, child)
        object.put(6, color)
        object.put(unknown: unknown)
    }
}

/// An enumeration with two known values.
struct Color: OpenEnum {
    let rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    static let red = Color(rawValue: "red")
    static let knownValues: [Color] = [.red, Color(rawValue: "green")]
}

/// Decodes a string.
func read<T: JSONCodable>(
    _ text: String,
    as type: T.Type = T.self,
    _ options: JSONReadingOptions = JSONReadingOptions()
) throws(DecodingFailure) -> T {
    try JSONCoding.decode(type, from: Array(text.utf8), options: options)
}

/// Returns the reason why a string cannot be decoded, or `nil` if it can.
func reason<T: JSONCodable>(
    _ text: String,
    as type: T.Type,
    _ options: JSONReadingOptions = JSONReadingOptions()
) -> DecodingFailure.Reason? {
    failure(text, as: type, options)?.reason
}

/// Returns the failure of decoding a string, or `nil` if it can be decoded.
func failure<T: JSONCodable>(
    _ text: String,
    as type: T.Type,
    _ options: JSONReadingOptions = JSONReadingOptions()
) -> DecodingFailure? {
    do {
        _ = try read(text, as: type, options)
        return nil
    } catch {
        return error
    }
}

/// A value with the number of containers that were scanned before they were decoded, or without success.
struct Passes<Value: JSONCodable>: JSONCodable {
    let value: Value?
    let containers: Int

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        // A value that cannot be decoded requires work too.
        do throws(DecodingFailure) { value = try Value(json: &reader) } catch {
            guard error.reason == .mismatch else { throw error }
            value = nil
            reader.position = reader.bytes.count
        }
        containers = reader.passedContainers
    }

    func write(to writer: inout JSONWriter) { value.write(to: &writer) }
}

/// Returns the JSON document of a value.
func text(_ value: some JSONCodable, _ options: JSONWritingOptions = JSONWritingOptions()) -> String {
    String(decoding: JSONCoding.encode(value, options: options), as: UTF8.self)
}
