extension JSONValue {
    /// Creates the JSON value in which another value is encoded.
    init(encoding value: some JSONCodable, options: JSONWritingOptions = JSONWritingOptions()) {
        // Decoding cannot fail: the writer produces valid JSON.
        self = (try? JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(value, options: options))) ?? .null
    }

    /// The string of a scalar, without quotes; an empty string for `null`; JSON for an array or an object.
    var plainText: String {
        switch self {
        case .string(let text): text
        case .null: ""
        default: String(decoding: JSONCoding.encode(self), as: UTF8.self)
        }
    }
}
