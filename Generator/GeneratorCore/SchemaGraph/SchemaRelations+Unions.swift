import YAMLReader

extension SchemaRelations {

    /// Whether a schema with properties and variants is a union rather than a struct with the properties of all
    /// variants.
    ///
    /// A union has only objects as variants, and a discriminator or the fields of an event, whose name tells its variants
    /// apart. All variants of any other union extend it.
    func isUnion(_ schema: Schema, _ variants: [Schema]) -> Bool {
        guard !variants.isEmpty else { return false }
        let composition = ScalarComposition(self)
        guard schema.discriminator != nil || isEvent(schema, variants) else {
            return variants.allSatisfy { extends($0, schema) }
        }
        return variants.allSatisfy { composition.isObject($0) }
    }

    /// Whether the properties of a schema are the fields of an event that has another name in each variant.
    func isEvent(_ schema: Schema, _ variants: [Schema]) -> Bool {
        guard variants.count > 1 else { return false }
        let fields = schema.properties + (target(of: schema).flatMap(followed)?.properties ?? [])
        guard fields.contains(where: { $0.name == "event" }),
            fields.allSatisfy({ EventFieldName.all.contains($0.name) })
        else { return false }
        // Without data in JSON, the variants say no more than the schema. The last event of a stream may have no name.
        let named = variants.filter { !isEnd($0) }
        return variants.contains(where: hasTypedData) && VariantTags(self).constantProperty(of: named) == "event"
    }

    /// Whether a variant of an event is the text that ends a stream, which has no name.
    private func isEnd(_ variant: Schema) -> Bool {
        guard let own = followed(variant), !own.properties.contains(where: { $0.name == "event" }) else { return false }
        let data = own.properties.first { $0.name == "data" }
        return data.flatMap { followed($0.schema) }?.constant?.string != nil
    }

    /// Whether the data of an event is a value in JSON.
    func hasTypedData(_ variant: Schema) -> Bool {
        let data = followed(variant)?.properties.first { $0.name == "data" }
        return data.flatMap { followed($0.schema) }?.contentSchema != nil
    }

    /// Whether a schema is another one, or contains it through `allOf` and references.
    func extends(_ schema: Schema, _ base: Schema) -> Bool {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        while let next = open.popLast() {
            if next === base {
                return true
            }
            guard known.insert(ObjectIdentifier(next)).inserted else { continue }
            open += next.allOf
            if let target = target(of: next) {
                open.append(target)
            }
        }
        return false
    }

    /// Returns the schemas of properties without a declared name: those by pattern, and the one of all others.
    func schemasOfOtherProperties(_ schema: Schema) -> [Schema] {
        let patterns = schema.patternProperties.map(\.schema).filter(\.isPossible)
        if case .schema(let others) = schema.additional {
            return patterns + [others]
        }
        if case .anything = schema.additional, !patterns.isEmpty {
            return []
        }
        return patterns
    }
}
