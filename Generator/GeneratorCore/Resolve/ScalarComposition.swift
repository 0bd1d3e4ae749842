/// Finds the schema that decides when `allOf` composes values that are no objects.
struct ScalarComposition {

    let resolver: TypeResolver

    /// The part that says most; `nil` when the composition makes an object.
    func decisive(_ schema: Schema, _ parts: [Schema]) -> Schema? {
        let all = parts + (resolver.context.target(of: schema).map { [$0] } ?? [])
        guard !all.isEmpty, !isObject(schema) else { return nil }
        guard !areContrary(all) else { return resolver.anything }
        var best: (part: Schema, rank: Int)?
        for part in all {
            let rank = rank(part)
            if best.map({ rank > $0.rank }) ?? true {
                best = (part, rank)
            }
        }
        return best?.part
    }

    /// Whether a schema speaks of an object, or of nothing that could be told from one.
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
            return resolver.context.target(of: schema).map { isObject($0, depth: depth + 1) } ?? false
        }
        guard !resolver.scalars.contains(schema) else { return false }
        let parts = schema.allOf + schema.variants + (resolver.context.target(of: schema).map { [$0] } ?? [])
        // One object decides for all that it is a part of, so only what has none can be met again.
        guard !parts.contains(where: { isObject($0, depth: depth + 1) }) else { return true }
        _ = resolver.scalars.insert(schema)
        return false
    }

    private func rank(_ part: Schema) -> Int {
        guard let own = resolver.followed(part) else { return 0 }
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

    /// Whether no value can be of the kinds that all parts ask for, which is reported.
    func areContrary(_ parts: [Schema]) -> Bool {
        var first: (schema: Schema, kinds: Set<JSONType>)?
        for part in parts {
            guard let own = resolver.followed(part), !own.kinds.isEmpty, own.kinds != [.null] else { continue }
            // Every integer is a number.
            let kinds = Set(own.kinds).union(own.kinds.contains(.number) ? [.integer] : [])
            if let first, first.kinds.isDisjoint(with: kinds) {
                resolver.diagnostics.add(
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
