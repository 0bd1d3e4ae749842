extension SchemaRelations {

    /// Whether a schema allows null, by any keyword.
    func isNullable(_ schema: Schema) -> Bool {
        if schema.isNullable || hasNullPart(schema) || schema.variants.contains(where: allowsNull) {
            return true
        }
        if let items = looseItems(of: schema) {
            return isNullable(items)
        }
        // A composition allows null if each part does.
        let parts = schema.allOf.filter { !$0.isUnconstrained }
        return !parts.isEmpty && schema.properties.isEmpty && schema.kinds.isEmpty && parts.allSatisfy(allowsNull)
    }

    /// Whether null is a value of a schema, by any keyword or through its references.
    private func allowsNull(_ schema: Schema) -> Bool {
        var current = schema
        for _ in 0..<100 {
            if current.isNullable || isNull(current) || hasNullPart(current) {
                return true
            }
            guard let target = target(of: current) else { break }
            current = target
        }
        return current.variants.contains { $0 !== schema && ($0.isNullable || isNull($0)) }
    }

    /// Whether null is the only value of a schema.
    func isNull(_ schema: Schema) -> Bool {
        schema.kinds == [.null] || followed(schema)?.kinds == [.null]
    }

    /// Returns the variants of a schema other than null and other than lists of required properties.
    ///
    /// Returns no variants if they only set bounds for values of the schema's own type.
    func values(of schema: Schema) -> [Schema] {
        let variants = schema.variants.filter { !isNull($0) && $0.isPossible && !isOnlyRequirement($0, of: schema) }
        guard !variants.allSatisfy({ isOnlyBounds($0, of: schema) }) else { return [] }
        let others = variants.filter { !meansNull($0, beside: variants) }
        return others.isEmpty ? variants : others
    }

    /// Whether a part of a composition says only that null is allowed.
    private func hasNullPart(_ schema: Schema) -> Bool {
        schema.allOf.count > 1 && schema.allOf.contains { meansNull($0, beside: schema.allOf) }
    }

    /// Whether a variant, or a part of a composition, denotes null in OpenAPI 3.0, which has no type for null.
    ///
    /// Such a variant is a schema with only `nullable`, or any nullable object next to a reference.
    private func meansNull(_ schema: Schema, beside variants: [Schema]) -> Bool {
        guard schema.isNullable, schema.saysOnlyTypes else { return false }
        // Documents of OpenAPI 3.1 still have the keyword.
        return schema.kinds.isEmpty
            || context.isVersion30 && schema.kinds == [.object] && variants.count == 2
                && variants.contains { $0.reference != nil }
    }

    /// Whether a variant adds only bounds to the schema.
    private func isOnlyBounds(_ variant: Schema, of schema: Schema) -> Bool {
        guard variant.saysOnlyTypes, variant.readAs == nil, variant.contains == nil || schema.items != nil else {
            return false
        }
        guard variant.kinds.isEmpty else { return variant.kinds == schema.kinds && schema.kinds.count == 1 }
        return !schema.kinds.isEmpty || schema.items != nil || !schema.properties.isEmpty || !schema.allOf.isEmpty
            || schema.reference != nil
    }

    /// Whether a variant only lists properties that it requires of the schema.
    private func isOnlyRequirement(_ variant: Schema, of schema: Schema) -> Bool {
        guard !variant.required.isEmpty, variant.properties.isEmpty, variant.reference == nil, variant.allOf.isEmpty,
            variant.variants.isEmpty, variant.items == nil, variant.prefixItems.isEmpty
        else { return false }
        guard !variant.kinds.isEmpty else { return true }
        // An object next to values of other types is one of the values.
        guard variant.kinds == [.object] else { return false }
        return schema.kinds == [.object] || !schema.properties.isEmpty || !schema.allOf.isEmpty
            || schema.reference != nil || !schema.patternProperties.isEmpty || schema.saysAdditional
    }

    /// Returns the schema below `items` of a schema without `type: array`, if it is a union; `nil` for any other
    /// schema.
    ///
    /// `items` alone allows values that are not lists. Tools that converted documents from an earlier version wrote it
    /// instead of `anyOf`, so a single value is as likely as a list.
    func looseItems(of schema: Schema) -> Schema? {
        guard let items = schema.items, schema.kinds.isEmpty, schema.prefixItems.isEmpty, schema.properties.isEmpty,
            schema.bounds == nil, items.reference == nil, items.kinds.isEmpty, items.properties.isEmpty,
            items.allOf.isEmpty, !values(of: items).isEmpty
        else { return nil }
        return items
    }
}
