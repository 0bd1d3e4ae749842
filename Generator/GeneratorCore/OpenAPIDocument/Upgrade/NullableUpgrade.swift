import YAMLReader

/// Upgrades the schemas of an OpenAPI 3.0 document to those of OpenAPI 3.1.
struct NullableUpgrade {

    private let schemas: SwaggerSchemas

    init(_ diagnostics: DiagnosticCollector) {
        schemas = SwaggerSchemas(SwaggerUpgrade.Context(diagnostics: diagnostics) { _, _ in nil })
    }

    /// Keys whose values are data.
    private static let data: Set<String> = ["example", "examples", "default", "enum", "const"]

    /// Returns the upgraded document.
    func upgraded(_ root: Node) -> Node {
        guard let mapping = root.mapping else { return root }
        let entries = mapping.entries.map { entry -> Mapping.Entry in
            guard entry.key.text == "openapi" else { return .init(key: entry.key, value: value(entry.value)) }
            return .init(key: entry.key, value: Node(.string("3.1.0"), range: entry.value.range))
        }
        return Node(.mapping(Mapping(entries)), range: root.range)
    }

    private func value(_ node: Node) -> Node {
        switch node.value {
        case .sequence(let nodes): return Node(.sequence(nodes.map(value)), range: node.range)
        case .mapping(let mapping):
            let isOld = ["nullable", "exclusiveMinimum", "exclusiveMaximum"].contains { mapping[$0]?.bool != nil }
            // A schema is upgraded with all schemas in it.
            guard !isOld else { return schemas.schema(node) }
            let entries = mapping.entries.map { entry -> Mapping.Entry in
                let isData = Self.data.contains(entry.key.text) || entry.key.text.hasPrefix("x-")
                return isData ? entry : .init(key: entry.key, value: value(entry.value))
            }
            return Node(.mapping(Mapping(entries)), range: node.range)
        default: return node
        }
    }
}
