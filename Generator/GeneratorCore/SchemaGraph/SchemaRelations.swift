import YAMLReader

/// The schemas of a document and the relations that the document states between them.
///
/// The relations never change. A class only because many small values hold them.
final class SchemaRelations {

    let references: SchemaReferences
    /// The formats of strings.
    let texts: TextFormats
    /// The schemas that extend others.
    let inheritance: Inheritance
    /// The schemas that the values of discriminators name.
    let mappedTags: MappedTags
    /// The names of the components.
    let components: SchemaTable<String>
    /// The schemas outside of the components that have the name of a component, which is only a reference to them.
    let lent: SchemaTable<Schema>
    /// The schemas of parameters, forms and XML, whose values are made of texts and not of JSON.
    let texted: SchemaSet

    var context: ParseContext { references.context }
    var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Connects the schemas of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - context: The context of the run.
    ///   - options: The options of the module.
    ///   - isDeclaredElsewhere: Whether another module declares the type of a schema.
    init(
        _ document: Document,
        in context: ParseContext,
        _ options: ModuleOptions,
        isDeclaredElsewhere: (Schema) -> Bool
    ) {
        references = SchemaReferences(context)
        texts = TextFormats(mapped: MappedFormats(options.formats), diagnostics: context.diagnostics)
        inheritance = Inheritance(document, in: context)
        mappedTags = MappedTags(inheritance, in: context)
        var components = SchemaTable<String>()
        var lent = SchemaTable<Schema>()
        for (name, schema) in document.schemas {
            components[schema] = name.text
            // If documents share schemas of other files, these schemas keep their own names.
            guard options.prefix.isEmpty, let target = references.namelessTarget(of: schema),
                components[target] == nil, !isDeclaredElsewhere(target)
            else { continue }
            components[target] = name.text
            lent[schema] = target
        }
        self.components = components
        self.lent = lent
        texted = Self.texted(document, references)
    }

    private static func texted(_ document: Document, _ references: SchemaReferences) -> SchemaSet {
        let contents = document.operations.flatMap { operation in
            (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
        }
        let others = contents.filter { ![.json, .events, .lines, .textSequence].contains($0.form) }.compactMap(\.schema)
        let schemas = document.operations.flatMap(\.parameters).filter { !$0.isJSON }.compactMap(\.schema) + others
        var texted = SchemaSet()
        for schema in schemas {
            _ = texted.insert(schema)
            if let target = references.followed(schema) { _ = texted.insert(target) }
        }
        return texted
    }

    /// Returns the schema that a schema's reference names; `nil` without a reference or, after an error, without a
    /// target.
    func target(of schema: Schema) -> Schema? {
        references.target(of: schema)
    }

    /// Returns the schema at the end of the references.
    func followed(_ schema: Schema) -> Schema? {
        references.followed(schema)
    }

    /// Whether a schema restricts values further than the schema that it refers to.
    func hasStructure(_ schema: Schema) -> Bool {
        references.hasStructure(schema)
    }
}

extension SchemaReferences {

    /// Returns the schema of another file, without its own reference, that a component only refers to.
    ///
    /// Returns `nil` for any other component.
    fileprivate func namelessTarget(of schema: Schema) -> Schema? {
        guard schema.reference != nil, !hasStructure(schema), let target = target(of: schema),
            target.pointer.file != 0, target.reference == nil
        else { return nil }
        return target
    }
}
