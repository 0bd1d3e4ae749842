import YAMLReader

/// Assigns the values of a discriminator to the variants of a union.
struct UnionTags {

    private let graph: SchemaGraph
    private let tags: VariantTags

    init(_ graph: SchemaGraph) {
        self.graph = graph
        tags = VariantTags(graph.relations)
    }

    /// Assigns the values of the discriminator, or of a property that serves as one.
    ///
    /// - Parameters:
    ///   - schema: The schema with the variants.
    ///   - members: The schemas of the variants.
    ///   - cases: The cases of the enum, one for each variant.
    /// - Returns: The name of the property; `nil` without one.
    func add(_ schema: Schema, _ members: [Schema], _ cases: inout [UnionType.Variant]) -> String? {
        guard let discriminator = schema.discriminator else {
            if let property = addInherited(members, &cases) {
                return property
            }
            let objects = objects(among: members)
            guard let property = tags.constantProperty(of: objects.map { members[$0] }) else { return nil }
            for index in objects {
                cases[index].tags = tags.constants(of: property, in: members[index])
                // A property that the union requires is written, although the variant declares it as optional.
                if schema.required.contains(property), cases[index].tags.count == 1 {
                    cases[index].writtenTag = cases[index].tags[0]
                }
            }
            return property
        }
        addMapped(discriminator, members, &cases)
        addImplied(discriminator.property, of: schema, members, &cases)
        return discriminator.property
    }

    /// Returns the indices of the objects among variants, of which a property can tell one from another; all variants if
    /// one of the others may be an object too.
    private func objects(among members: [Schema]) -> [Int] {
        let composition = ScalarComposition(graph.relations)
        let objects = members.indices.filter { composition.isObject(members[$0]) }
        let areDistinct = members.indices.allSatisfy { index in
            guard !objects.contains(index), let own = graph.followed(members[index]) else { return true }
            return !own.kinds.isEmpty && !own.kinds.contains(.object)
        }
        return areDistinct && objects.count > 1 ? objects : Array(members.indices)
    }

    /// Assigns values to the variants that the mapping does not name.
    ///
    /// Variants often share one list of values, so that each of them allows the values of the others. A value that the
    /// mapping contains, or that is the name of another variant's schema, belongs to that variant alone.
    private func addImplied(
        _ property: String,
        of schema: Schema,
        _ members: [Schema],
        _ cases: inout [UnionType.Variant]
    ) {
        let mapped = Set(cases.flatMap { $0.tags.map(ExactText.init) })
        let names = members.map { Set(tags.schemaNames(of: $0, in: schema).map(ExactText.init)) }
        for index in members.indices where !cases[index].tags.isEmpty {
            cases[index].tags += name(of: members[index], property, besides: mapped)
        }
        for index in members.indices where cases[index].tags.isEmpty {
            var known: Set<ObjectIdentifier> = [ObjectIdentifier(schema)]
            let claimed = tags.implied(property, members[index], &known)
            let own = claimed.filter { value in
                let text = ExactText(value)
                guard !mapped.contains(text) else { return false }
                return names[index].contains(text) || !names.contains { $0.contains(text) }
            }
            // Without a mapping or its own value, a variant's value is the name of its schema.
            cases[index].tags = own.isEmpty && !claimed.isEmpty ? names[index].map(\.text).sorted() : own
            // With several values, the writer of a value has to choose one.
            cases[index].writtenTag = cases[index].tags.count == 1 ? cases[index].tags[0] : nil
        }
    }

    /// Returns the name of a variant with mapped values, which selects it too (OpenAPI 3.2, "Options for Mapping Values to
    /// Schemas").
    ///
    /// It is only read: a value that the schema of the property does not list never occurs.
    private func name(of member: Schema, _ property: String, besides mapped: Set<ExactText>) -> [String] {
        guard let name = member.reference?.lastToken, !mapped.contains(ExactText(name)),
            tags.constants(of: property, in: member).isEmpty
        else { return [] }
        return [name]
    }

    /// Returns the values of a base's discriminator for the base itself.
    private func values(of base: Schema, _ discriminator: Schema.Discriminator) -> [String] {
        let mapped = discriminator.mapping.filter { graph.context.schema($0.target).flatMap(graph.followed) === base }
        return mapped.isEmpty ? [graph.components[base]].compactMap { $0 } : mapped.map(\.value)
    }

    /// Assigns the values of a base's discriminator to variants that all extend the base, or are the base.
    ///
    /// A value for another schema that extends one of the variants belongs to that variant.
    ///
    /// - Returns: The discriminator's property; `nil` unless all objects among the variants extend one base.
    private func addInherited(_ members: [Schema], _ cases: inout [UnionType.Variant]) -> String? {
        let owns = members.map(graph.followed)
        guard let base = owns.lazy.compactMap({ $0.flatMap(graph.inheritance.base) }).first,
            let discriminator = Inheritance.tagging(of: base)
        else { return nil }
        let composition = ScalarComposition(graph.relations)
        let isInherited = { (own: Schema?) in own === base || own.flatMap(graph.inheritance.base) === base }
        let others = zip(owns, members).filter { own, _ in !isInherited(own) }
        guard !others.contains(where: { own, member in own != nil && composition.isObject(member) }) else { return nil }
        for (index, own) in owns.enumerated() {
            if own === base { cases[index].tags = values(of: base, discriminator) }
            guard let own, graph.inheritance.base(of: own) === base else { continue }
            cases[index].tags = tags.tags(of: own, below: base)
            cases[index].writtenTag = cases[index].tags.first
        }
        for child in graph.inheritance.children(of: base) where !owns.contains(where: { $0 === child.schema }) {
            let extended = owns.indices.filter { index in
                owns[index].map { graph.relations.extends(child.schema, $0) } ?? false
            }
            // Each child extends the base.
            guard let index = extended.first(where: { owns[$0] !== base }) ?? extended.first else { continue }
            cases[index].tags += tags.tags(of: child.schema, below: base)
        }
        return discriminator.property
    }

    /// Returns the index of the variant for values with another or no discriminator; `nil` without one.
    func fallback(_ discriminator: Schema.Discriminator?, _ members: [Schema]) -> Int? {
        guard let reference = discriminator?.defaultTarget, let target = graph.context.schema(reference) else {
            return nil
        }
        guard let index = index(of: target, among: members) else {
            graph.diagnostics.warning(
                "foreign-variant",
                "'defaultMapping' names a schema that is not a variant, so other values are decoded as unknown",
                hint: "Add the schema to 'oneOf'",
                at: reference.range
            )
            return nil
        }
        return index
    }

    private func addMapped(
        _ discriminator: Schema.Discriminator,
        _ members: [Schema],
        _ cases: inout [UnionType.Variant]
    ) {
        for (value, reference) in discriminator.mapping {
            guard let target = graph.context.schema(reference) else { continue }
            guard let index = index(of: target, among: members) else {
                graph.diagnostics.warning(
                    "foreign-variant",
                    "'\(value)' is mapped to a schema that is not a variant, so it is decoded as unknown",
                    hint: "Add the schema to 'oneOf', or remove the value from 'mapping'",
                    at: reference.range
                )
                continue
            }
            checkInner(value, of: target, in: members[index], discriminator, at: reference.range)
            cases[index].tags.append(value)
            cases[index].isMapped = true
            cases[index].writtenTag = cases[index].writtenTag ?? value
        }
    }

    /// Reports a value for a variant of a nested union in which that variant has other values.
    private func checkInner(
        _ value: String,
        of target: Schema,
        in member: Schema,
        _ discriminator: Schema.Discriminator,
        at range: SourceRange
    ) {
        guard let wanted = graph.followed(target), let inner = graph.followed(member), inner !== wanted,
            let own = inner.discriminator, own.property == discriminator.property,
            let variant = inner.variants.first(where: { graph.followed($0) === wanted })
        else { return }
        let mapped = own.mapping.filter { graph.context.schema($0.target).flatMap(graph.followed) === wanted }
        var known = mapped.map(\.value)
        if known.isEmpty {
            known = tags.constants(of: own.property, in: variant)
        }
        if known.isEmpty, let base = graph.inheritance.base(of: wanted) {
            known = tags.tags(of: wanted, below: base)
        }
        if known.isEmpty {
            known = variant.reference.map { [$0.lastToken] } ?? []
        }
        guard !known.contains(value), let other = known.first else { return }
        graph.diagnostics.warning(
            "foreign-variant",
            "'\(value)' is mapped to a variant that a nested union maps to '\(other)', so it is unknown there",
            hint: "Use the same 'mapping' in both",
            at: range
        )
    }

    /// Returns the index of the variant that is a schema, or that has it as a variant.
    private func index(of target: Schema, among members: [Schema]) -> Int? {
        let wanted = graph.followed(target)
        return members.firstIndex { graph.followed($0) === wanted }
            ?? members.firstIndex { member in
                graph.followed(member)?.variants.contains { graph.followed($0) === wanted } ?? false
            }
    }
}
