import YAMLReader

extension TypeResolver {

    /// The variants below `items` of a schema that does not say that it is a list; `nil` for any other schema.
    ///
    /// `items` alone says nothing about values that are no lists. Tools that converted documents from an earlier form
    /// left it in the place of `anyOf`, so one of the variants by itself is as likely as a list of them.
    func looseItems(of schema: Schema) -> Schema? {
        guard let items = schema.items, schema.kinds.isEmpty, schema.prefixItems.isEmpty, schema.properties.isEmpty,
            schema.bounds == nil, items.reference == nil, items.kinds.isEmpty, items.properties.isEmpty,
            items.allOf.isEmpty, !values(of: items).isEmpty
        else { return nil }
        return items
    }

    /// The union of what stands below `items`, and of lists of it.
    func looseUnion(of schema: Schema, _ items: Schema, at place: Place) -> SwiftType {
        diagnostics.warning(
            "untyped-items",
            "'items' has no 'type: array', so a value can be a list or one of its elements",
            hint: "Add 'type: array', or replace the schema with that of 'items'",
            at: schema.range
        )
        let list = context.newSchema(items.pointer, range: items.range)
        list.kinds = [.array]
        list.items = schema
        return UnionBuilder(resolver: self).build(schema, values(of: items) + [list], at: place)
    }
}
