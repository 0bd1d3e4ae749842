import YAMLReader

/// Parses a file of schemas that several documents share: an OpenAPI document, or a mapping of names to schemas.
struct SchemaFileParser {

    let context: ParseContext
    /// The uses of the file by the documents.
    let use: SharedUse

    /// Returns a document that contains only schemas; `nil` if the file cannot be parsed.
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

    /// Returns the schemas at the top level of the file that a reference names; the file may contain other values as
    /// well.
    private func named(_ object: SpecObject) -> [(name: Mapping.Key, schema: Schema)] {
        let path = context.files[0].path
        return object.mapping.entries.compactMap { entry in
            let element = object.element.child(entry.key.text, entry.value)
            guard use.named.contains(path + element.pointer.text) else { return nil }
            return (entry.key, context.schema(at: element))
        }
    }
}
