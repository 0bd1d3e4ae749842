import YAMLReader

/// Makes enums from `oneOf` and `anyOf`.
struct UnionBuilder {

    let resolver: TypeResolver

    /// The type of a union, which is its only variant where the others are null or the same.
    ///
    /// - Parameters:
    ///   - schema: The schema with the variants.
    ///   - variants: Its variants without null.
    ///   - place: Where to declare the enum.
    /// - Returns: The type.
    func build(_ schema: Schema, _ variants: [Schema], at place: TypeResolver.Place) -> SwiftType {
        if variants.count == 1 {
            return resolver.resolve(variants[0], insteadOf: schema, at: place)
        }
        if let type = mergedEnumeration(schema, variants, at: place) {
            return type
        }
        let declared = resolver.declaration(of: schema, at: place)
        var scope = NameScope(resolver.diagnostics, reserving: ["unknown", "xmlVariants"])
        var known: [SwiftType: Int] = [:]
        var cases: [UnionType.Variant] = []
        var members: [Schema] = []
        for (index, variant) in variants.enumerated() {
            let name = variantName(variant, index)
            let type = resolver.resolve(variant, at: TypeResolver.Place(parent: declared, name: name)).type
            guard known[type] == nil else { continue }
            known[type] = cases.count
            let wanted = SwiftName.enumCase(caseName(type, variant, name))
            cases.append(UnionType.Variant(name: scope.take(wanted, for: "A variant", at: variant.range), type: type))
            members.append(variant)
        }
        guard cases.count > 1 else {
            // All variants are one type; a component keeps its name as an alias.
            return cases.first?.type ?? .json
        }
        let tags = addTags(schema, members, &cases)
        addUniqueKeys(members, &cases)
        declared.content = .union(UnionType(variants: cases, discriminator: tags))
        return .named(declared)
    }

    /// Makes the enum of a schema with a discriminator and of those that extend it.
    func build(base: Schema, _ children: [Inheritance.Child], at place: TypeResolver.Place) -> SwiftType {
        let declared = resolver.declaration(of: base, at: place)
        var scope = NameScope(resolver.diagnostics, reserving: ["unknown", "base", "xmlVariants"])
        var cases = children.map { child -> UnionType.Variant in
            let type = resolver.resolve(child.schema, at: TypeResolver.Place(parent: nil, name: child.name)).type
            let wanted = SwiftName.enumCase(child.schema.swiftName ?? child.name)
            let name = scope.take(wanted, for: "A variant", at: child.schema.range)
            return UnionType.Variant(name: name, type: type, tags: tags(of: child.schema, below: base))
        }
        let own = resolver.declare("Base", in: declared, for: base, what: "The base", at: base.range)
        let type = ObjectBuilder(resolver: resolver).build(base, as: own)
        cases.append(UnionType.Variant(name: "base", type: type))
        declared.content = .union(
            UnionType(variants: cases, discriminator: base.discriminator?.property, fallback: cases.count - 1)
        )
        return .named(declared)
    }

    /// Values of a base's discriminator that stand for a schema that extends it.
    func tags(of child: Schema, below base: Schema) -> [String] {
        guard let discriminator = base.discriminator else { return [] }
        let mapped = discriminator.mapping.filter { resolver.context.schema($0.target) === child }.map(\.value)
        guard mapped.isEmpty else { return mapped }
        let constants = constants(of: discriminator.property, in: child)
        guard constants.count != 1 else { return constants }
        return resolver.inheritance.children(of: base).filter { $0.schema === child }.map(\.name)
    }

    /// Several enums of one kind, or constants, are one enum.
    private func mergedEnumeration(_ schema: Schema, _ variants: [Schema], at place: TypeResolver.Place) -> SwiftType? {
        var values: [EnumBuilder.Value] = []
        var known: Set<ExactText> = []
        for variant in variants {
            guard let own = resolver.followed(variant), let listed = own.enumeration ?? own.constant.map({ [$0] })
            else {
                return nil
            }
            for node in listed where known.insert(ExactText("\(node.kind) \(node.shortJSON ?? "")")).inserted {
                values.append(value(node, isAlone: listed.count == 1, variant, own))
            }
        }
        let areConstants = values.count == variants.count
        guard let content = EnumBuilder.content(values, schema, resolver.diagnostics),
            content.raw != .json || areConstants
        else { return nil }
        let declared = resolver.declaration(of: schema, at: place)
        declared.content = .enumeration(content)
        return .named(declared)
    }

    /// A value of an enum; one that has a schema to itself may have a name and a description.
    private func value(_ node: Node, isAlone: Bool, _ variant: Schema, _ own: Schema) -> EnumBuilder.Value {
        guard isAlone else { return EnumBuilder.Value(node: node) }
        return EnumBuilder.Value(
            node: node,
            name: variant.swiftName ?? own.swiftName ?? variant.title ?? own.title,
            documentation: Documentation(summary: variant.description ?? own.description)
        )
    }

    /// Name under which an inline variant is declared.
    private func variantName(_ variant: Schema, _ index: Int) -> String {
        if let reference = variant.reference {
            return reference.lastToken
        }
        return variant.swiftName ?? variant.title ?? "Variant\(index + 1)"
    }

    /// Name of a case: after the reference, the declared type, or the kind of JSON.
    private func caseName(_ type: SwiftType, _ variant: Schema, _ name: String) -> String {
        if variant.reference != nil || variant.title != nil || variant.swiftName != nil {
            return name
        }
        return switch type {
        case .named(let named): named.name.text
        case .array, .lossyArray: "array"
        case .dictionary: "object"
        case .bool: "bool"
        case .int, .uint64: "integer"
        case .timeOfDay: "time"
        case .calendarDuration: "duration"
        case .decimalText: "decimal"
        case .custom(let type): type.path.last?.text ?? "value"
        case .double, .float, .decimal: "number"
        case .date: "dateTime"
        case .calendarDate: "date"
        case .uuid: "uuid"
        case .url: "url"
        case .data: "data"
        case .json: "any"
        default: "string"
        }
    }

    /// Finds the values of the discriminator; gives its member's name, or `nil` when there is none.
    private func addTags(_ schema: Schema, _ members: [Schema], _ cases: inout [UnionType.Variant]) -> String? {
        guard let discriminator = schema.discriminator else { return addConstantTags(members, &cases) }
        for (value, reference) in discriminator.mapping {
            guard let target = resolver.context.schema(reference) else { continue }
            guard let index = members.firstIndex(where: { resolver.followed($0) === resolver.followed(target) }) else {
                resolver.diagnostics.error(
                    "foreign-variant",
                    "'\(value)' stands for a schema that is not among the variants",
                    hint: "Add it to 'oneOf', or take it out of 'mapping'",
                    at: reference.range
                )
                continue
            }
            cases[index].tags.append(value)
        }
        // Without a mapping, a variant's value is the name of its schema.
        for (index, member) in members.enumerated() where cases[index].tags.isEmpty {
            let constants = constants(of: discriminator.property, in: member)
            cases[index].tags = constants.isEmpty ? member.reference.map { [$0.lastToken] } ?? [] : constants
        }
        return discriminator.property
    }

    /// A member that is a constant of its own in every variant tells them apart as well as a discriminator.
    private func addConstantTags(_ members: [Schema], _ cases: inout [UnionType.Variant]) -> String? {
        guard let first = members.first.flatMap(resolver.followed) else { return nil }
        for property in first.properties {
            let tags = members.map { constants(of: property.name, in: $0) }
            let all = tags.flatMap { $0 }
            guard !tags.contains(where: \.isEmpty), Set(all).count == all.count else { continue }
            for index in cases.indices {
                cases[index].tags = tags[index]
            }
            return property.name
        }
        return nil
    }

    /// The strings that a member may be, where they are listed.
    private func constants(of property: String, in schema: Schema) -> [String] {
        for part in composition(of: schema) {
            guard let found = part.properties.first(where: { $0.name == property }),
                let member = resolver.followed(found.schema)
            else { continue }
            let values = (member.enumeration ?? member.constant.map { [$0] } ?? []).compactMap(\.string)
            if !values.isEmpty {
                return values
            }
        }
        return []
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

    /// Finds for each object a member that it requires and no other has.
    private func addUniqueKeys(_ members: [Schema], _ cases: inout [UnionType.Variant]) {
        let owns = members.map { names(of: $0) }
        for index in cases.indices {
            let others = Set(owns.indices.filter { $0 != index }.flatMap { owns[$0].all })
            cases[index].uniqueKey = owns[index].required.first { !others.contains($0) }
            cases[index].requiredCount = owns[index].required.count
        }
    }

    private func names(of schema: Schema) -> (required: [String], all: Set<String>) {
        let parts = composition(of: schema)
        let all = Set(parts.flatMap { $0.properties.map(\.name) })
        return (parts.reversed().flatMap(\.required).filter(all.contains), all)
    }
}

/// Makes unions of a schema that allows several JSON types.
enum ScalarUnion {

    static func build(_ schema: Schema, at place: TypeResolver.Place, _ resolver: TypeResolver) -> SwiftType {
        // Every integer is a number.
        let kinds = schema.kinds.contains(.number) ? schema.kinds.filter { $0 != .integer } : schema.kinds
        guard kinds.count > 1 else { return resolver.type(kinds[0], schema, at: place) }
        let declared = resolver.declaration(of: schema, at: place)
        let variants = kinds.map { kind in
            UnionType.Variant(
                name: Identifier(sanitizing: kind.rawValue),
                type: resolver.type(kind, schema, at: TypeResolver.Place(parent: declared, name: kind.rawValue))
            )
        }
        declared.content = .union(UnionType(variants: variants, discriminator: nil))
        return .named(declared)
    }
}
