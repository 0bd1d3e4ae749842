extension TypeResolver {

    /// Whether a schema says something of its own next to its reference.
    func hasStructure(_ schema: Schema) -> Bool {
        !schema.properties.isEmpty || !schema.allOf.isEmpty || !schema.variants.isEmpty || schema.enumeration != nil
            || schema.constant != nil || narrows(schema)
    }

    /// Whether a schema asks for members next to its reference that the other schema only allows.
    private func narrows(_ schema: Schema) -> Bool {
        guard !schema.required.isEmpty, schema.reference != nil else { return false }
        if let known = narrowing[schema] {
            return known
        }
        // To a schema that its own target is composed of, it is no more than the reference.
        narrowing[schema] = false
        let result = loosens(schema)
        narrowing[schema] = result
        return result
    }

    /// Whether what a schema refers to only allows some member that the schema asks for.
    private func loosens(_ schema: Schema) -> Bool {
        var names = schema.required
        var current = schema
        for _ in 0..<100 {
            guard let target = context.target(of: current) else { return false }
            names.removeAll(where: target.required.contains)
            guard !names.isEmpty else { return false }
            let isReference =
                target.reference != nil && target.properties.isEmpty && target.allOf.isEmpty && target.variants.isEmpty
            guard isReference else { return ObjectBuilder(resolver: self).allows(names, in: target) }
            current = target
        }
        return false
    }

    /// The schema at the end of the references.
    func followed(_ schema: Schema) -> Schema? {
        var current = schema
        for _ in 0..<100 {
            guard current.reference != nil, !hasStructure(current) else { return current }
            guard let target = context.target(of: current) else { return nil }
            current = target
        }
        return nil
    }
}
