import YAMLReader

/// Finds what a member may be that several variants of a union have, where the union becomes one struct.
struct MemberAlternatives {

    let resolver: TypeResolver

    /// Two schemas that are compared.
    private struct Pair: Hashable {
        let first: ObjectIdentifier
        let second: ObjectIdentifier
    }

    /// The schema of every value that one of several schemas describes; `nil` where all of them describe the same.
    func schema(_ schemas: [Schema]) -> Schema? {
        guard schemas.count > 1 else { return nil }
        // What says nothing is often the half that the generator does not read, such as `not`.
        let distinct = distinct(schemas.filter { !$0.isUnconstrained })
        return distinct.count > 1 ? resolver.either(distinct) { fill($0, distinct) } : nil
    }

    /// The schemas without those that become the same type as an earlier one.
    func distinct(_ schemas: [Schema]) -> [Schema] {
        var alike: Set<Pair> = []
        var distinct: [Schema] = []
        for schema in schemas where !distinct.contains(where: { isAlike($0, schema, 0, &alike) }) {
            distinct.append(schema)
        }
        return distinct
    }

    private func fill(_ either: Schema, _ schemas: [Schema]) {
        either.description = schemas.lazy.compactMap(\.description).first
        either.swiftName = schemas.lazy.compactMap(\.swiftName).first
        either.isReadOnly = schemas.allSatisfy(\.isReadOnly)
        either.isDeprecated = schemas.allSatisfy(\.isDeprecated)
        either.isSensitive = schemas.contains(where: \.isSensitive)
        if schemas.allSatisfy(isPlainText) {
            // Texts of several formats have none in common.
            either.kinds = [.string]
            either.isNullable = schemas.contains(where: resolver.isNullable)
            return
        }
        either.oneOf = schemas
        if schemas.allSatisfy(isInlineObject) {
            // One struct, as the objects are of which these are members.
            let object = resolver.context.newSchema(either.pointer, range: either.range)
            object.kinds = [.object]
            either.allOf = [object]
        }
    }

    private func isPlainText(_ schema: Schema) -> Bool {
        guard let own = resolver.followed(schema) else { return false }
        return own.kinds == [.string] && own.listedValues == nil && own.allOf.isEmpty && own.variants.isEmpty
    }

    private func isInlineObject(_ schema: Schema) -> Bool {
        schema.reference == nil && schema.variants.isEmpty && schema.allOf.isEmpty
            && (!schema.properties.isEmpty || schema.kinds == [.object])
    }

    /// Whether two schemas become the same type, as far as it can be told without making them.
    ///
    /// - Parameters:
    ///   - first: One of them.
    ///   - second: The other one.
    ///   - depth: How deep inside of others they stand.
    ///   - alike: Pairs that were found to be alike. One that is not ends the whole comparison.
    /// - Returns: Whether they do.
    private func isAlike(_ first: Schema, _ second: Schema, _ depth: Int, _ alike: inout Set<Pair>) -> Bool {
        guard depth < 8, let one = resolver.followed(first), let other = resolver.followed(second) else { return false }
        let pair = Pair(first: ObjectIdentifier(one), second: ObjectIdentifier(other))
        if one === other || alike.contains(pair) {
            return true
        }
        guard one.kinds == other.kinds, one.readAs == other.readAs, areAlike(one.allOf, other.allOf, depth, &alike),
            areAlike(one.variants, other.variants, depth, &alike),
            areAlike(one.prefixItems, other.prefixItems, depth, &alike),
            texts(one.listedValues) == texts(other.listedValues)
        else { return false }
        if one.kinds == [.string], one.listedValues == nil {
            return resolver.formats.string(one) == resolver.formats.string(other)
        }
        let items = [one.items, other.items].map { $0.map { [$0] } ?? [] }
        guard one.format == other.format, areAlike(items[0], items[1], depth, &alike),
            one.properties.map(\.name) == other.properties.map(\.name),
            areAlike(one.properties.map(\.schema), other.properties.map(\.schema), depth, &alike),
            Set(one.required) == Set(other.required), areAlike(others(one), others(other), depth, &alike)
        else { return false }
        alike.insert(pair)
        return true
    }

    private func areAlike(_ first: [Schema], _ second: [Schema], _ depth: Int, _ alike: inout Set<Pair>) -> Bool {
        first.count == second.count && zip(first, second).allSatisfy { isAlike($0, $1, depth + 1, &alike) }
    }

    private func others(_ schema: Schema) -> [Schema] {
        if case .schema(let others) = schema.additional { [others] } else { [] }
    }

    private func texts(_ values: [Node]?) -> Set<ExactText>? {
        values.map { Set($0.map(\.identity)) }
    }
}
