import YAMLReader

/// Finds the values by which the variants of a union are told apart.
struct UnionTags {

    let resolver: TypeResolver

    /// Gives variants the values of the discriminator, or of a member that does the same.
    ///
    /// - Parameters:
    ///   - schema: The schema with the variants.
    ///   - members: Its variants.
    ///   - cases: The cases of the enum, one for each variant.
    /// - Returns: The member's name; `nil` when there is none.
    func add(_ schema: Schema, _ members: [Schema], _ cases: inout [UnionType.Variant]) -> String? {
        guard let discriminator = schema.discriminator else {
            if let property = addInherited(members, &cases) {
                return property
            }
            guard let property = constantProperty(of: members) else { return nil }
            for (index, member) in members.enumerated() {
                cases[index].tags = constants(of: property, in: member)
            }
            return property
        }
        addMapped(discriminator, members, &cases)
        // Without a mapping, a variant's value is the name of its schema.
        for (index, member) in members.enumerated() where cases[index].tags.isEmpty {
            var known: Set<ObjectIdentifier> = [ObjectIdentifier(schema)]
            cases[index].tags = implied(discriminator.property, member, &known)
            // Which of several it is nobody can tell for the one who writes.
            cases[index].writtenTag = cases[index].tags.count == 1 ? cases[index].tags[0] : nil
        }
        return discriminator.property
    }

    /// Gives variants that all extend one schema the values of its discriminator.
    ///
    /// A value that stands for another schema which extends one of the variants is one of that variant's.
    ///
    /// - Returns: The discriminator's member; `nil` when not all objects among the variants extend one such schema.
    private func addInherited(_ members: [Schema], _ cases: inout [UnionType.Variant]) -> String? {
        let owns = members.map(resolver.followed)
        guard let base = owns.lazy.compactMap({ $0.flatMap(resolver.inheritance.base) }).first,
            let discriminator = Inheritance.tagging(of: base)
        else { return nil }
        let composition = ScalarComposition(resolver: resolver)
        for case let (own?, member) in zip(owns, members) where resolver.inheritance.base(of: own) !== base {
            guard !composition.isObject(member) else { return nil }
        }
        for (index, own) in owns.enumerated() {
            guard let own, resolver.inheritance.base(of: own) === base else { continue }
            cases[index].tags = tags(of: own, below: base)
            cases[index].writtenTag = cases[index].tags.first
        }
        for child in resolver.inheritance.children(of: base) where !owns.contains(where: { $0 === child.schema }) {
            guard let index = owns.firstIndex(where: { $0.map { resolver.extends(child.schema, $0) } ?? false }) else {
                continue
            }
            cases[index].tags += tags(of: child.schema, below: base)
        }
        return discriminator.property
    }

    private func addMapped(
        _ discriminator: Schema.Discriminator,
        _ members: [Schema],
        _ cases: inout [UnionType.Variant]
    ) {
        for (value, reference) in discriminator.mapping {
            guard let target = resolver.context.schema(reference) else { continue }
            guard let index = index(of: target, among: members) else {
                resolver.diagnostics.warning(
                    "foreign-variant",
                    "'\(value)' is mapped to a schema that is not a variant, so it is decoded as unknown",
                    hint: "Add the schema to 'oneOf', or remove the value from 'mapping'",
                    at: reference.range
                )
                continue
            }
            checkInner(value, of: target, in: members[index], discriminator, at: reference.range)
            cases[index].tags.append(value)
            cases[index].writtenTag = cases[index].writtenTag ?? value
        }
    }

    /// Tells of a value that stands for a variant of a variant, where the inner union knows that one by other values.
    private func checkInner(
        _ value: String,
        of target: Schema,
        in member: Schema,
        _ discriminator: Schema.Discriminator,
        at range: SourceRange
    ) {
        guard let wanted = resolver.followed(target), let inner = resolver.followed(member), inner !== wanted,
            let own = inner.discriminator, own.property == discriminator.property,
            let variant = inner.variants.first(where: { resolver.followed($0) === wanted })
        else { return }
        let mapped = own.mapping.filter { resolver.context.schema($0.target).flatMap(resolver.followed) === wanted }
        var known = mapped.map(\.value)
        if known.isEmpty {
            known = constants(of: own.property, in: variant)
        }
        if known.isEmpty, let base = resolver.inheritance.base(of: wanted) {
            known = tags(of: wanted, below: base)
        }
        if known.isEmpty {
            known = variant.reference.map { [$0.lastToken] } ?? []
        }
        guard !known.contains(value), let other = known.first else { return }
        resolver.diagnostics.warning(
            "foreign-variant",
            "'\(value)' is mapped to a variant that a nested union maps to '\(other)', so it is unknown there",
            hint: "Use the same 'mapping' in both",
            at: range
        )
    }

    /// The variant that is a schema, or the one among whose own variants it is.
    private func index(of target: Schema, among members: [Schema]) -> Int? {
        let wanted = resolver.followed(target)
        return members.firstIndex { resolver.followed($0) === wanted }
            ?? members.firstIndex { member in
                resolver.followed(member)?.variants.contains { resolver.followed($0) === wanted } ?? false
            }
    }

    /// The values of a variant that the mapping does not speak of; none for a union that was looked at already.
    private func implied(_ property: String, _ member: Schema, _ known: inout Set<ObjectIdentifier>) -> [String] {
        let constants = constants(of: property, in: member)
        guard constants.isEmpty else { return constants }
        if let own = resolver.followed(member), let base = resolver.inheritance.base(of: own),
            Inheritance.tagging(of: base)?.property == property
        {
            return tags(of: own, below: base)
        }
        let parts = resolver.followed(member)?.variants ?? []
        guard parts.isEmpty else {
            guard let own = resolver.followed(member), known.insert(ObjectIdentifier(own)).inserted else { return [] }
            return parts.flatMap { $0.variants.isEmpty ? implied(property, $0, &known) : [] }
        }
        return member.reference.map { [$0.lastToken] } ?? []
    }

    /// Values of a base's discriminator that stand for a schema that extends it.
    func tags(of child: Schema, below base: Schema) -> [String] {
        guard let discriminator = Inheritance.tagging(of: base) else { return [] }
        let mapped = resolver.mappedTags.values(of: child, below: base, discriminator)
        guard mapped.isEmpty else { return mapped }
        let constants = constants(of: discriminator.property, in: child)
        guard constants.count != 1 else { return constants }
        let names = resolver.inheritance.children(of: base).filter { $0.schema === child }.map(\.name)
        return names.isEmpty ? resolver.components[child].map { [$0] } ?? [] : names
    }

    /// The first member that is a constant of its own in every variant, and so tells them apart.
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

    /// The values that a member may be as text, where they are listed; of a union those of all of its variants.
    func constants(of property: String, in schema: Schema) -> [String] {
        var known: Set<ObjectIdentifier> = []
        return constants(of: property, in: schema, 0, &known) ?? []
    }

    /// The values, of unions that are known already none; `nil` where some value is not listed.
    private func constants(
        of property: String,
        in schema: Schema,
        _ depth: Int,
        _ known: inout Set<ObjectIdentifier>
    ) -> [String]? {
        for part in composition(of: schema) {
            guard let found = part.properties.first(where: { $0.name == property }) else { continue }
            let values = listed(found.schema, 0)
            let tags = values.compactMap(\.tag)
            if !tags.isEmpty, tags.count == values.count {
                return tags
            }
        }
        guard depth < 8, let own = resolver.followed(schema), !own.variants.isEmpty else { return nil }
        guard known.insert(ObjectIdentifier(own)).inserted else { return [] }
        var all: [String] = []
        for variant in own.variants {
            guard let values = constants(of: property, in: variant, depth + 1, &known) else { return nil }
            all += values
        }
        return all
    }

    /// The values that a schema lists beside null, or the one schema that it is made of beside null.
    private func listed(_ schema: Schema, _ depth: Int) -> [Node] {
        guard depth < 8, let own = resolver.followed(schema) else { return [] }
        if let values = own.enumeration ?? own.constant.map({ [$0] }) {
            return values
        }
        let parts = own.allOf.filter { !$0.isUnconstrained } + own.variants.filter { $0.kinds != [.null] }
        return parts.count == 1 ? listed(parts[0], depth + 1) : []
    }

    /// Members that an object asks for, and all that it has.
    func names(of schema: Schema) -> (required: [String], all: Set<String>) {
        let parts = composition(of: schema)
        let all = Set(parts.flatMap { $0.properties.map(\.name) })
        return (parts.reversed().flatMap(\.required).filter(all.contains), all)
    }

    /// How many objects have a member, for each member of some of them.
    static func owners(of objects: [(required: [String], all: Set<String>)]) -> [String: Int] {
        objects.reduce(into: [:]) { counts, object in
            for name in object.all {
                counts[name, default: 0] += 1
            }
        }
    }

    /// A schema and what it is composed of, parts before wholes, each once: compositions may meet again or be circles.
    private func composition(of schema: Schema) -> [Schema] {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        var found: [Schema] = []
        while let next = open.popLast() {
            guard let own = resolver.followed(next), known.insert(ObjectIdentifier(own)).inserted else { continue }
            found.append(own)
            open += own.allOf
        }
        return found.reversed()
    }
}

extension Node {
    /// The value as the text that the runtime compares; `nil` for one that tells nothing apart.
    fileprivate var tag: String? {
        string ?? int.map(String.init) ?? bool.map { $0 ? "true" : "false" }
    }
}
