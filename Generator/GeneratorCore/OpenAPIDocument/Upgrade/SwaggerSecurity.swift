import YAMLReader

/// Upgrades Security Scheme Objects.
enum SwaggerSecurity {

    private static let flows = [
        "implicit": "implicit", "password": "password", "application": "clientCredentials",
        "accesscode": "authorizationCode",
    ]

    /// Returns a security scheme of OpenAPI 3.
    static func scheme(_ entry: Mapping.Entry) -> Mapping.Entry {
        guard let mapping = entry.value.mapping, let type = mapping.entry("type"), let name = type.value.string else {
            return entry
        }
        var entries = mapping.entries
        switch name.lowercased() {
        case "basic":
            entries = entries.filter { $0.key.text != "type" }
            entries.insert(.made("type", .string("http"), at: type.value.range), at: 0)
            entries.insert(.made("scheme", .string("basic"), at: type.value.range), at: 1)
        case "oauth2": entries = oauth(mapping)
        default: break
        }
        return .init(key: entry.key, value: Node(.mapping(Mapping(entries)), range: entry.value.range))
    }

    private static let flowKeys: Set<String> = ["authorizationUrl", "tokenUrl", "refreshUrl", "scopes"]

    private static func oauth(_ mapping: Mapping) -> [Mapping.Entry] {
        let rest = mapping.entries.filter { !flowKeys.contains($0.key.text) && $0.key.text != "flow" }
        guard let flow = mapping.entry("flow"), let text = flow.value.string else { return rest }
        let kind = flows[text.lowercased()] ?? text
        let needed: Set<String> =
            switch kind {
            case "implicit": flowKeys.subtracting(["tokenUrl"])
            case "password", "clientCredentials": flowKeys.subtracting(["authorizationUrl"])
            default: flowKeys
            }
        var own = mapping.entries.filter { needed.contains($0.key.text) }
        if !mapping.contains("scopes") {
            own.append(.made("scopes", .mapping(Mapping([])), at: flow.value.range))
        }
        let object = Mapping([.made(kind, .mapping(Mapping(own)), at: flow.value.range)])
        return rest + [.made("flows", .mapping(object), at: flow.key.range)]
    }
}
