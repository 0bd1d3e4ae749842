/// Finds the decisive schema of an `allOf` that does not describe an object.
struct ScalarComposition {

    private let relations: SchemaRelations

    init(_ relations: SchemaRelations) {
        self.relations = relations
    }

    /// Returns the part with the most restrictions; `nil` for no parts.
    func decisive(_ parts: [Schema]) -> Schema? {
        var best: (part: Schema, rank: Int)?
        for part in parts {
            let rank = rank(part)
            if best.map({ rank > $0.rank }) ?? true {
                best = (part, rank)
            }
        }
        return best?.part
    }

    /// Whether a schema describes an object.
    func isObject(_ schema: Schema) -> Bool {
        var others: Set<ObjectIdentifier> = []
        return isObject(schema, depth: 0, &others)
    }

    /// Whether a schema describes an object; `others` are compositions and unions without an object in them.
    private func isObject(_ schema: Schema, depth: Int, _ others: inout Set<ObjectIdentifier>) -> Bool {
        guard depth < 32 else { return true }
        if !schema.properties.isEmpty || !schema.patternProperties.isEmpty || schema.kinds.contains(.object) {
            return true
        }
        if case .schema = schema.additional {
            return true
        }
        guard !schema.allOf.isEmpty || !schema.variants.isEmpty else {
            return relations.target(of: schema).map { isObject($0, depth: depth + 1, &others) } ?? false
        }
        guard !others.contains(ObjectIdentifier(schema)) else { return false }
        let parts = schema.allOf + schema.variants + (relations.target(of: schema).map { [$0] } ?? [])
        // A part that is an object ends the search, so only a schema without one can be reached again.
        for part in parts where isObject(part, depth: depth + 1, &others) {
            return true
        }
        others.insert(ObjectIdentifier(schema))
        return false
    }

    private func rank(_ part: Schema) -> Int {
        guard let own = relations.followed(part) else { return 0 }
        if own.enumeration != nil || own.constant != nil {
            return own.isExtensible ? 5 : 6
        }
        if !own.variants.isEmpty || !own.allOf.isEmpty {
            return 4
        }
        if own.format != nil || own.contentEncoding != nil || own.items != nil || !own.prefixItems.isEmpty {
            return 3
        }
        return own.kinds.isEmpty ? 1 : 2
    }

    /// Whether a schema adds only a format or a content, on which the type of a string or number without one depends.
    func addsFormat(_ schema: Schema, to plain: Schema) -> Bool {
        guard schema.isUnconstrained, plain.format == nil, plain.saysOnlyTypes, plain.readAs == nil,
            plain.kinds.count == 1
        else { return false }
        let describesContent =
            schema.contentEncoding != nil || schema.contentMediaType != nil || schema.contentSchema != nil
        if describesContent, plain.kinds == [.string] { return true }
        guard let format = schema.format else { return false }
        switch plain.kinds[0] {
        case .string: return relations.texts.format(of: schema) != .plain
        case .integer: return format == "uint64" || relations.texts.mapped.contains(format)
        case .number:
            let exact: Set<String> = [
                "decimal", "decimal128", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                "uint64",
            ]
            return exact.contains(format) || relations.texts.mapped.contains(format)
        case .boolean, .array, .object, .null: return false
        }
    }

    /// Returns a part without a value that another part allows; `nil` if all parts allow values of one type.
    func contradiction(_ parts: [Schema]) -> CompositionProblem? {
        var first: (schema: Schema, kinds: Set<JSONType>)?
        for part in parts {
            guard let own = relations.followed(part), !own.kinds.isEmpty, own.kinds != [.null] else { continue }
            // Every integer is a number.
            let kinds = Set(own.kinds).union(own.kinds.contains(.number) ? [.integer] : [])
            if let first, first.kinds.isDisjoint(with: kinds) {
                return .contrary(own, to: first.schema)
            }
            first = first ?? (own, kinds)
        }
        return nil
    }
}
