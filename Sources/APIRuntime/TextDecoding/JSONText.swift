/// Parses JSON inside a string.
package enum JSONText {
    /// Returns the value of a JSON document; the string itself when it is not JSON.
    package static func parsed(_ text: String) -> JSONValue {
        (try? JSONCoding.decode(JSONValue.self, from: Array(text.utf8))) ?? .string(text)
    }

    /// Returns the object or array in a string; `nil` for anything else.
    package static func container(_ text: String) -> JSONValue? {
        guard let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        let value = parsed(text)
        return value.string == nil ? value : nil
    }
}
