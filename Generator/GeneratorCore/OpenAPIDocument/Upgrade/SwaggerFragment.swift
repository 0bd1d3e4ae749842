import YAMLReader

/// Upgrades a file that is part of a Swagger 2.0 document but no document itself.
///
/// Every object stays at its location. The shape of an object decides its kind, because the file does not say it.
struct SwaggerFragment {

    private let context: SwaggerUpgrade.Context

    /// Creates an upgrade.
    ///
    /// - Parameters:
    ///   - document: The root of the document, whose media types also apply to its other files.
    ///   - diagnostics: Collects what has no counterpart.
    ///   - lookUp: Returns the value that a reference of the file names; `nil` if there is none.
    init(
        of document: Mapping,
        _ diagnostics: DiagnosticCollector,
        lookUp: @escaping (_ text: String, _ range: SourceRange) -> Node?
    ) {
        var context = SwaggerUpgrade.Context(diagnostics: diagnostics, lookUp: lookUp)
        context.takeMediaTypes(of: document)
        self.context = context
    }

    /// Returns the upgraded value.
    func upgraded(_ node: Node) -> Node {
        guard let mapping = node.mapping else {
            guard let list = node.sequence else { return node }
            return Node(.sequence(list.map(upgraded)), range: node.range)
        }
        if mapping["in"]?.string != nil, mapping["name"]?.string != nil {
            return SwaggerParameters(context).component(.made("parameter", node)).value
        }
        let operations = SwaggerOperations(context, mapping)
        if isPathItem(mapping) {
            return operations.pathItem(node)
        }
        if isOperation(mapping) {
            let item = Node(.mapping(Mapping([.made("get", node)])), range: node.range)
            return operations.pathItem(item)["get"] ?? node
        }
        if isResponse(mapping) {
            return operations.response(.made("response", node), context.produces).value
        }
        guard !isSchema(mapping) else { return SwaggerSchemas(context).schema(node) }
        let entries = mapping.entries.map { Mapping.Entry(key: $0.key, value: upgraded($0.value)) }
        return Node(.mapping(Mapping(entries)), range: node.range)
    }

    /// Whether the keys below `responses` are statuses.
    private func isOperation(_ mapping: Mapping) -> Bool {
        let statuses = mapping["responses"]?.mapping?.keys.map(\.text) ?? []
        return statuses.contains { $0 == "default" || Int($0).map { 100...599 ~= $0 } ?? false }
    }

    private func isPathItem(_ mapping: Mapping) -> Bool {
        mapping.entries.contains { entry in
            SwaggerOperations.methods.contains(entry.key.text) && entry.value["responses"] != nil
        }
    }

    private func isResponse(_ mapping: Mapping) -> Bool {
        mapping["description"]?.string != nil && mapping["type"] == nil && mapping["properties"] == nil
            && (mapping["schema"]?.mapping != nil || mapping["headers"]?.mapping != nil)
    }

    private func isSchema(_ mapping: Mapping) -> Bool {
        ["$ref", "type"].contains { mapping[$0]?.string != nil } || mapping["type"]?.sequence != nil
            || ["allOf", "anyOf", "oneOf", "enum"].contains { mapping[$0]?.sequence != nil }
            || ["properties", "additionalProperties", "items"].contains { mapping[$0]?.mapping != nil }
    }
}
