/// The schemas of server-sent events whose data contains values of other schemas.
struct EventEnvelopes {

    /// The schemas of strings that are the data of events and of nothing else.
    private var data = SchemaSet()
    /// The components that describe events of which callers receive only the data.
    private var components = SchemaSet()

    /// Finds the events in the responses of a document.
    init(_ document: Document, _ graph: SchemaGraph) {
        let media = document.operations.flatMap { $0.responses.flatMap(\.content) }
        var search = EventSearch(graph)
        media.filter { $0.form == .events }.flatMap(\.schemas).forEach { search.add($0) }
        guard !search.data.isEmpty else { return }
        let others = Self.reach(Self.rootsOutsideEvents(document), graph)
        for schema in search.data where !others.contains(schema) {
            _ = data.insert(schema)
        }
        // A union of events is decoded as a whole, and other components may contain the type of an event.
        let kept = document.schemas.map(\.schema).filter { schema in !search.envelopes.contains { $0 === schema } }
        var used = Self.reach(search.unions + kept, graph)
        used.formUnion(others)
        for schema in search.envelopes where !used.contains(schema) {
            _ = components.insert(schema)
        }
    }

    /// Returns the schema of the value in a string that is the data of an event; `nil` for any other schema.
    func content(of schema: Schema) -> Schema? {
        data.contains(schema) ? schema.contentSchema : nil
    }

    /// Returns the names of the events in a union whose data is a string in JSON, which is valid text as it is.
    func namesOfJSONText(in union: Schema, _ graph: SchemaGraph) -> [String] {
        var known = SchemaSet()
        var names: Set<String> = []
        var open = [union]
        while let schema = open.popLast() {
            guard let own = graph.followed(schema), known.insert(own) else { continue }
            open += own.variants + own.allOf + graph.completedVariants(of: own)
            let fields = EventFields(own, graph)
            guard let value = fields.data.flatMap({ content(of: $0) }).flatMap(graph.followed),
                value.kinds.contains(.string)
            else { continue }
            names.formUnion(fields.names)
        }
        return names.sorted()
    }

    /// Whether a component describes an event of which callers receive only the data.
    func isEnvelope(_ component: Schema) -> Bool {
        components.contains(component)
    }

    private static func rootsOutsideEvents(_ document: Document) -> [Schema] {
        let operations = document.operations + document.webhooks + document.callbacks.map(\.operation)
        let responses = operations.flatMap(\.responses)
        let content = operations.flatMap { $0.requestBody?.content ?? [] } + responses.flatMap(\.content)
        return content.filter { $0.form != .events }.flatMap(\.schemas)
            + operations.flatMap { $0.parameters.compactMap(\.schema) }
            + responses.flatMap { $0.headers.compactMap(\.schema) }
    }

    private static func reach(_ roots: [Schema], _ graph: SchemaGraph) -> SchemaSet {
        var walk = SchemaWalk(roots, in: graph.context)
        var combined = SchemaSet()
        while let schema = walk.next() {
            guard graph.known.contains(schema) else { continue }
            // A property that several parts describe has a schema that is in none of them.
            for whole in [schema] + graph.completedVariants(of: schema) {
                for member in graph.object(whole).properties {
                    graph.followed(member.property.schema).map { _ = combined.insert($0) }
                }
            }
        }
        combined.formUnion(walk.seen)
        return combined
    }
}

/// A search of the schemas of events for data that contains values of other schemas.
private struct EventSearch {

    private let graph: SchemaGraph
    private var known = SchemaSet()
    private(set) var data: [Schema] = []
    /// The components that describe events without variants.
    private(set) var envelopes: [Schema] = []
    /// The events with variants.
    private(set) var unions: [Schema] = []

    init(_ graph: SchemaGraph) {
        self.graph = graph
    }

    mutating func add(_ root: Schema) {
        var open = [root]
        while let schema = open.popLast() {
            guard let own = graph.followed(schema), known.insert(own) else { continue }
            let fields = EventFields(own, graph)
            open += own.variants + own.allOf + graph.completedVariants(of: own) + (own.items.map { [$0] } ?? [])
            if fields.haveVariants { unions.append(own) }
            guard fields.arePossible, let content = fields.data, content.contentSchema != nil else { continue }
            data.append(content)
            if !fields.haveVariants, graph.components[own] != nil { envelopes.append(own) }
        }
    }
}

extension SchemaGraph {

    /// Returns the variants of a union that have the properties of the union; none for any other schema.
    fileprivate func completedVariants(of schema: Schema) -> [Schema] {
        guard known.contains(schema), case .union(let union) = form(of: schema)?.kind else { return [] }
        return union.variants.compactMap(\.completed)
    }
}
