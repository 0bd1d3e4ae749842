/// Finds the decisive schema of an `allOf` that does not describe an object.
struct ScalarComposition {

    private let graph: SchemaGraph

    init(_ graph: SchemaGraph) {
        self.graph = graph
    }

    /// Returns the part with the most restrictions; `nil` if the composition describes an object.
    func decisive(_ schema: Schema, _ parts: [Schema]) -> Schema? {
        let all = parts + (graph.target(of: schema).map { [$0] } ?? [])
        guard !all.isEmpty, !isObject(schema) else { return nil }
        guard !areContrary(all) else { return graph.anything }
        var best: (part: Schema, rank: Int)?
        for part in all {
            let rank = rank(part)
            if best.map({ rank > $0.rank }) ?? true {
                best = (part, rank)
            }
        }
        return best?.part
    }

    /// Whether a schema describes an object.
    func isObject(_ schema: Schema) -> Bool {
        isObject(schema, depth: 0)
    }

    private func isObject(_ schema: Schema, depth: Int) -> Bool {
        guard depth < 32 else { return true }
        if !schema.properties.isEmpty || !schema.patternProperties.isEmpty || schema.kinds.contains(.object) {
            return true
        }
        if case .schema = schema.additional {
            return true
        }
        guard !schema.allOf.isEmpty || !schema.variants.isEmpty else {
            return graph.target(of: schema).map { isObject($0, depth: depth + 1) } ?? false
        }
        guard !graph.isKnownWithoutObject(schema) else { return false }
        let parts = schema.allOf + schema.variants + (graph.target(of: schema).map { [$0] } ?? [])
        // A part that is an object ends the search, so only a schema without one can be reached again.
        guard !parts.contains(where: { isObject($0, depth: depth + 1) }) else { return true }
        graph.noteWithoutObject(schema)
        return false
    }

    private func rank(_ part: Schema) -> Int {
        guard let own = graph.followed(part) else { return 0 }
        if own.enumeration != nil || own.constant != nil {
            return 5
        }
        if !own.variants.isEmpty || !own.allOf.isEmpty {
            return 4
        }
        if own.format != nil || own.contentEncoding != nil || own.items != nil || !own.prefixItems.isEmpty {
            return 3
        }
        return own.kinds.isEmpty ? 1 : 2
    }

    /// Whether no value has a type that all parts allow, which is reported.
    func areContrary(_ parts: [Schema]) -> Bool {
        var first: (schema: Schema, kinds: Set<JSONType>)?
        for part in parts {
            guard let own = graph.followed(part), !own.kinds.isEmpty, own.kinds != [.null] else { continue }
            // Every integer is a number.
            let kinds = Set(own.kinds).union(own.kinds.contains(.number) ? [.integer] : [])
            if let first, first.kinds.isDisjoint(with: kinds) {
                graph.diagnostics.add(
                    Diagnostic(
                        .warning,
                        "conflicting-composition",
                        "No value has this type and the type of another part, so any JSON value is accepted",
                        hint: "Give both the same type",
                        at: own.range,
                        related: [.init(message: "The other type is here", range: first.schema.range)]
                    )
                )
                return true
            }
            first = first ?? (own, kinds)
        }
        return false
    }
}
