/// Finds the schemas whose values descriptions must not show, because of `x-sensitive`.
struct Sensitivity {

    let graph: SchemaGraph

    /// Returns whether a value of a schema contains a sensitive one outside of a property.
    ///
    /// The properties of an object are private to its type.
    func isSensitive(_ schema: Schema) -> Bool {
        // Most documents have none, and the search takes time.
        guard graph.context.hasSensitiveSchemas else { return false }
        let own = graph.followed(schema) ?? schema
        if schema.isSensitive || own.isSensitive { return true }
        let parts = parts(of: own)
        guard !parts.isEmpty else { return false }
        var seen: Set = [ObjectIdentifier(own)]
        return parts.contains { isSensitive($0, &seen) }
    }

    private func isSensitive(_ schema: Schema, _ seen: inout Set<ObjectIdentifier>) -> Bool {
        let own = graph.followed(schema) ?? schema
        if schema.isSensitive || own.isSensitive { return true }
        guard seen.insert(ObjectIdentifier(own)).inserted else { return false }
        return parts(of: own).contains { isSensitive($0, &seen) }
    }

    /// Returns the schemas of the values in a list, a map, a union or a composition.
    private func parts(of schema: Schema) -> [Schema] {
        var parts = schema.allOf + schema.variants
        if !schema.prefixItems.isEmpty { parts += schema.prefixItems }
        if !schema.patternProperties.isEmpty { parts += schema.patternProperties.map(\.schema) }
        if let items = schema.items { parts.append(items) }
        if case .schema(let values) = schema.additional { parts.append(values) }
        return parts
    }
}
