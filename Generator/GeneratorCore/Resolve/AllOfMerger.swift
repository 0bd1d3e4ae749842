/// Compares what two parts of a composition say about one member.
struct AllOfMerger {

    let resolver: TypeResolver

    /// Whether one of two parts says that a member is null, and the other what it is otherwise.
    func areNullAndMore(_ first: Schema, _ second: Schema) -> Bool {
        isNull(first) != isNull(second) && !first.isUnconstrained && !second.isUnconstrained
    }

    /// Whether null is all that a part allows.
    func isNull(_ schema: Schema) -> Bool {
        resolver.followed(schema)?.kinds == [.null]
    }

    /// What a member must be when two parts speak of it; `nil` when the first says it all.
    func stricter(_ first: Schema, _ second: Schema) -> Schema? {
        guard let one = resolver.followed(first), let other = resolver.followed(second), one !== other else {
            return second.isUnconstrained ? nil : second
        }
        let composition = ScalarComposition(resolver: resolver)
        if composition.isObject(one), composition.isObject(other) {
            if extends(other, one) || isAnyObject(one) && isDeclaredApart(second) {
                return second
            }
            let isKept = extends(one, other) || isAnyObject(other) && isDeclaredApart(first)
            return isKept ? nil : resolver.merge(first, second)
        }
        return rank(other) < rank(one) ? nil : second
    }

    /// Whether a schema has all that another one has, itself or in each of its variants.
    private func extends(_ schema: Schema, _ base: Schema) -> Bool {
        let variants = resolver.values(of: schema)
        return resolver.extends(schema, base)
            || !variants.isEmpty && variants.allSatisfy { resolver.extends($0, base) }
    }

    /// Whether the type of a schema has a name of its own, or is no struct.
    private func isDeclaredApart(_ schema: Schema) -> Bool {
        schema.reference != nil || !resolver.values(of: schema).isEmpty
    }

    /// Whether a schema says no more of an object than that it is one.
    private func isAnyObject(_ schema: Schema) -> Bool {
        switch schema.additional {
        case .schema, .forbidden: return false
        case .unsaid, .anything: break
        }
        guard schema.reference == nil, schema.properties.isEmpty, schema.patternProperties.isEmpty,
            schema.allOf.isEmpty, schema.listedValues == nil, schema.required.isEmpty
        else { return false }
        return schema.variants.allSatisfy { variant in
            !variant.kinds.isEmpty && !variant.kinds.contains(.object) || isAnyObject(variant)
        }
    }

    /// How much a schema says about a value.
    private func rank(_ schema: Schema) -> Int {
        if schema.isUnconstrained {
            return 0
        }
        if schema.enumeration != nil || schema.constant != nil {
            return 3
        }
        return schema.format == nil && schema.items == nil && schema.allOf.isEmpty && schema.variants.isEmpty ? 1 : 2
    }

    /// Whether no value is what both parts ask for.
    func areContrary(_ first: Schema, _ second: Schema) -> Bool {
        guard let one = resolver.followed(first), let other = resolver.followed(second), one !== other,
            one.kinds != [.null], other.kinds != [.null]
        else { return false }
        if one.kinds == [.string], other.kinds == [.string] {
            let types = [one, other].map(resolver.formats.string)
            return types[0] != types[1] && !types.contains(.string)
        }
        let number: Set<JSONType> = [.integer, .number]
        let (kinds, others) = (Set(one.kinds), Set(other.kinds))
        guard !kinds.isEmpty, !others.isEmpty, kinds.isDisjoint(with: others) else { return false }
        return kinds.union(others).isSubset(of: number) == false
    }
}
