import APIRuntime

/// A filter that removes secrets from strings that developers see.
enum SecretMask {
    /// The replacement for a secret.
    static let mask = "hidden"

    /// Parts of property names that identify a secret, in lower case and without underscores.
    private static let marks = ["token", "ewt", "signature", "guest", "address", "email", "secret", "password"]

    /// The longest string that is kept, in characters.
    private static let limit = 2_000

    /// Returns a JSON body with secret properties masked; for other bodies, returns only the number of bytes.
    static func text(_ bytes: [UInt8]) -> String {
        guard let value = try? JSONCoding.decode(JSONValue.self, from: bytes) else {
            return "\(bytes.count) bytes, no JSON"
        }
        let masked = String(decoding: JSONCoding.encode(masked(value)), as: UTF8.self)
        return masked.count <= limit ? masked : "\(masked.prefix(limit))…"
    }

    /// Returns a URL without the values of its query.
    static func url(_ text: String) -> String {
        guard let mark = text.firstIndex(of: "?") else { return text }
        let keys = text[text.index(after: mark)...].split(separator: "&").map { item in
            "\(item.prefix { $0 != "=" })=…"
        }
        return keys.isEmpty ? String(text[..<mark]) : "\(text[..<mark])?\(keys.joined(separator: "&"))"
    }

    private static func masked(_ value: JSONValue) -> JSONValue {
        if let items = value.array { return .array(items.map(masked)) }
        guard let object = value.object else { return value }
        return .object(
            JSONObject(
                distinct: object.members.map { member in
                    JSONObject.Member(
                        name: member.name,
                        value: isSecret(member.name) ? .string(mask) : masked(member.value)
                    )
                }
            )
        )
    }

    private static func isSecret(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0 != "_" }
        return marks.contains { plain.contains($0) }
    }
}
