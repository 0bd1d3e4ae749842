import YAMLReader

/// Which schemas extend one that has a discriminator, as `Cat` and `Dog` extend `Pet` through `allOf`.
struct Inheritance {

    /// A schema that extends a base.
    struct Child {
        let name: String
        let schema: Schema
    }

    private var children: [ObjectIdentifier: [Child]] = [:]
    private var bases: [ObjectIdentifier: Schema] = [:]

    /// Looks through the components.
    init(_ document: Document, in context: ParseContext) {
        let isUsed = document.schemas.contains { $0.schema.discriminator != nil && $0.schema.variants.isEmpty }
        guard isUsed else { return }
        for (name, schema) in document.schemas {
            note(Child(name: name.text, schema: schema), below: schema, in: context, depth: 0)
        }
        noteForeign(document, in: context)
    }

    /// A schema of another file extends a base of the document where the base's mapping names it.
    private mutating func noteForeign(_ document: Document, in context: ParseContext) {
        for (_, base) in document.schemas where base.variants.isEmpty {
            for (_, target) in base.discriminator?.mapping ?? [] where !target.filePath.isEmpty {
                guard let schema = context.schema(target), schema.pointer.file != 0 else { continue }
                note(Child(name: target.lastToken, schema: schema), below: schema, in: context, depth: 0)
            }
        }
    }

    /// What extends a schema, in the document's order; none for one without a discriminator.
    func children(of schema: Schema) -> [Child] {
        schema.discriminator != nil && schema.variants.isEmpty ? children[ObjectIdentifier(schema)] ?? [] : []
    }

    /// The schema with a discriminator that a schema extends.
    func base(of schema: Schema) -> Schema? {
        bases[ObjectIdentifier(schema)]
    }

    private mutating func note(_ child: Child, below schema: Schema, in context: ParseContext, depth: Int) {
        guard depth < 32 else { return }
        for part in schema.allOf {
            guard let reference = part.reference, let target = context.schema(reference), target !== child.schema else {
                continue
            }
            let id = ObjectIdentifier(target)
            if target.discriminator != nil, children[id]?.contains(where: { $0.schema === child.schema }) != true {
                children[id, default: []].append(child)
                bases[ObjectIdentifier(child.schema)] = bases[ObjectIdentifier(child.schema)] ?? target
            }
            note(child, below: target, in: context, depth: depth + 1)
        }
    }
}
