extension TypeResolver {

    /// Whether a schema with members beside its variants is one of them, and no struct with the members of all: its
    /// variants are objects that have a discriminator, or all of them extend it.
    func isUnion(_ schema: Schema, _ variants: [Schema]) -> Bool {
        guard !variants.isEmpty else { return false }
        guard schema.discriminator != nil else { return variants.allSatisfy { extends($0, schema) } }
        let composition = ScalarComposition(resolver: self)
        return variants.allSatisfy { composition.isObject($0) }
    }

    /// A composition whose only union, with a discriminator, stands in a part without a name, as that union with the
    /// other parts beside it; `nil` for any other schema.
    func spread(_ schema: Schema) -> Schema? {
        let unions = schema.allOf.filter { $0.discriminator != nil && !$0.variants.isEmpty }
        guard unions.count == 1, let part = unions.first, part.reference == nil, schema.variants.isEmpty,
            schema.discriminator == nil, isUnion(part, values(of: part))
        else { return nil }
        let union = context.newSchema(schema.pointer, range: schema.range)
        union.kinds = schema.kinds
        union.title = schema.title
        union.description = schema.description ?? part.description
        union.swiftName = schema.swiftName
        union.reference = schema.reference
        union.allOf = schema.allOf.filter { $0 !== part } + part.allOf
        union.properties = schema.properties + part.properties
        union.required = schema.required + part.required
        union.additional = schema.additional
        union.oneOf = part.oneOf
        union.anyOf = part.anyOf
        union.discriminator = part.discriminator
        noteUse(of: union, like: [schema])
        return union
    }

    /// Whether a schema is another one, or has all that it has through `allOf` and references.
    func extends(_ schema: Schema, _ base: Schema) -> Bool {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        while let next = open.popLast() {
            if next === base {
                return true
            }
            guard known.insert(ObjectIdentifier(next)).inserted else { continue }
            open += next.allOf
            if let target = context.target(of: next) {
                open.append(target)
            }
        }
        return false
    }
}
