import YAMLReader

/// The locations of the parts of a Swagger 2.0 document before and after its upgrade.
struct SwaggerLocations {

    /// The document as its author wrote it.
    let original: Node
    /// The upgraded document.
    let root: Node

    /// The components with the fields of forms, which have no counterpart in OpenAPI 3.
    static let fields = "x-form-fields"

    private static let kinds = [
        "definitions": "schemas", "responses": "responses", "securityDefinitions": "securitySchemes",
    ]

    /// Returns the path of a value in the upgraded document.
    ///
    /// - Parameter tokens: The path in the original document.
    /// - Returns: The path; unchanged for a value that the upgrade does not move.
    func upgraded(_ tokens: [String]) -> [String] {
        let component = component(tokens)
        var steps = SwaggerSteps(
            path: component ?? [],
            rest: component == nil ? tokens[...] : tokens.dropFirst(2),
            from: original.resolve(JSONPointer(component == nil ? [] : Array(tokens.prefix(2)))),
            to: root.resolve(JSONPointer(component ?? []))
        )
        while steps.moveToUpgraded() {}
        return steps.path
    }

    /// Returns the path of the component that the start of a path names; `nil` for other values.
    private func component(_ tokens: [String]) -> [String]? {
        guard let first = tokens.first, tokens.count >= 2, root[first] == nil else { return nil }
        if let kind = Self.kinds[first] {
            return ["components", kind, tokens[1]]
        }
        guard first == "parameters" else { return nil }
        let found = ["parameters", "requestBodies", Self.fields].first { kind in
            root["components"]?[kind]?[tokens[1]] != nil
        }
        return ["components", found ?? "parameters", tokens[1]]
    }

    /// Returns the path of a value in the original document.
    ///
    /// - Parameter tokens: The path in the upgraded document.
    /// - Returns: The path; unchanged for a value that is only in the upgraded document.
    func original(_ tokens: [String]) -> [String] {
        let component = Self.originalComponent(tokens)
        var steps = SwaggerSteps(
            path: component ?? [],
            rest: component == nil ? tokens[...] : tokens.dropFirst(3),
            from: root.resolve(JSONPointer(component == nil ? [] : Array(tokens.prefix(3)))),
            to: original.resolve(JSONPointer(component ?? []))
        )
        while steps.moveToOriginal() {}
        return steps.path
    }

    private static func originalComponent(_ tokens: [String]) -> [String]? {
        guard tokens.count >= 3, tokens[0] == "components" else { return nil }
        if let first = kinds.first(where: { $0.value == tokens[1] })?.key {
            return [first, tokens[2]]
        }
        return ["parameters", "requestBodies", fields].contains(tokens[1]) ? ["parameters", tokens[2]] : nil
    }

    /// Returns the components that the original document declared together with the component at a path.
    func siblings(of path: [String]) -> Node {
        let parameters = ["parameters", "requestBodies", Self.fields]
        let kinds = parameters.contains(path[1]) ? parameters : [path[1]]
        let entries = kinds.flatMap { root["components"]?[$0]?.mapping?.entries ?? [] }
        return Node(.mapping(Mapping(entries)), range: root.range)
    }

    /// Returns the upgraded document with references of OpenAPI 3, for use without the original.
    ///
    /// - Parameter moved: Returns the text of a reference to another file in the upgraded document.
    /// - Returns: The document.
    func relinked(_ moved: (String) -> String) -> Node {
        let entries = root.mapping?.entries.map { entry -> Mapping.Entry in
            guard entry.key.text == "components", let mapping = entry.value.mapping else { return entry }
            let rest = mapping.entries.filter { $0.key.text != Self.fields }
            return .init(key: entry.key, value: Node(.mapping(Mapping(rest)), range: entry.value.range))
        }
        guard let entries else { return relinked(root, moved) }
        return relinked(Node(.mapping(Mapping(entries)), range: root.range), moved)
    }

    private func relinked(_ node: Node, _ moved: (String) -> String) -> Node {
        func reference(_ text: String) -> String { text.hasPrefix("#") ? self.reference(text) : moved(text) }
        switch node.value {
        case .sequence(let nodes):
            return Node(.sequence(nodes.map { relinked($0, moved) }), range: node.range)
        case .mapping(let mapping):
            let entries = mapping.entries.map { entry -> Mapping.Entry in
                if entry.key.text == "$ref", let text = entry.value.string {
                    return .init(key: entry.key, value: Node(.string(reference(text)), range: entry.value.range))
                }
                if entry.key.text == "discriminator", let values = entry.value["mapping"]?.mapping {
                    let targets = values.entries.map { value -> Mapping.Entry in
                        let text = value.value.string.map(reference)
                        return .init(
                            key: value.key,
                            value: text.map { Node(.string($0), range: value.value.range) } ?? value.value
                        )
                    }
                    let name = entry.value.mapping?.entries.filter { $0.key.text != "mapping" } ?? []
                    let whole = Mapping(name + [.made("mapping", .mapping(Mapping(targets)), at: entry.value.range)])
                    return .init(key: entry.key, value: Node(.mapping(whole), range: entry.value.range))
                }
                return .init(key: entry.key, value: relinked(entry.value, moved))
            }
            return Node(.mapping(Mapping(entries)), range: node.range)
        default: return node
        }
    }

    private func reference(_ text: String) -> String {
        guard text.hasPrefix("#"), let pointer = JSONPointer(parsing: text) else { return text }
        let tokens = upgraded(pointer.tokens)
        return tokens == pointer.tokens ? text : JSONPointer(tokens).description
    }
}
