import YAMLReader

/// Reads a file of schemas that several documents share: an OpenAPI document, or a mapping of schemas by their names.
struct SchemaFileParser {

    let context: ParseContext
    /// What the documents do with the file.
    let use: SharedUse

    /// A document with the schemas alone; `nil` when the file cannot be understood.
    func parse() -> Document? {
        let root = context.root
        if root.node.mapping?.contains("openapi") == true || root.node.mapping?.contains("swagger") == true {
            return DocumentParser(context: context).parse().map(schemasAlone)
        }
        guard let object = SpecObject(root, "a file of schemas", keys: nil, in: context) else { return nil }
        var document = Document()
        document.schemas = named(object)
        if let element = object.element("components"),
            let components = SpecObject(element, "components", keys: nil, in: context)
        {
            document.schemas += components.entries("schemas").map { ($0.key, context.schema(at: $0.element)) }
        }
        if document.schemas.isEmpty {
            context.diagnostics.warning(
                "no-effect",
                "No document refers to a schema of this file, so its module is empty",
                hint: "Refer to one with '$ref', or remove the module",
                at: root.node.range
            )
        }
        return document
    }

    private func schemasAlone(_ document: Document) -> Document {
        var kept = Document()
        kept.schemas = document.schemas
        if let first = document.operations.first {
            context.diagnostics.warning(
                "no-effect",
                "Operations in a file of schemas are not generated",
                hint: "Generate them in a module with 'spec'",
                at: first.pathRange
            )
        }
        return kept
    }

    /// The schemas at the top of the file, which may hold other things as well: those that some reference names.
    private func named(_ object: SpecObject) -> [(name: Mapping.Key, schema: Schema)] {
        let path = context.files[0].path
        return object.mapping.entries.compactMap { entry in
            let element = object.element.child(entry.key.text, entry.value)
            guard use.named.contains(path + element.pointer.text) else { return nil }
            return (entry.key, context.schema(at: element))
        }
    }
}
