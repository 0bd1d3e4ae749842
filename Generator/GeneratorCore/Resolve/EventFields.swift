import YAMLReader

/// The properties of a schema that may describe a whole event.
struct EventFields {

    private let graph: SchemaGraph
    private let properties: [String: Schema]
    /// Whether the event has several forms.
    let haveVariants: Bool
    /// Whether every event has data.
    private let isRequired: Bool
    /// Whether the schema requires a property that no event has, and has no other sign of an event than its data.
    private let requiresOthers: Bool
    /// Whether the schema allows neither null nor properties of other types.
    private let isClosed: Bool
    /// The forms of the event, if it has no properties but these.
    private var variants: [EventFields] = []

    init(_ schema: Schema, _ graph: SchemaGraph) {
        self.graph = graph
        let members = graph.object(schema).properties.map { ($0.property.name, $0.property.schema) }
        properties = Dictionary(members) { first, _ in first }
        haveVariants = Self.hasVariants(schema, graph)
        isRequired = schema.required.contains("data")
        let isNamed = properties["event"] != nil || properties["data"].flatMap(graph.followed)?.contentSchema != nil
        requiresOthers = !isNamed && !Set(schema.required).isSubset(of: EventFieldName.all)
        isClosed = !schema.isNullable && { if case .schema = schema.additional { false } else { true } }()
        if schema.properties.isEmpty, schema.allOf.isEmpty {
            variants = schema.variants.compactMap(graph.followed).filter(\.variants.isEmpty).map {
                EventFields($0, graph)
            }
        }
    }

    private static func hasVariants(_ schema: Schema, _ graph: SchemaGraph, depth: Int = 0) -> Bool {
        guard let own = graph.followed(schema), depth < 8 else { return false }
        return !own.variants.isEmpty || own.allOf.contains { hasVariants($0, graph, depth: depth + 1) }
    }

    /// The schema of the data; `nil` if the event has none.
    var data: Schema? { properties["data"].flatMap(graph.followed) }

    /// The names that the event may have; empty if the schema lists none.
    var names: [String] {
        guard let own = properties["event"].flatMap(graph.followed) else { return [] }
        return (own.constant.map { [$0] } ?? own.enumeration ?? []).compactMap(\.string)
    }

    /// The schema of the value in the data; `nil` if the data is not the text of one.
    ///
    /// Of several forms of the data, the text that ends a stream needs none.
    var content: Schema? {
        guard let data, data.contentSchema == nil else { return data?.contentSchema }
        let forms = data.variants.compactMap(graph.followed).filter { $0.constant?.string != "[DONE]" }
        return forms.count == 1 && data.variants.count > 1 ? forms[0].contentSchema : nil
    }

    /// Whether the properties can be those of an event.
    var arePossible: Bool {
        guard !requiresOthers else { return false }
        return properties["data"] != nil || !properties.isEmpty && Set(properties.keys).isSubset(of: EventFieldName.all)
    }

    /// Returns whether the properties are those of an event rather than of its data: nothing else has a name and an
    /// interval.
    ///
    /// The name of an event is text. Its identifier is text that some documents declare as a number.
    ///
    /// - Parameter isShared: Whether a whole body has the same schema, so that `data` may be a property of any object.
    /// - Returns: Whether they are.
    func areCertain(isShared: Bool) -> Bool {
        guard variants.isEmpty else {
            return variants.allSatisfy { $0.isRequired && $0.areFields }
                && variants.contains { $0.areCertain(isShared: isShared) }
        }
        guard areFields, let data else { return false }
        return properties["event"] != nil || properties["retry"] != nil || data.contentSchema != nil
            || isDataAlone && !isShared
    }

    /// Whether the properties have the names and the types of an event's fields.
    private var areFields: Bool {
        data != nil && Set(properties.keys).isSubset(of: EventFieldName.all)
            && isMember("id", of: [.string, .integer, .number]) && isMember("event", of: [.string])
            && isMember("retry", of: [.integer, .number, .string])
    }

    /// Whether an object or a list is the only property of the schema, which therefore says no more than an event does.
    private var isDataAlone: Bool {
        guard properties.count == 1, isRequired, isClosed, let data else { return false }
        return data.kinds == [.object] || data.kinds == [.array] || !graph.object(data).properties.isEmpty
    }

    private func isMember(_ name: String, of kinds: Set<JSONType>) -> Bool {
        guard let own = properties[name].flatMap(graph.followed) else { return true }
        // Without a type, the values of an enumeration say it.
        let values = own.constant.map { [$0] } ?? own.enumeration ?? []
        return own.kinds.isEmpty
            ? values.allSatisfy { $0.string != nil } : own.kinds.allSatisfy { kinds.contains($0) || $0 == .null }
    }
}
