import YAMLReader

/// Checks of the names and media types that HTTP allows.
enum HTTPText {

    /// The hint for an invalid name.
    static let tokenHint = "Use letters, digits and '-'"

    /// Whether a string can be the name of a header field.
    static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Checks the name of a header field, and reports an invalid one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The object with the key `name`.
    ///   - reading: The reading of the object with an invalid name.
    /// - Returns: Whether the name is valid.
    static func checkHeader(_ name: String, _ object: SpecObject, so reading: String) -> Bool {
        guard !isToken(name) else { return true }
        object.context.slip(
            "bad-header",
            "'\(name)' is not a valid header name",
            so: reading,
            hint: tokenHint,
            at: object.mapping["name"]?.range ?? object.range
        )
        return false
    }

    /// The media types that documents name without their type.
    private static let shortNames = [
        "json": "application/json", "xml": "application/xml", "*": "*/*", "/*": "*/*", "undefined": "*/*",
    ]

    /// Returns a media type with its type and subtype in lower case; the values of its parameters keep their letter case.
    ///
    /// Reports a key that is not a media type, and reads one that is only the subtype.
    static func mediaType(_ key: Mapping.Key, _ context: ParseContext) -> String {
        guard let meant = meantMediaType(key) else {
            checkMediaType(key, context)
            let essence = key.text.prefix(before: ";")
            return essence.lowercased() + key.text[essence.endIndex...]
        }
        reportNoMediaType(key, so: "it is read as '\(meant)'", hint: "Write '\(meant)'", context)
        return meant
    }

    /// Reports a key that is not a media type, with its reading.
    static func reportNoMediaType(_ key: Mapping.Key, so reading: String, hint: String, _ context: ParseContext) {
        context.slip("bad-media-type", "'\(key.text)' is not a media type", so: reading, hint: hint, at: key.range)
    }

    /// The media type that a key means which is only its subtype; `nil` for any other key.
    static func meantMediaType(_ key: Mapping.Key) -> String? {
        shortNames[key.text.prefix(before: ";").trimmed.lowercased()]
    }

    /// Reports a key that is not a media type, with or without parameters.
    private static func checkMediaType(_ key: Mapping.Key, _ context: ParseContext) {
        guard !isMediaType(key.text.essence) else { return }
        context.diagnostics.warning(
            "bad-media-type",
            "'\(key.text)' is not a media type",
            hint: "Use a type and a subtype, such as 'application/json'",
            at: key.range
        )
    }

    /// Whether a string can be a media type or a media range, without its parameters.
    static func isMediaType(_ text: some StringProtocol) -> Bool {
        let type = text.prefix(before: "/")
        return type.endIndex < text.endIndex && isToken(type) && isToken(text[type.endIndex...].dropFirst())
    }
}
