extension JSONValue {
    /// Creates the JSON value in which another value is encoded.
    init(encoding value: some JSONCodable, options: JSONWritingOptions = JSONWritingOptions()) {
        var isExact = true
        self.init(encoding: value, options: options, isExact: &isExact)
    }

    /// Creates the JSON value in which another value is encoded.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - options: The options of the encoding.
    ///   - isExact: Becomes `false` if null replaces a number that JSON does not have.
    package init(
        encoding value: some JSONCodable,
        options: JSONWritingOptions = JSONWritingOptions(),
        isExact: inout Bool
    ) {
        var isWhole = true
        let bytes = JSONCoding.encode(value, options: options, isExact: &isWhole)
        if !isWhole { isExact = false }
        // Decoding cannot fail: the writer produces valid JSON.
        self = (try? JSONCoding.decode(JSONValue.self, from: bytes)) ?? .null
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
