import YAMLReader

extension TypeResolver {

    /// The union of the schema below `items` and of lists of it.
    func looseUnion(of schema: Schema, _ items: Schema, at place: Place) -> SwiftType {
        diagnostics.warning(
            "untyped-items",
            "'items' stands without 'type: array', so a value may be a list or one of its elements",
            hint: "Add 'type: array', or write what stands below 'items' in its place",
            at: schema.range
        )
        let list = graph.list(of: schema, below: items)
        return UnionBuilder(resolver: self).build(schema, graph.values(of: items) + [list], at: place)
    }
}
