extension JSONValue {
    /// Returns an array, or an object written as `name=value` when exploded and as alternating names and values when
    /// not.
    package static func texts(
        _ parts: [String],
        _ kind: TextKind,
        explode: Bool,
        decoded: (String) -> String
    ) -> JSONValue {
        guard kind == .object else { return .array(parts.map { .string(decoded($0)) }) }
        guard explode else { return .pairs(parts.map(decoded)) }
        return .object(
            parts.map { part in
                let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (decoded(String(halves[0])), halves.count > 1 ? decoded(String(halves[1])) : "")
            }
        )
    }

    /// Returns an object from alternating names and values.
    package static func pairs(_ texts: [String]) -> JSONValue {
        .object(stride(from: 0, to: texts.count, by: 2).map { (texts[$0], $0 + 1 < texts.count ? texts[$0 + 1] : "") })
    }

    /// Returns an object of strings.
    package static func object(_ members: [(String, String)]) -> JSONValue {
        .object(JSONObject(members.map { JSONObject.Member(name: $0.0, value: .string($0.1)) }))
    }
}
