import YAMLReader

extension TypeResolver {

    /// Returns the union of the schema below `items` and a list of that schema.
    func looseUnion(_ union: SchemaUnion, of schema: Schema, at place: Place) -> SwiftType {
        diagnostics.warning(
            "untyped-items",
            "'items' has no 'type: array', so a value can be a list or one of its elements",
            hint: "Add 'type: array', or replace the schema with that of 'items'",
            at: schema.range
        )
        return UnionBuilder(resolver: self).build(schema, union, at: place)
    }
}
