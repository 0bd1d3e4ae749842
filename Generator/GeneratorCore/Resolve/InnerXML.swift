/// Collects the XML Objects of the values that lists and maps contain.
struct InnerXML {

    let graph: SchemaGraph

    /// Returns the `xml` of the values in a list or a map and of the values that they contain, outermost first; empty if
    /// there is none.
    func values(in schema: Schema) -> [XMLModel?] {
        content(of: schema).map { values(of: $0) } ?? []
    }

    /// Returns the `xml` of a value and of the values that it contains, outermost first; empty if there is none.
    func values(of schema: Schema) -> [XMLModel?] {
        var known: Set<ObjectIdentifier> = []
        var models: [XMLModel?] = []
        var next: Schema? = schema
        while let value = next, let own = graph.followed(value), known.insert(ObjectIdentifier(own)).inserted {
            models.append(value.xml ?? xml(of: own))
            next = content(of: own)
        }
        return models.contains { $0 != nil } ? models : []
    }

    /// Returns the XML Object of a schema, or of the schema that it only describes further or makes nullable.
    func xml(of schema: Schema) -> XMLModel? {
        described(by: schema).lazy.compactMap(\.xml).first
    }

    /// Returns the schema of the values in a list or a map; `nil` for any other schema.
    private func content(of schema: Schema) -> Schema? {
        described(by: schema).lazy.compactMap { schema -> Schema? in
            if let items = schema.items { return items }
            guard schema.properties.isEmpty, case .schema(let values) = schema.additional else { return nil }
            return values
        }
        .first
    }

    /// Returns a schema and the one that it has its type from, as the only part of `allOf` or the only variant other than
    /// null, and so on.
    private func described(by schema: Schema) -> [Schema] {
        var known: Set<ObjectIdentifier> = []
        var found: [Schema] = []
        var next: Schema? = schema
        while let own = next.flatMap(graph.followed), known.insert(ObjectIdentifier(own)).inserted {
            found.append(own)
            switch graph.forms[own]?.kind {
            case .replaced(let part): next = part
            case .union(let union) where union.variants.count == 1 && !union.hasCommonProperties:
                let variant = union.variants[0].schema
                next = graph.relations.hasTaggedOnlyVariant(own, [variant]) ? nil : variant
            default: next = nil
            }
        }
        return found
    }
}
