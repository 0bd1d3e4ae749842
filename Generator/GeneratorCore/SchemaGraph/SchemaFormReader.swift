import YAMLReader

/// Determines the forms of schemas, and creates the schemas that they need.
struct SchemaFormReader {

    private let relations: SchemaRelations

    init(_ relations: SchemaRelations) {
        self.relations = relations
    }

    /// Returns the form of a schema; `nil` if its own keywords decide its type.
    func form(_ schema: Schema, _ derived: inout DerivedSchemas) -> SchemaForm? {
        let variants = relations.values(of: schema)
        let hasOnlyVariants = schema.allOf.isEmpty && schema.reference == nil && schema.properties.isEmpty
        if hasOnlyVariants && !variants.isEmpty || relations.isUnion(schema, variants) {
            return SchemaForm(kind: .union(union(schema, variants, &derived)))
        }
        if let union = spread(schema, &derived) {
            return SchemaForm(kind: .replaced(by: union))
        }
        guard !schema.allOf.isEmpty || !variants.isEmpty || schema.reference != nil else { return nil }
        let parts = schema.allOf.filter { !$0.isUnconstrained }
        if let part = onlyPart(of: schema, parts, variants) {
            var problems: [CompositionProblem] = []
            let refined = refined(part, of: schema, by: [], &derived, &problems)
            let narrowed = narrowed(refined, of: schema, by: [part], &derived)
            return SchemaForm(kind: .replaced(by: narrowed), problems: problems)
        }
        return composition(schema, parts, variants, &derived)
    }

    /// Returns the form of a schema with several parts.
    private func composition(
        _ schema: Schema,
        _ parts: [Schema],
        _ variants: [Schema],
        _ derived: inout DerivedSchemas
    ) -> SchemaForm {
        let composition = ScalarComposition(relations)
        let target = relations.target(of: schema).map { [$0] } ?? []
        let all = parts + variants + target
        if schema.properties.isEmpty, !all.isEmpty, !composition.isObject(schema) {
            if let problem = composition.contradiction(all) {
                return SchemaForm(kind: .replaced(by: derived.anything), problems: [problem])
            }
            if let part = composition.decisive(all) {
                var problems: [CompositionProblem] = []
                let refined = refined(part, of: schema, by: parts + target, &derived, &problems)
                let narrowed = narrowed(refined, of: schema, by: parts + target, &derived)
                return SchemaForm(kind: .replaced(by: narrowed), problems: problems)
            }
        }
        if parts.isEmpty, schema.properties.isEmpty, variants.isEmpty, schema.reference == nil {
            return SchemaForm(kind: .anything)
        }
        if let problem = composition.contradiction(parts + target) {
            return SchemaForm(kind: .anything, problems: [problem])
        }
        return SchemaForm(kind: .object)
    }

    /// Returns the decisive part of a composition without an object, with the values, elements and format to which the
    /// other parts restrict it.
    private func refined(
        _ part: Schema,
        of schema: Schema,
        by parts: [Schema],
        _ derived: inout DerivedSchemas,
        _ problems: inout [CompositionProblem]
    ) -> Schema {
        let merger = AllOfMerger(relations)
        var refined = part
        // A variant is one of several.
        if parts.contains(where: { $0 === part }) {
            for other in parts where other !== part && merger.narrows(other, refined) {
                refined = derived.combine(refined, other, merger, &problems)
            }
        }
        // A schema with only a format is not one of the parts, because alone it allows any value.
        let composition = ScalarComposition(relations)
        for other in schema.allOf {
            guard let own = relations.followed(refined), composition.addsFormat(other, to: own) else { continue }
            refined = derived.combine(refined, other, merger, &problems)
        }
        return refined
    }

    /// Returns a schema of several types with only those that all parts of a composition allow.
    private func narrowed(
        _ schema: Schema,
        of composition: Schema,
        by parts: [Schema],
        _ derived: inout DerivedSchemas
    ) -> Schema {
        guard let own = relations.followed(schema), own.saysOnlyTypes else { return schema }
        let schemas = parts.compactMap(relations.followed)
        let lists = ([composition.kinds] + schemas.map(\.kinds)).filter { !$0.isEmpty }
        let kinds = lists.dropFirst().reduce(lists.first ?? []) { JSONType.common($0, $1) }
        guard !kinds.isEmpty, Set(kinds) != Set(own.kinds) else { return schema }
        let part = zip(parts, schemas).first { $1.saysOnlyTypes && Set($1.kinds) == Set(kinds) }
        if let part { return part.0 }
        return derived.add(at: composition, usedLike: [composition]) { narrowed in
            narrowed.kinds = kinds
            narrowed.isNullable = own.isNullable
            narrowed.title = own.title
            narrowed.description = own.description
        }
    }

    /// Returns the only part of a composition that adds nothing to it; `nil` for any other schema.
    private func onlyPart(of schema: Schema, _ parts: [Schema], _ variants: [Schema]) -> Schema? {
        // A schema that extends one with a discriminator has its own value of it, even if it adds no property.
        let isChild =
            relations.inheritance.base(of: schema).map { !relations.inheritance.children(of: $0).isEmpty } ?? false
        guard parts.count == 1, schema.properties.isEmpty, variants.isEmpty, schema.reference == nil, !isChild else {
            return nil
        }
        let needed = schema.required + schema.allOf.flatMap { $0.isUnconstrained ? $0.required : [] }
        guard needed.isEmpty || !PropertyNames(parts[0], relations.references).allow(needed) else { return nil }
        return parts[0]
    }

    /// Returns the union that replaces a composition whose one inline part is a union with a discriminator.
    ///
    /// Its variants have the properties of the other parts. Returns `nil` for any other schema.
    private func spread(_ schema: Schema, _ derived: inout DerivedSchemas) -> Schema? {
        let unions = schema.allOf.filter { $0.discriminator != nil && !$0.variants.isEmpty }
        guard unions.count == 1, let part = unions.first, part.reference == nil, schema.variants.isEmpty,
            schema.discriminator == nil, relations.isUnion(part, relations.values(of: part))
        else { return nil }
        return derived.add(at: schema, usedLike: [schema]) { union in
            union.kinds = schema.kinds
            union.title = schema.title
            union.description = schema.description ?? part.description
            union.swiftName = schema.swiftName
            union.reference = schema.reference
            union.allOf = schema.allOf.filter { $0 !== part } + part.allOf
            union.properties = schema.properties + part.properties
            union.required = schema.required + part.required
            union.additional = schema.additional
            union.oneOf = part.oneOf
            union.anyOf = part.anyOf
            union.discriminator = part.discriminator
        }
    }
}

// MARK: - Unions

extension SchemaFormReader {

    /// Returns the object with properties that a schema allows next to values of other types; `nil` for any other schema.
    func objectPart(_ schema: Schema, _ derived: inout DerivedSchemas) -> Schema? {
        guard schema.kinds.count > 1, schema.kinds.contains(.object), !schema.properties.isEmpty,
            schema.variants.isEmpty
        else { return nil }
        return derived.add(at: schema, usedLike: [schema]) { part in
            part.kinds = [.object]
            part.properties = schema.properties
            part.required = schema.required
            part.additional = schema.additional
            part.patternProperties = schema.patternProperties
        }
    }

    /// Returns the union of the schema below `items` and a list of that schema; `nil` for any other schema.
    func looseUnion(_ schema: Schema, _ derived: inout DerivedSchemas) -> SchemaUnion? {
        guard let items = relations.looseItems(of: schema) else { return nil }
        let list = derived.add(at: items) { list in
            list.kinds = [.array]
            list.items = schema
        }
        return union(schema, relations.values(of: items) + [list], &derived)
    }

    private func union(_ schema: Schema, _ variants: [Schema], _ derived: inout DerivedSchemas) -> SchemaUnion {
        let variants = withOneKeyword(withoutContained(variants), &derived)
        let common = UnionCommonProperties(schema, relations, &derived)
        var problems: [CompositionProblem] = []
        let completed = variants.map { variant in
            SchemaUnion.Variant(schema: variant, completed: common?.added(to: variant, &derived, &problems))
        }
        return SchemaUnion(variants: completed, hasCommonProperties: common != nil, problems: problems)
    }

    /// Returns the variants without those that another one includes: integers and listed numbers where any number is
    /// allowed.
    private func withoutContained(_ variants: [Schema]) -> [Schema] {
        func isPlain(_ schema: Schema, _ kind: JSONType) -> Bool {
            schema.saysOnlyTypes && schema.kinds == [kind] && schema.swiftName == nil && schema.title == nil
        }
        let hasNumber = variants.contains { isPlain($0, .number) }
        guard hasNumber || variants.contains(where: { isPlain($0, .integer) }) else { return variants }
        return variants.filter { variant in
            guard variant.isUnnamed, let values = variant.listedValues else {
                return !(hasNumber && isPlain(variant, .integer))
            }
            return !values.allSatisfy { $0.int != nil || hasNumber && $0.numberText != nil }
        }
    }

    /// Returns the variants with all unnamed lists of strings joined into one if there are other variants as well.
    private func withOneKeyword(_ variants: [Schema], _ derived: inout DerivedSchemas) -> [Schema] {
        let lists = variants.filter(\.isKeyword)
        guard lists.count > 1, lists.count < variants.count else { return variants }
        let all = derived.add(at: lists[0]) { all in
            all.kinds = [.string]
            all.oneOf = lists
            all.swiftNames = lists.reduce(into: [:]) { names, list in
                names.merge(list.swiftNames) { name, _ in name }
            }
        }
        return variants.compactMap { variant in
            guard variant.isKeyword else { return variant }
            return variant === lists[0] ? all : nil
        }
    }
}

extension Schema {

    /// Whether a variant has neither a reference nor a title.
    var isUnnamed: Bool {
        reference == nil && swiftName == nil && title == nil
    }

    /// Whether a variant is an unnamed list of strings.
    var isKeyword: Bool {
        guard isUnnamed, kinds.isEmpty || kinds == [.string], let values = listedValues, variants.isEmpty,
            allOf.isEmpty
        else { return false }
        return values.allSatisfy { $0.string != nil }
    }
}
