import YAMLReader

/// The references between the schemas of a document.
struct SchemaReferences {

    let context: ParseContext
    /// The schemas that require properties that are optional in the schemas that they refer to.
    private var narrowing = SchemaSet()
    /// The number of schemas that were searched for such properties; those created later are searched on demand.
    private var searched = 0

    /// Finds the schemas that require properties of the schemas that they refer to.
    ///
    /// - Parameter context: The context of the run, whose document is parsed.
    init(_ context: ParseContext) {
        self.context = context
        searched = context.schemaCount
        let candidates = context.locatedSchemas.filter { $0.reference != nil && !$0.required.isEmpty }
            .sorted { $0.number < $1.number }
        // A schema that one of these refers to may be such a schema itself.
        for _ in 0..<8 {
            let found = candidates.filter(loosens)
            guard found.count != narrowing.count else { break }
            narrowing = SchemaSet()
            found.forEach { _ = narrowing.insert($0) }
        }
    }

    /// Returns the schema that a schema's reference names; `nil` without a reference or, after an error, without a
    /// target.
    func target(of schema: Schema) -> Schema? {
        context.target(of: schema)
    }

    /// Returns the schema at the end of the references.
    func followed(_ schema: Schema) -> Schema? {
        var current = schema
        for _ in 0..<100 {
            guard current.reference != nil, !hasStructure(current) else { return current }
            guard let target = target(of: current) else { return nil }
            current = target
        }
        return nil
    }

    /// Whether a schema restricts values further than the schema that it refers to.
    func hasStructure(_ schema: Schema) -> Bool {
        !schema.properties.isEmpty || !schema.allOf.isEmpty || !schema.variants.isEmpty || schema.enumeration != nil
            || schema.constant != nil || narrows(schema)
    }

    /// Whether a schema requires properties that are optional in the schema that it refers to.
    private func narrows(_ schema: Schema) -> Bool {
        guard !schema.required.isEmpty, schema.reference != nil else { return false }
        return schema.number < searched ? narrowing.contains(schema) : loosens(schema)
    }

    /// Whether a property that the schema requires is optional in the schema that it refers to.
    private func loosens(_ schema: Schema) -> Bool {
        var names = schema.required
        var current = schema
        for _ in 0..<100 {
            guard let target = target(of: current) else { return false }
            names.removeAll(where: target.required.contains)
            guard !names.isEmpty else { return false }
            let isReference =
                target.reference != nil && target.properties.isEmpty && target.allOf.isEmpty && target.variants.isEmpty
            guard isReference else { return PropertyNames(target, self).allow(names) }
            current = target
        }
        return false
    }
}
