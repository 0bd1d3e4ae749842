import YAMLReader

/// The locations of the parts of a Swagger 2.0 document after its upgrade.
enum SwaggerLocations {

    /// The components with the fields of forms, which have no counterpart in OpenAPI 3.
    static let fields = "x-form-fields"

    private static let kinds = [
        "definitions": "schemas", "responses": "responses", "securityDefinitions": "securitySchemes",
    ]

    /// Returns the path of a value in the upgraded document.
    ///
    /// - Parameters:
    ///   - tokens: The path in the original document.
    ///   - root: The upgraded document.
    /// - Returns: The path; unchanged for a value that the upgrade does not move.
    static func upgraded(_ tokens: [String], in root: Node) -> [String] {
        guard let first = tokens.first, tokens.count >= 2, root[first] == nil else { return tokens }
        if let kind = kinds[first] {
            return ["components", kind] + tokens.dropFirst()
        }
        guard first == "parameters" else { return tokens }
        let found = ["parameters", "requestBodies", fields].first { kind in
            root["components"]?[kind]?[tokens[1]] != nil
        }
        return ["components", found ?? "parameters"] + tokens.dropFirst()
    }

    /// Returns the path of a component in the original document; unchanged for other values.
    static func original(_ tokens: [String]) -> [String] {
        guard tokens.count >= 3, tokens[0] == "components" else { return tokens }
        if let first = kinds.first(where: { $0.value == tokens[1] })?.key {
            return [first] + tokens.dropFirst(2)
        }
        return ["parameters", "requestBodies", fields].contains(tokens[1])
            ? ["parameters"] + tokens.dropFirst(2) : tokens
    }

    /// Returns the components that the original document declared together with the component at a path.
    static func siblings(of path: [String], in root: Node) -> Node {
        let parameters = ["parameters", "requestBodies", fields]
        let kinds = parameters.contains(path[1]) ? parameters : [path[1]]
        let entries = kinds.flatMap { root["components"]?[$0]?.mapping?.entries ?? [] }
        return Node(.mapping(Mapping(entries)), range: root.range)
    }

    /// Returns an upgraded document whose references are those of OpenAPI 3, for use without its original.
    static func relinked(_ root: Node) -> Node {
        let entries = root.mapping?.entries.map { entry -> Mapping.Entry in
            guard entry.key.text == "components", let mapping = entry.value.mapping else { return entry }
            let rest = mapping.entries.filter { $0.key.text != fields }
            return .init(key: entry.key, value: Node(.mapping(Mapping(rest)), range: entry.value.range))
        }
        return relinked(Node(.mapping(Mapping(entries ?? [])), range: root.range), in: root)
    }

    private static func relinked(_ node: Node, in root: Node) -> Node {
        switch node.value {
        case .sequence(let nodes):
            return Node(.sequence(nodes.map { relinked($0, in: root) }), range: node.range)
        case .mapping(let mapping):
            let entries = mapping.entries.map { entry -> Mapping.Entry in
                if entry.key.text == "$ref", let text = entry.value.string {
                    return .init(key: entry.key, value: Node(.string(reference(text, root)), range: entry.value.range))
                }
                if entry.key.text == "discriminator", let values = entry.value["mapping"]?.mapping {
                    let targets = values.entries.map { value -> Mapping.Entry in
                        let text = value.value.string.map { reference($0, root) }
                        return .init(
                            key: value.key,
                            value: text.map { Node(.string($0), range: value.value.range) } ?? value.value
                        )
                    }
                    let name = entry.value.mapping?.entries.filter { $0.key.text != "mapping" } ?? []
                    let whole = Mapping(name + [.made("mapping", .mapping(Mapping(targets)), at: entry.value.range)])
                    return .init(key: entry.key, value: Node(.mapping(whole), range: entry.value.range))
                }
                return .init(key: entry.key, value: relinked(entry.value, in: root))
            }
            return Node(.mapping(Mapping(entries)), range: node.range)
        default: return node
        }
    }

    private static func reference(_ text: String, _ root: Node) -> String {
        guard text.hasPrefix("#"), let pointer = JSONPointer(parsing: text) else { return text }
        let tokens = upgraded(pointer.tokens, in: root)
        return tokens == pointer.tokens ? text : JSONPointer(tokens).description
    }
}
