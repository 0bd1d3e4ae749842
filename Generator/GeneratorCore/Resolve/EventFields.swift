import YAMLReader

/// The properties of a schema that may describe a whole event.
struct EventFields {

    private let graph: SchemaGraph
    private let properties: [String: Schema]
    /// Whether the event has several forms.
    let haveVariants: Bool

    init(_ schema: Schema, _ graph: SchemaGraph) {
        self.graph = graph
        let members = graph.object(schema).properties.map { ($0.property.name, $0.property.schema) }
        properties = Dictionary(members) { first, _ in first }
        haveVariants = Self.hasVariants(schema, graph)
    }

    private static func hasVariants(_ schema: Schema, _ graph: SchemaGraph, depth: Int = 0) -> Bool {
        guard let own = graph.followed(schema), depth < 8 else { return false }
        return !own.variants.isEmpty || own.allOf.contains { hasVariants($0, graph, depth: depth + 1) }
    }

    /// The schema of the data; `nil` if the event has none.
    var data: Schema? { properties["data"].flatMap(graph.followed) }

    /// Whether the properties can be those of an event.
    var arePossible: Bool {
        properties["data"] != nil || !properties.isEmpty && Set(properties.keys).isSubset(of: EventFieldName.all)
    }

    /// Whether the properties are those of an event rather than of its data: nothing else has a name and an interval.
    ///
    /// The name and the identifier of an event are text.
    var areCertain: Bool {
        guard arePossible, let data, Set(properties.keys).isSubset(of: EventFieldName.all),
            isMember("id", of: [.string]), isMember("event", of: [.string]),
            isMember("retry", of: [.integer, .number, .string])
        else { return false }
        return properties["event"] != nil || properties["retry"] != nil || data.contentSchema != nil
    }

    private func isMember(_ name: String, of kinds: Set<JSONType>) -> Bool {
        guard let own = properties[name].flatMap(graph.followed) else { return true }
        // Without a type, the values of an enumeration say it.
        let values = own.constant.map { [$0] } ?? own.enumeration ?? []
        return own.kinds.isEmpty
            ? values.allSatisfy { $0.string != nil } : own.kinds.allSatisfy { kinds.contains($0) || $0 == .null }
    }
}
