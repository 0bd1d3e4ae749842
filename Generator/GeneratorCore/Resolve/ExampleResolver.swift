import YAMLReader

/// Groups the examples of a document by their types.
struct ExampleResolver {

    let document: Document
    let graph: SchemaGraph
    let types: ResolvedTypes

    /// Returns the examples of each top-level type that has any, in the order of the types.
    func sets() -> [ExampleSet] {
        var texts: [NamedType: [String]] = [:]
        for (_, schema) in document.schemas {
            add(schema.examples, of: schema, to: &texts)
        }
        for operation in document.operations + document.webhooks + document.callbacks.map(\.operation) {
            let content = (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
            for media in content where !media.examples.isEmpty {
                add(media, to: &texts)
            }
        }
        return types.topLevel.compactMap { type in texts[type].map { ExampleSet(type: type, texts: $0) } }
    }

    private func add(_ media: MediaTypeEntry, to texts: inout [NamedType: [String]]) {
        let items = media.examples.flatMap { $0.sequence ?? [$0] }
        switch media.form {
        case .json:
            media.schema.map { add(media.examples, of: $0, to: &texts) }
        case .lines, .textSequence:
            media.schemaOfItems(following: graph.followed).map { add(items, of: $0, to: &texts) }
        case .events:
            switch EventPayload(media, graph) {
            case .text: break
            case .event(let schema), .data(let schema): add(items, of: schema, to: &texts)
            case .dataOfEvent(let schema): add(items.compactMap(data), of: schema, to: &texts)
            }
        default: break
        }
    }

    /// Returns the data of an event, which is a string in the event, also when it contains JSON.
    private func data(_ event: Node) -> Node? {
        guard let data = event.mapping?["data"] else { return nil }
        return data.string.flatMap { JSONExample($0, at: data.range).value } ?? data
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
