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
            models.append(value.xml ?? own.xml)
            next = content(of: own)
        }
        return models.contains { $0 != nil } ? models : []
    }

    /// Returns the schema of the values in a list or a map; `nil` for any other schema.
    private func content(of schema: Schema) -> Schema? {
        if let items = schema.items { return items }
        guard schema.properties.isEmpty, case .schema(let values) = schema.additional else { return nil }
        return values
    }
}
