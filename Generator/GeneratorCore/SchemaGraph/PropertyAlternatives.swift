import YAMLReader

/// Finds the schema of a property that several variants of a union have, if the union becomes one struct.
struct PropertyAlternatives {

    private let relations: SchemaRelations

    init(_ relations: SchemaRelations) {
        self.relations = relations
    }

    /// Two schemas to compare.
    private struct Pair: Hashable {
        let first: ObjectIdentifier
        let second: ObjectIdentifier
    }

    /// Returns a schema that allows the values of several schemas; `nil` if all of them become the same type.
    func schema(_ schemas: [Schema], _ derived: inout DerivedSchemas) -> Schema? {
        guard schemas.count > 1 else { return nil }
        // A schema without known keywords often has one that the generator does not read, such as `not`.
        let distinct = distinct(schemas.filter { !$0.isUnconstrained })
        guard distinct.count > 1 else { return nil }
        if let known = derived.known(anyOf: distinct) {
            return known
        }
        guard !distinct.allSatisfy(isPlainText) else {
            return derived.either(distinct) { either in
                fill(either, distinct)
                // String schemas of several formats have no format in common.
                either.kinds = [.string]
                either.isNullable = distinct.contains(where: relations.isNullable)
            }
        }
        // One struct, like the object that has the property.
        let object =
            distinct.allSatisfy(isInlineObject) ? derived.add(at: distinct[0]) { $0.kinds = [.object] } : nil
        return derived.either(distinct) { either in
            fill(either, distinct)
            either.oneOf = distinct
            either.allOf = object.map { [$0] } ?? []
        }
    }

    /// Returns the schemas without those that become the same type as an earlier one.
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
    }

    private func isPlainText(_ schema: Schema) -> Bool {
        guard let own = relations.followed(schema) else { return false }
        return own.kinds == [.string] && own.listedValues == nil && own.allOf.isEmpty && own.variants.isEmpty
    }

    private func isInlineObject(_ schema: Schema) -> Bool {
        schema.reference == nil && schema.variants.isEmpty && schema.allOf.isEmpty
            && (!schema.properties.isEmpty || schema.kinds == [.object])
    }

    /// Whether two schemas become the same type, as far as their keywords show.
    ///
    /// - Parameters:
    ///   - first: One of the schemas.
    ///   - second: The other one.
    ///   - depth: The number of schemas around them.
    ///   - alike: The pairs that become the same type. The first pair that does not ends the comparison.
    /// - Returns: Whether they become the same type.
    private func isAlike(_ first: Schema, _ second: Schema, _ depth: Int, _ alike: inout Set<Pair>) -> Bool {
        guard depth < 8, let one = relations.followed(first), let other = relations.followed(second) else {
            return false
        }
        let pair = Pair(first: ObjectIdentifier(one), second: ObjectIdentifier(other))
        if one === other || alike.contains(pair) {
            return true
        }
        guard one.kinds == other.kinds, one.readAs == other.readAs, areAlike(one.allOf, other.allOf, depth, &alike),
            areAlike(one.variants, other.variants, depth, &alike),
            areAlike(one.prefixItems, other.prefixItems, depth, &alike),
            texts(one.listedValues) == texts(other.listedValues), one.isExtensible == other.isExtensible
        else { return false }
        if one.kinds == [.string], one.listedValues == nil {
            return relations.texts.format(of: one) == relations.texts.format(of: other)
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
