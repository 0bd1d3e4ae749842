extension TypeResolver {

    /// Whether a value may be null, by whatever keyword.
    func isNullable(_ schema: Schema) -> Bool {
        if schema.isNullable || schema.variants.contains(where: allowsNull) {
            return true
        }
        if let items = looseItems(of: schema) {
            return isNullable(items)
        }
        // What composes one schema is null where that one is.
        let parts = schema.allOf.filter { !$0.isUnconstrained }
        return parts.count == 1 && schema.properties.isEmpty && schema.kinds.isEmpty && allowsNull(parts[0])
    }

    /// Whether null is a value of a schema, however it says so.
    private func allowsNull(_ schema: Schema) -> Bool {
        var current = schema
        for _ in 0..<100 {
            if current.isNullable || isNull(current) {
                return true
            }
            guard let target = context.target(of: current) else { break }
            current = target
        }
        return current.variants.contains { $0 !== schema && ($0.isNullable || isNull($0)) }
    }

    /// Whether null is the only value of a schema.
    func isNull(_ schema: Schema) -> Bool {
        schema.kinds == [.null] || followed(schema)?.kinds == [.null]
    }

    /// The variants of a schema that are values other than null, and say more than which members are needed together;
    /// none where they only say within which bounds a value of the schema's own type lies.
    func values(of schema: Schema) -> [Schema] {
        let variants = schema.variants.filter { !isNull($0) && $0.isPossible && !isOnlyRequirement($0) }
        guard !variants.allSatisfy({ isOnlyBounds($0, of: schema) }) else { return [] }
        let others = variants.filter { !meansNull($0, beside: variants) }
        return others.isEmpty ? variants : others
    }

    /// Whether a variant of OpenAPI 3.0, which has no word for null, stands for it: `nullable` and nothing else, or as
    /// an object of any kind beside the one that is meant.
    private func meansNull(_ schema: Schema, beside variants: [Schema]) -> Bool {
        guard context.isVersion30, schema.isNullable, schema.saysOnlyTypes else { return false }
        return schema.kinds.isEmpty
            || schema.kinds == [.object] && variants.count == 2 && variants.contains { $0.reference != nil }
    }

    /// Whether a variant says no more of a value than the schema itself, but for bounds.
    private func isOnlyBounds(_ variant: Schema, of schema: Schema) -> Bool {
        guard variant.saysOnlyTypes, variant.readAs == nil, variant.contains == nil || schema.items != nil else {
            return false
        }
        guard variant.kinds.isEmpty else { return variant.kinds == schema.kinds && schema.kinds.count == 1 }
        return !schema.kinds.isEmpty || schema.items != nil || !schema.properties.isEmpty || !schema.allOf.isEmpty
            || schema.reference != nil
    }

    /// Whether a variant only says which members are needed together.
    private func isOnlyRequirement(_ schema: Schema) -> Bool {
        !schema.required.isEmpty && schema.properties.isEmpty && schema.reference == nil && schema.allOf.isEmpty
            && schema.variants.isEmpty
    }
}
