import YAMLReader

/// Declares enums for `oneOf` and `anyOf`.
struct UnionBuilder {

    /// A variant, the name of the type that it declares, and its type.
    private typealias Member = (schema: Schema, name: String, type: SwiftType)

    let resolver: TypeResolver

    /// Returns the type of a union: an enum, or the type of its only variant unless that has a discriminator.
    ///
    /// - Parameters:
    ///   - schema: The schema with the variants.
    ///   - union: Its variants without null.
    ///   - place: The parent and the name for the declaration of the enum.
    /// - Returns: The type.
    func build(_ schema: Schema, _ union: SchemaUnion, at place: TypeResolver.Place) -> SwiftType {
        union.problems.forEach { $0.report(to: resolver.diagnostics) }
        let variants = union.variants.map(\.schema)
        let isTagged = resolver.graph.relations.hasTaggedOnlyVariant(schema, variants)
        if variants.count == 1, !union.hasCommonProperties, !isTagged {
            // The title of the only value becomes the name of a case.
            if variants[0].reference == nil, variants[0].constant != nil, variants[0].title != nil,
                let type = mergedEnumeration(schema, variants, at: place)
            {
                return type
            }
            return resolver.resolve(variants[0], insteadOf: schema, at: place)
        }
        if let type = mergedEnumeration(schema, variants, at: place) {
            return type
        }
        let declared = resolver.declaration(of: schema, at: place)
        let names = UnionNames(schema, variants, resolver)
        var known: Set<SwiftType> = []
        var members: [Member] = []
        for (index, variant) in union.variants.enumerated() {
            let name = names.name(of: variant.schema, index)
            let type = type(of: variant, of: schema, in: declared, name: name)
            if known.insert(type).inserted {
                members.append((variant.schema, name, type))
            }
        }
        guard members.count > 1 || union.hasCommonProperties || isTagged || !declared.nested.isEmpty else {
            // All variants have one type. A component becomes an alias of it, unless it has nested types.
            return members.first?.type ?? .json
        }
        var cases = cases(members, names, in: declared)
        let tagging = UnionTags(resolver.graph)
        let tags = tagging.add(schema, members.map(\.schema), &cases)
        let fallback = tagging.fallback(schema.discriminator, members.map(\.schema))
        addUniqueKeys(of: schema, members.map(\.schema), &cases)
        UnionReports(resolver: resolver).report(schema, members.map(\.schema), cases, discriminator: tags)
        let rules = RuleReader(resolver: resolver)
        let precision = TimePrecision(graph: resolver.graph)
        for (index, member) in members.enumerated() {
            cases[index].rules = rules.rules(of: member.schema, member.type)
            cases[index].fractionDigits = precision.digits(of: member.schema, member.type)
        }
        declared.content = .union(
            UnionType(
                variants: cases,
                discriminator: tags,
                requiresDiscriminator: schema.discriminator != nil || tags.map(schema.required.contains) ?? false,
                isSensitive: Sensitivity(graph: resolver.graph).isSensitive(schema),
                fallback: fallback
            )
        )
        return .named(declared)
    }

    /// Returns the cases of an enum, with names that differ from each other and from those of nested types.
    private func cases(_ members: [Member], _ names: UnionNames, in declared: NamedType) -> [UnionType.Variant] {
        var scope = NameScope(
            resolver.diagnostics,
            reserving: ["unknown", "xmlVariants"] + declared.nested.map(\.name)
        )
        let types = members.map(\.type)
        let plain = members.map { member in
            SwiftName.enumCase(names.caseName(member.type, member.schema, member.name, among: types))
        }
        let short = CaseNames.shortened(
            plain,
            beside: declared.name,
            named: members.indices.filter { members[$0].schema.reference != nil },
            pinned: members.map { $0.schema.swiftName != nil },
            reserving: ["unknown", "xmlVariants"] + declared.nested.map(\.name)
        )
        return zip(members, short).map { member, own in
            // Inside the enum, a case hides a type of the same name, such as `_2D`.
            let wanted = types.contains { $0.mentions(own) } ? own.appending("Value") : own
            let name = scope.take(wanted, for: "A variant", at: member.schema.range)
            return UnionType.Variant(name: name, type: member.type)
        }
    }

    /// Returns the type of a variant with the properties that the union declares for all of its variants.
    private func type(of variant: SchemaUnion.Variant, of union: Schema, in declared: NamedType, name: String)
        -> SwiftType
    {
        if variant.completed != nil {
            // The types of these properties are declared in the enum, where all variants share them.
            for property in union.properties {
                _ = resolver.resolve(property.schema, at: TypeResolver.Place(parent: declared, name: property.name))
            }
        }
        let place = TypeResolver.Place(parent: declared, name: name, member: SwiftName.enumCase(name))
        return resolver.resolve(variant.completed ?? variant.schema, at: place).type
    }

    /// Declares the enum of a schema with a discriminator and of the schemas that extend it.
    func build(base: Schema, _ children: [Inheritance.Child], at place: TypeResolver.Place) -> SwiftType {
        let declared = resolver.declaration(of: base, at: place)
        var scope = NameScope(resolver.diagnostics, reserving: ["unknown", "base", "xmlVariants"])
        let tags = VariantTags(resolver.graph.relations)
        let short = CaseNames.shortened(
            children.map { SwiftName.enumCase($0.schema.swiftName ?? $0.name) },
            pinned: children.map { $0.schema.swiftName != nil },
            reserving: ["unknown", "base", "xmlVariants"]
        )
        var cases = zip(children, short).map { child, wanted -> UnionType.Variant in
            let type = resolver.resolve(child.schema, at: TypeResolver.Place(parent: nil, name: child.name)).type
            let name = scope.take(wanted, for: "A variant", at: child.schema.range)
            let own = tags.tags(of: child.schema, below: base)
            return UnionType.Variant(name: name, type: type, tags: own, writtenTag: own.first)
        }
        let written = Set(cases.flatMap(\.tags))
        for (index, child) in children.enumerated() {
            cases[index].tags += tags.unmappedName(of: child, below: base).filter { !written.contains($0) }
        }
        let type = ObjectBuilder(resolver: resolver).build(base, as: resolver.declareBase(base, in: declared))
        cases.append(UnionType.Variant(name: "base", type: type))
        let discriminator = Inheritance.discriminator(of: base)
        let others = UnionTags(resolver.graph).fallback(discriminator, children.map(\.schema) + [base])
        let sensitivity = Sensitivity(graph: resolver.graph)
        declared.content = .union(
            UnionType(
                variants: cases,
                discriminator: discriminator?.property,
                isSensitive: (children.map(\.schema) + [base]).contains(where: sensitivity.isSensitive),
                fallback: others ?? cases.count - 1
            )
        )
        return .named(declared)
    }

    /// Joins several enums or constants into one enum, which is open if a variant is any string.
    private func mergedEnumeration(_ schema: Schema, _ variants: [Schema], at place: TypeResolver.Place) -> SwiftType? {
        var list = Listed()
        guard variants.allSatisfy({ self.list($0, 0, &list) }), !list.values.isEmpty else { return nil }
        // The empty string as the only value is redundant next to a variant of any string.
        if list.isOpen, list.values.allSatisfy({ $0.node.string == "" }) {
            return .string
        }
        let areConstants = list.values.count == variants.count && !list.isOpen
        guard var content = EnumBuilder.content(list.values, schema, resolver.diagnostics),
            content.raw == .string || !list.isOpen && (content.raw != .json || areConstants)
        else { return nil }
        content.isOpen = list.isOpen
        let declared = resolver.declaration(of: schema, at: place)
        declared.content = .enumeration(content)
        return .named(declared)
    }

    /// Values that variants list.
    private struct Listed {
        var values: [EnumBuilder.Value] = []
        var known: Set<ExactText> = []
        /// Unions whose values were added.
        var unions: Set<ObjectIdentifier> = []
        /// Whether a variant is any string.
        var isOpen = false
    }

    /// Adds the values of a variant; returns `false` unless it is an enum, any string, or a union of such.
    private func list(_ variant: Schema, _ depth: Int, _ list: inout Listed) -> Bool {
        guard depth < 8, let own = resolver.graph.followed(variant) else { return false }
        if let listed = own.enumeration ?? own.constant.map({ [$0] }) {
            for node in listed where list.known.insert(node.identity).inserted {
                list.values.append(value(node, isAlone: listed.count == 1, variant, own))
            }
            list.isOpen = list.isOpen || own.isExtensible
            return true
        }
        if own.kinds == [.string], own.allOf.isEmpty, own.variants.isEmpty, own.readAs == nil,
            resolver.formats.string(own) == .string
        {
            list.isOpen = true
            return true
        }
        let parts = own.variants.filter { $0.kinds != [.null] }
        guard own.saysOnlyTypesBesideVariants, !parts.isEmpty, own.discriminator == nil else { return false }
        guard !list.unions.contains(ObjectIdentifier(own)) else { return true }
        guard parts.allSatisfy({ self.list($0, depth + 1, &list) }) else { return false }
        list.unions.insert(ObjectIdentifier(own))
        return true
    }

    /// Returns a value of an enum, with the name and description of its schema if it is the only value there.
    private func value(_ node: Node, isAlone: Bool, _ variant: Schema, _ own: Schema) -> EnumBuilder.Value {
        guard isAlone else { return EnumBuilder.Value(node: node) }
        return EnumBuilder.Value(
            node: node,
            name: variant.swiftName ?? own.swiftName ?? variant.title ?? own.title,
            documentation: Documentation(summary: variant.description ?? own.description)
        )
    }

    /// Finds for each object a required property that no other variant has.
    ///
    /// A read-only property tells nothing about the bodies of requests, and a write-only one nothing about responses.
    private func addUniqueKeys(of union: Schema, _ members: [Schema], _ cases: inout [UnionType.Variant]) {
        let tags = VariantTags(resolver.graph.relations)
        let direction = resolver.direction(of: union)
        let owns = members.map { member in
            let isWanted = { !resolver.isMissing($0, direction) }
            return (
                required: tags.names(of: member, where: isWanted).required,
                all: tags.namesOfValues(member, where: isWanted)
            )
        }
        let owners = VariantTags.owners(of: owns)
        for index in cases.indices {
            cases[index].uniqueKey = owns[index].required.first { owners[$0] == 1 }
            cases[index].requiredCount = owns[index].required.count
        }
    }
}

/// Declares unions for schemas that allow several JSON types.
enum ScalarUnion {

    static func build(_ schema: Schema, at place: TypeResolver.Place, _ resolver: TypeResolver) -> SwiftType {
        // Every integer is a number.
        let kinds = schema.kinds.contains(.number) ? schema.kinds.filter { $0 != .integer } : schema.kinds
        guard kinds.count > 1 else { return resolver.type(kinds[0], schema, at: place) }
        let declared = resolver.declaration(of: schema, at: place)
        let variants = kinds.map { kind in
            let place = TypeResolver.Place(parent: declared, name: kind.rawValue)
            let part = kind == .object ? resolver.graph.objectParts[schema] : nil
            return UnionType.Variant(
                name: Identifier(sanitizing: kind.rawValue),
                type: part.map { resolver.resolve($0, at: place).type } ?? resolver.type(kind, schema, at: place)
            )
        }
        declared.content = .union(
            UnionType(
                variants: variants,
                discriminator: nil,
                isSensitive: Sensitivity(graph: resolver.graph).isSensitive(schema)
            )
        )
        return .named(declared)
    }
}

extension SwiftType {

    /// Whether the type, or the type of its elements, is a declared type with a name.
    fileprivate func mentions(_ name: Identifier) -> Bool {
        switch self {
        case .named(let named): named.name == name
        case .array(let element), .arraySkippingInvalidElements(let element), .dictionary(let element),
            .optional(let element):
            element.mentions(name)
        default: false
        }
    }
}
