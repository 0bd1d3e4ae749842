import YAMLReader

/// Groups the examples of a document by their types.
struct ExampleResolver {

    let document: Document
    let types: ResolvedTypes

    /// Returns the examples of each top-level type that has any, in the order of the types.
    func sets() -> [ExampleSet] {
        var texts: [NamedType: [String]] = [:]
        for (_, schema) in document.schemas {
            add(schema.examples, of: schema, to: &texts)
        }
        for operation in document.operations + document.webhooks + document.callbacks.map(\.operation) {
            let content = (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
            for media in content where media.isJSON {
                media.schema.map { add(media.examples, of: $0, to: &texts) }
            }
        }
        return types.topLevel.compactMap { type in texts[type].map { ExampleSet(type: type, texts: $0) } }
    }

    private func add(_ nodes: [Node], of schema: Schema, to texts: inout [NamedType: [String]]) {
        guard !nodes.isEmpty, let type = types.type(of: schema)?.type else { return }
        for node in nodes {
            add(node, of: type, to: &texts)
        }
    }

    /// Adds an example of a type; the elements of a list are examples of its element type.
    private func add(_ node: Node, of type: SwiftType, to texts: inout [NamedType: [String]]) {
        switch type {
        case .array(let element), .arraySkippingInvalidElements(let element):
            node.sequence?.forEach { add($0, of: element, to: &texts) }
        case .named(let inline):
            // Of identical inline types, only one is declared.
            let named = inline.original ?? inline
            guard named.parent == nil else { return }
            if case .alias(let target) = named.content {
                add(node, of: target, to: &texts)
            } else if named.canHaveExamples, let text = JSONText(node).text, texts[named]?.contains(text) != true {
                texts[named, default: []].append(text)
            }
        default: return
        }
    }
}

extension NamedType {
    /// Whether the type has no variant named `example` or `examples`, so that properties with these names can be added.
    fileprivate var canHaveExamples: Bool {
        switch content {
        case .object: true
        case .union(let union): !union.variants.contains { ["example", "examples"].contains($0.name.text) }
        default: false
        }
    }
}

extension MediaTypeEntry {
    /// Whether the media type is JSON.
    var isJSON: Bool {
        let essence = name.prefix { $0 != ";" }.trimmed
        return essence.hasSuffix("/json") || essence.hasSuffix("+json")
    }
}
