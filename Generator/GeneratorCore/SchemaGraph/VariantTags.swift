import YAMLReader

/// Finds the values that distinguish the variants of a union.
struct VariantTags {

    private let relations: SchemaRelations

    init(_ relations: SchemaRelations) {
        self.relations = relations
    }

    /// Returns the values of a variant without a mapping; empty for a union that was visited already.
    func implied(_ property: String, _ member: Schema, _ known: inout Set<ObjectIdentifier>) -> [String] {
        let constants = constants(of: property, in: member)
        guard constants.isEmpty else { return constants }
        if let own = relations.followed(member), let base = relations.inheritance.base(of: own),
            Inheritance.tagging(of: base)?.property == property
        {
            return tags(of: own, below: base)
        }
        let parts = relations.followed(member)?.variants ?? []
        guard parts.isEmpty else {
            guard let own = relations.followed(member), known.insert(ObjectIdentifier(own)).inserted else { return [] }
            let mapped = own.discriminator.map { $0.property == property ? $0.mapping.map(\.value) : [] } ?? []
            let others = parts.flatMap { $0.variants.isEmpty ? implied(property, $0, &known) : [] }
            return mapped + others.filter { !mapped.contains($0) }
        }
        return member.reference.map { [$0.lastToken] } ?? []
    }

    /// Returns the names of a variant's schemas: its own, and those of its variants if it is a union itself.
    ///
    /// - Parameters:
    ///   - member: The variant.
    ///   - union: The union, which is no variant of its variants.
    /// - Returns: The names; empty for an inline schema.
    func schemaNames(of member: Schema, in union: Schema) -> [String] {
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(union)]
        var open = [member]
        var names: [String] = []
        while let next = open.popLast() {
            guard let own = relations.followed(next), known.insert(ObjectIdentifier(own)).inserted else { continue }
            names += next.reference.map { [$0.lastToken] } ?? []
            open += own.variants
        }
        return names
    }

    /// Returns the values of a base's discriminator that name a schema that extends the base.
    func tags(of child: Schema, below base: Schema) -> [String] {
        guard let discriminator = Inheritance.tagging(of: base) else { return [] }
        let mapped = relations.mappedTags.values(of: child, below: base)
        guard mapped.isEmpty else { return mapped }
        if let stated = child.discriminatorValue { return [stated] }
        let constants = constants(of: discriminator.property, in: child)
        // A value that the base lists alone is inherited by every child.
        guard constants.count != 1 || constants == self.constants(of: discriminator.property, in: base) else {
            return constants
        }
        let names = relations.inheritance.children(of: base).filter { $0.schema === child }.map(\.name)
        return names.isEmpty ? relations.components[child].map { [$0] } ?? [] : names
    }

    /// Returns the name of a mapped schema that extends a base, which selects it too (OpenAPI 3.2, "Options for Mapping
    /// Values to Schemas"); none if the name is another one's value, or the schema lists its values.
    func unmappedName(of child: Inheritance.Child, below base: Schema) -> [String] {
        guard let discriminator = Inheritance.tagging(of: base), child.schema.discriminatorValue == nil,
            !relations.mappedTags.values(of: child.schema, below: base).isEmpty,
            !discriminator.mapping.contains(where: { $0.value == child.name }),
            constants(of: discriminator.property, in: child.schema).isEmpty
        else { return [] }
        return [child.name]
    }

    /// Returns the first property that is a different constant in every variant.
    func constantProperty(of members: [Schema]) -> String? {
        guard let first = members.first else { return nil }
        return composition(of: first).lazy.flatMap(\.properties).map(\.name).first { property in
            var known: Set<String> = []
            return members.allSatisfy { member in
                let tags = constants(of: property, in: member)
                return !tags.isEmpty && tags.allSatisfy { known.insert($0).inserted }
            }
        }
    }

    /// Returns the listed values of a property as strings; for a union, the values of all variants.
    func constants(of property: String, in schema: Schema) -> [String] {
        var known: Set<ObjectIdentifier> = []
        return constants(of: property, in: schema, 0, &known) ?? []
    }

    /// Returns the values that all parts with a list allow, without those of unions that were visited already; `nil` if
    /// the property allows other values.
    ///
    /// If no value is in all lists, the last part decides, as it does for the type of the property.
    private func constants(
        of property: String,
        in schema: Schema,
        _ depth: Int,
        _ known: inout Set<ObjectIdentifier>
    ) -> [String]? {
        var common: [String] = []
        for part in composition(of: schema) {
            guard let found = part.properties.first(where: { $0.name == property }) else { continue }
            let values = listed(found.schema, 0)
            let tags = values.compactMap(\.tag)
            guard !tags.isEmpty, tags.count == values.count else { continue }
            let shared = common.filter(tags.contains)
            common = shared.isEmpty ? tags : shared
        }
        guard common.isEmpty else { return common }
        guard depth < 8, let own = relations.followed(schema), !own.variants.isEmpty else { return nil }
        guard known.insert(ObjectIdentifier(own)).inserted else { return [] }
        var all: [String] = []
        for variant in own.variants {
            guard let values = constants(of: property, in: variant, depth + 1, &known) else { return nil }
            all += values
        }
        return all
    }

    /// Returns the values that a schema lists, itself or in its only part other than null.
    private func listed(_ schema: Schema, _ depth: Int) -> [Node] {
        guard depth < 8, let own = relations.followed(schema) else { return [] }
        if let values = own.listedValues {
            return own.isExtensible ? [] : values
        }
        let parts = own.allOf.filter { !$0.isUnconstrained } + own.variants.filter { $0.kinds != [.null] }
        return parts.count == 1 ? listed(parts[0], depth + 1) : []
    }

    /// Returns the names of the required properties of an object, and of all its properties.
    func names(of schema: Schema) -> (required: [String], all: Set<String>) {
        names(of: schema) { _ in true }
    }

    /// Returns the names of the properties of an object that have certain schemas.
    func names(of schema: Schema, where isWanted: (Schema) -> Bool) -> (required: [String], all: Set<String>) {
        let parts = composition(of: schema)
        let all = Set(parts.flatMap { $0.properties.filter { isWanted($0.schema) }.map(\.name) })
        return (parts.reversed().flatMap(\.required).filter(all.contains), all)
    }

    /// Returns the names of all properties that a value of a schema may have: its own, those of its variants, and those
    /// of schemas that extend it.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - isWanted: Whether properties with a schema count.
    /// - Returns: The names.
    func namesOfValues(_ schema: Schema, where isWanted: (Schema) -> Bool) -> Set<String> {
        let root = relations.followed(schema)
        var known: Set<ObjectIdentifier> = []
        var open = [(schema: schema, isPart: false)]
        var found: Set<String> = []
        while let next = open.popLast() {
            guard let own = relations.followed(next.schema), known.insert(ObjectIdentifier(own)).inserted else {
                continue
            }
            found.formUnion(own.properties.filter { isWanted($0.schema) }.map(\.name))
            open += own.allOf.map { ($0, true) }
            // A variant may extend its union, whose other variants are other values. Nor do other schemas that extend a
            // part extend this one.
            let isUnionOfRoot = next.isPart && own.variants.contains { relations.followed($0) === root }
            if !isUnionOfRoot { open += own.variants.map { ($0, false) } }
            if !next.isPart { open += relations.inheritance.children(of: own).map { ($0.schema, false) } }
        }
        return found
    }

    /// Returns the number of objects that have a property, for each property.
    static func owners(of objects: [(required: [String], all: Set<String>)]) -> [String: Int] {
        objects.reduce(into: [:]) { counts, object in
            for name in object.all {
                counts[name, default: 0] += 1
            }
        }
    }

    /// Returns a schema with its parts, each once and before the schemas that it is a part of.
    private func composition(of schema: Schema) -> [Schema] {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        var found: [Schema] = []
        while let next = open.popLast() {
            guard let own = relations.followed(next), known.insert(ObjectIdentifier(own)).inserted else { continue }
            found.append(own)
            open += own.allOf
        }
        return found.reversed()
    }
}

extension Node {
    /// The value as the string that the runtime compares; `nil` for values of other types.
    fileprivate var tag: String? {
        string ?? int.map(String.init) ?? bool.map { $0 ? "true" : "false" }
    }
}
