/// JSON inside of texts.
package enum JSONText {
    /// The value of a JSON text; the text itself when it is none.
    package static func parsed(_ text: String) -> JSONValue {
        (try? JSONCoding.decode(JSONValue.self, from: Array(text.utf8))) ?? .string(text)
    }

    /// The object or list that a text spells; `nil` when it spells none.
    package static func container(_ text: String) -> JSONValue? {
        guard let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        let value = parsed(text)
        return value.string == nil ? value : nil
    }
}
