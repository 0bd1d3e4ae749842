import YAMLReader

/// Makes structs from object schemas; what `allOf` composes becomes one flat struct.
struct ObjectBuilder {

    let resolver: TypeResolver

    /// A member gathered from the parts of a composition.
    private struct Member {
        let property: Schema.Property
        /// Whether the part that it stands in is certain to apply.
        var isCertain: Bool
        /// The component that it stands in; `nil` for the schema's own.
        var owner: Schema?
    }

    private struct Parts {
        var members: [Member] = []
        var positions: [ExactText: Int] = [:]
        var required: Set<ExactText> = []
        /// Where each of those is asked for first.
        var requiredAt: [ExactText: SourceRange] = [:]
        var additional: Schema.Additional = .unsaid
        var patterns: [Schema] = []
        var visited: Set<ObjectIdentifier> = []
        /// The component that is being gathered.
        var owner: Schema?
        /// Whether conflicts only warn, because nobody wrote the parts as one composition.
        var isTolerant = false
        /// Whether a variant of a union is being gathered.
        var isBelowVariant = false

        /// Whether members without a name of their own are of one type.
        var hasTypedMembers: Bool {
            switch additional {
            case .unsaid, .anything: false
            case .forbidden: !patterns.isEmpty
            case .schema: true
            }
        }
    }

    /// Variants beyond which a part that several of them share is looked at in the first alone.
    private static let mostVariantsApart = 200

    /// Declares the struct of a schema.
    func build(_ schema: Schema, at place: TypeResolver.Place) -> SwiftType {
        build(schema, as: resolver.declaration(of: schema, at: place))
    }

    /// Whether a schema has some of these members and does not ask for them itself.
    func allows(_ names: [String], in schema: Schema) -> Bool {
        var parts = Parts()
        gather(schema, isCertain: true, &parts)
        return names.map(ExactText.init).contains { parts.positions[$0] != nil && !parts.required.contains($0) }
    }

    /// Makes the struct of a schema out of a type that is declared already.
    func build(_ schema: Schema, as type: NamedType) -> SwiftType {
        var parts = Parts()
        gather(schema, isCertain: true, &parts)
        for name in parts.required.map(\.text).sorted() where parts.positions[ExactText(name)] == nil {
            resolver.diagnostics.warning(
                "undeclared-required",
                "'\(name)' is required but not declared",
                hint: "Declare it under 'properties', or remove it from 'required'",
                // What extends a schema does not say again what is told of that one.
                at: parts.requiredAt[ExactText(name)] ?? schema.range
            )
        }
        type.content = .pending
        let names = names(of: parts, in: type)
        type.memberNames.formUnion(names)
        let additional = additional(parts, in: type)
        var object = ObjectType()
        object.properties = zip(parts.members, names).map { member, name in
            property(member, name, parts.required, of: schema, in: type)
        }
        object.additional = additional
        if case .typed(let value) = additional {
            var schemas = parts.patterns
            if case .schema(let schema) = parts.additional {
                schemas.append(schema)
                object.areOthersFiles = value == .data && MultipartFieldTypes(resolver: resolver).file(schema) != nil
            }
            object.additionalRules = RuleReader(resolver: resolver).rules(ofMembers: schemas, value)
        }
        type.content = .object(object)
        return .named(type)
    }

    /// Names of the members, in their order.
    private func names(of parts: Parts, in type: NamedType) -> [Identifier] {
        // A type that is composed of this one may have declared the types of its members already.
        var scope = NameScope(resolver.diagnostics, reserving: type.nested.map(\.name))
        if parts.hasTypedMembers {
            scope.reserve("additionalProperties")
        }
        var names = parts.members.map { _ in Identifier("unnamed") }
        let ranks = parts.members.map { rank($0.property) }
        for rank in 0...3 where ranks.contains(rank) {
            for index in names.indices where ranks[index] == rank {
                names[index] = name(of: parts.members[index].property, &scope)
            }
        }
        return names
    }

    /// Who takes a name first: the pinned ones, as a pin must hold whatever else is there, then those that are spelled
    /// so, or nearly so.
    private func rank(_ property: Schema.Property) -> Int {
        guard property.schema.swiftName == nil else { return 0 }
        return 1 + AlikeNames.distance(SwiftName.member(property.name), from: property.name)
    }

    private func name(of property: Schema.Property, _ scope: inout NameScope) -> Identifier {
        let wanted = property.schema.swiftName.map(SwiftName.pinnedMember) ?? SwiftName.member(property.name)
        resolver.diagnostics.checkPin(property.schema.swiftName, became: wanted, at: property.nameRange)
        return scope.take(wanted, for: "The property '\(property.name)'", at: property.nameRange)
    }

    private func gather(_ schema: Schema, isCertain: Bool, _ parts: inout Parts) {
        guard parts.visited.insert(ObjectIdentifier(schema)).inserted else { return }
        parts.isTolerant = parts.isTolerant || resolver.derived.tolerant.contains(schema)
        if let target = resolver.context.target(of: schema) {
            let owner = parts.owner
            parts.owner = resolver.component(target) == nil ? owner : target
            gather(target, isCertain: isCertain, &parts)
            parts.owner = owner
        }
        for part in schema.allOf {
            gather(part, isCertain: isCertain, &parts)
        }
        // A member of the schema `false` cannot be there.
        for property in schema.properties where property.schema.isPossible {
            add(property, isCertain: isCertain, owner: parts.owner, &parts)
        }
        if isCertain {
            for name in schema.required.map(ExactText.init) where parts.required.insert(name).inserted {
                parts.requiredAt[name] = schema.range
            }
        }
        if case .unsaid = schema.additional {
        } else {
            parts.additional = schema.additional
        }
        parts.patterns += schema.patternProperties.map(\.schema).filter(\.isPossible)
        gatherVariants(of: schema, &parts)
    }

    /// Adds the members of all variants, of which one applies, so that none is certain.
    ///
    /// A member that several of them have is what it may be in any. Nothing is added where the object is one of the
    /// variants itself, and extends what lists it.
    private func gatherVariants(of schema: Schema, _ parts: inout Parts) {
        let variants = schema.variants
        guard !variants.isEmpty, !areParts(variants, of: parts) else { return }
        var names: [ExactText] = []
        var found: [ExactText: [Member]] = [:]
        for variant in variants {
            var own = Parts()
            own.visited = parts.visited
            own.owner = parts.owner
            own.isBelowVariant = true
            gather(variant, isCertain: false, &own)
            if case .unsaid = own.additional {
            } else {
                parts.additional = own.additional
            }
            parts.patterns += own.patterns
            for member in own.members {
                let name = ExactText(member.property.name)
                if found[name] == nil {
                    names.append(name)
                }
                found[name, default: []].append(member)
            }
            // Further down each schema is looked at once, so that variants of variants cannot multiply.
            if parts.isBelowVariant || variants.count > Self.mostVariantsApart {
                parts.visited = own.visited
            }
        }
        for name in names {
            add(found[name] ?? [], &parts)
        }
    }

    /// Whether some variant, or one of its own, was gathered already.
    private func areParts(_ variants: [Schema], of parts: Parts) -> Bool {
        var known: Set<ObjectIdentifier> = []
        // Level by level: each union is met where it stands highest.
        var level = variants
        for _ in 0..<4 where !level.isEmpty {
            var next: [Schema] = []
            for case let own? in level.lazy.map(resolver.followed) {
                guard !parts.visited.contains(ObjectIdentifier(own)) else { return true }
                let isUnion = own.saysOnlyTypesBesideVariants && !own.variants.isEmpty
                guard isUnion, known.insert(ObjectIdentifier(own)).inserted else { continue }
                next += own.variants
            }
            level = next
        }
        return false
    }

    /// Adds one member as several variants have it.
    private func add(_ members: [Member], _ parts: inout Parts) {
        guard let first = members.first,
            let schema = MemberAlternatives(resolver: resolver).schema(members.map(\.property.schema))
        else {
            for member in members {
                add(member.property, isCertain: false, owner: member.owner, &parts)
            }
            return
        }
        let property = Schema.Property(
            name: first.property.name,
            nameRange: first.property.nameRange,
            schema: schema
        )
        add(property, isCertain: false, owner: parts.owner, &parts)
    }

    private func add(_ property: Schema.Property, isCertain: Bool, owner: Schema?, _ parts: inout Parts) {
        let name = ExactText(property.name)
        guard let position = parts.positions[name] else {
            parts.positions[name] = parts.members.count
            parts.members.append(Member(property: property, isCertain: isCertain, owner: owner))
            return
        }
        let known = parts.members[position]
        let types = AllOfMerger(resolver: resolver)
        if types.areContrary(known.property.schema, property.schema) {
            resolver.diagnostics.add(
                Diagnostic(
                    known.isCertain && isCertain && !parts.isTolerant ? .error : .warning,
                    "conflicting-property",
                    "'\(property.name)' has different types in the parts of the composition",
                    hint: "Give both the same type",
                    at: property.nameRange,
                    related: [.init(message: "The other declaration is here", range: known.property.nameRange)]
                )
            )
            return
        }
        if types.areNullAndMore(known.property.schema, property.schema) {
            parts.members[position] = Member(
                property: Schema.Property(
                    name: property.name,
                    nameRange: property.nameRange,
                    schema: resolver.nullable(types.isNull(property.schema) ? known.property.schema : property.schema)
                ),
                isCertain: known.isCertain || isCertain
            )
            return
        }
        // A part that says nothing new does not replace one that does.
        guard isCertain || !known.isCertain, let schema = types.stricter(known.property.schema, property.schema) else {
            return
        }
        let isMerged = parts.isTolerant && schema !== property.schema
        if isMerged {
            _ = resolver.derived.tolerant.insert(schema)
        }
        parts.members[position] = Member(
            property: Schema.Property(name: property.name, nameRange: property.nameRange, schema: schema),
            isCertain: known.isCertain || isCertain,
            // Its type is of neither part alone.
            owner: isMerged ? nil : owner
        )
    }

    private func property(
        _ member: Member,
        _ name: Identifier,
        _ required: Set<ExactText>,
        of object: Schema,
        in type: NamedType
    ) -> PropertyModel {
        let schema = member.property.schema
        let file = MultipartFieldTypes(resolver: resolver).file(schema)
        let isFileAlone = file != nil && !resolver.usage.isMoreThanPart(schema)
        let resolved =
            (isFileAlone ? file : nil)
            ?? resolver.resolve(
                schema,
                at: .init(parent: holder(of: member) ?? type, name: member.property.name, member: name)
            )
        let own = resolver.followed(schema) ?? schema
        let isSent = resolver.usage.isSentWithNull(object)
        let isRequired = required.contains(ExactText(member.property.name)) && !isOneSided([schema, own], of: object)
        var documentation = Documentation(
            summary: schema.title ?? schema.description ?? own.title ?? own.description,
            details: schema.title == nil ? nil : schema.description
        )
        let stated = schema.defaultValue ?? own.defaultValue
        var literal = stated.flatMap { $0.isNull ? nil : Defaults.literal($0, resolved.type) }
        if literal == nil, let stated, !stated.isNull {
            explain(stated, of: own, resolved.type, in: &documentation)
        } else if let stated {
            checkDefault(stated, of: own)
        }
        // Sent with a change, the default would overwrite what the server has.
        if literal != nil, !isRequired, resolver.usage.isChange(object) {
            literal = nil
            documentation.add("Default, not sent: `\(stated?.shortJSON ?? "…")`.")
        }
        // A constant that must be there is its own default.
        if literal == nil, isRequired, !resolved.isNullable {
            let constant = own.constant ?? schema.constant ?? onlyValue(of: schema)
            literal = (constant ?? tag(of: member, in: object)).flatMap {
                Defaults.literal($0, resolved.type)
            }
        }
        return PropertyModel(
            wireName: member.property.name,
            name: name,
            type: resolved.type,
            presence: presence(isRequired, resolved.isNullable, isSent: isSent, hasDefault: literal != nil),
            defaultValue: literal,
            documentation: documentation,
            isDeprecated: schema.isDeprecated,
            isLenient: own.readAs != nil,
            isSensitive: schema.isSensitive || own.isSensitive,
            isConstant: stated == nil && own.constant != nil && literal != nil,
            xml: schema.xml ?? (ScalarComposition(resolver: resolver).isObject(own) ? nil : own.xml),
            itemXML: own.items.flatMap { $0.xml ?? resolver.followed($0)?.xml },
            rules: RuleReader(resolver: resolver).rules(of: schema, resolved.type),
            isBoxed: (schema.isBoxed || own.isBoxed) && resolved.type.isDeclared,
            isFile: file != nil && !isFileAlone,
            range: member.property.nameRange
        )
    }

    /// The component's type that what a member declares stands inside of; `nil` where there is none, or where the
    /// component is, or may become, one that nothing is declared in, such as an enum or another name.
    private func holder(of member: Member) -> NamedType? {
        guard let schema = member.owner, let owner = resolver.component(schema) else { return nil }
        if case .pending = owner.content {
            _ = resolver.resolve(schema, at: TypeResolver.Place(parent: nil, name: ""))
        }
        switch owner.content {
        case .object, .form, .union: return owner
        case .alias, .enumeration, .responses: return nil
        // It is being made, and this is a part of it.
        case .pending: return isSureToHold(schema) ? owner : nil
        }
    }

    /// Whether a schema will be a struct or a union whatever its parts turn out to be.
    private func isSureToHold(_ schema: Schema) -> Bool {
        guard schema.listedValues == nil, schema.kinds.isEmpty || schema.kinds == [.object] else { return false }
        return !schema.properties.isEmpty || resolver.values(of: schema).count > 1
            || schema.allOf.contains { $0.reference == nil && !$0.properties.isEmpty && $0.listedValues == nil }
    }

    /// Says what a default is that Swift cannot write, or that it is of a wrong kind.
    private func explain(
        _ value: Node,
        of schema: Schema,
        _ type: SwiftType,
        in documentation: inout Documentation
    ) {
        let kinds = Set(schema.kinds).union(schema.kinds.contains(.number) ? [.integer] : [])
        if let kind = JSONType(of: value), !kinds.isEmpty, !kinds.contains(kind),
            !(kind == .number && kinds.contains(.integer))
        {
            resolver.diagnostics.warning(
                "unfit-default",
                "This default is \(value.kind), which its schema does not allow",
                hint: "Correct the default or the type of the schema",
                at: value.range
            )
        } else if Defaults.isStrict(type) {
            resolver.diagnostics.warning(
                "unfit-default",
                "Its schema does not allow this default",
                hint: "Correct it, or remove it",
                at: value.range
            )
        } else if let text = value.shortJSON {
            documentation.add("Default: `\(text)`.")
        }
    }

    /// Tells of a default that its schema does not allow.
    private func checkDefault(_ value: Node, of schema: Schema) {
        guard let bounds = schema.bounds else { return }
        let number = value.numberText.flatMap(Double.init)
        let length = value.string?.unicodeScalars.count
        let isOutside =
            number.map { number in
                bounds.minimum.flatMap(Double.init).map { number < $0 } ?? false
                    || bounds.maximum.flatMap(Double.init).map { number > $0 } ?? false
                    || bounds.exclusiveMinimum.flatMap(Double.init).map { number <= $0 } ?? false
                    || bounds.exclusiveMaximum.flatMap(Double.init).map { number >= $0 } ?? false
            } ?? length.map { $0 < bounds.minLength ?? 0 || $0 > bounds.maxLength ?? .max } ?? false
        guard isOutside else { return }
        resolver.diagnostics.warning(
            "unfit-default",
            "This default is outside the bounds of its schema",
            hint: "Correct the default or the bounds",
            at: value.range
        )
    }

    /// Whether a member is missing on one way: what only the server sets cannot be asked of someone who writes a
    /// request, and what only the client tells does not come back.
    private func isOneSided(_ schemas: [Schema], of object: Schema) -> Bool {
        schemas.contains(where: \.isReadOnly) && resolver.usage.isSent(object)
            || schemas.contains(where: \.isWriteOnly) && resolver.usage.isReceived(object)
    }

    /// The one value of a member's own list, which is how OpenAPI 3.0 writes a constant; a list that has a name may grow.
    private func onlyValue(of schema: Schema) -> Node? {
        schema.enumeration.flatMap { $0.count == 1 && !$0[0].isNull ? $0[0] : nil }
    }

    /// The value of a discriminator for a schema that extends its base, or is a variant beside it.
    private func tag(of member: Member, in object: Schema) -> Node? {
        let base = resolver.derived.completed[object]?.union ?? resolver.inheritance.base(of: object)
        let child = resolver.derived.completed[object]?.variant ?? object
        let inherited = base.flatMap { base -> String? in
            guard Inheritance.tagging(of: base)?.property == member.property.name else { return nil }
            return UnionTags(resolver: resolver).tags(of: child, below: base).first
        }
        guard let tag = inherited ?? resolver.taggedVariants.tag(of: object, member.property.name) else {
            return nil
        }
        let isNumber = resolver.followed(member.property.schema)?.kinds == [.integer]
        let number = isNumber ? Int(tag).map(Node.Value.int) : nil
        return Node(number ?? .string(tag), range: member.property.nameRange)
    }

    private func presence(
        _ isRequired: Bool,
        _ isNullable: Bool,
        isSent: Bool,
        hasDefault: Bool
    ) -> PropertyModel.Presence {
        switch (isRequired, isNullable) {
        case (true, false): .required
        case (true, true): .nullable
        case (false, false): .optional
        // What is left out has the default's value, so that null is the only one beside.
        case (false, true) where hasDefault: .nullable
        // Only who writes can tell the two apart.
        case (false, true): isSent ? .threeState : .optional
        }
    }

    private func additional(_ parts: Parts, in type: NamedType) -> AdditionalProperties {
        let place = TypeResolver.Place(parent: type, name: "AdditionalProperty")
        switch parts.additional {
        // Members that match no pattern may be of any type.
        case .unsaid, .anything: return .kept
        case .forbidden: return parts.patterns.isEmpty ? .none : .typed(resolver.uniform(parts.patterns, at: place))
        case .schema(let schema):
            let file = parts.patterns.isEmpty ? MultipartFieldTypes(resolver: resolver).file(schema) : nil
            if let file, !resolver.usage.isMoreThanPart(schema) {
                return .typed(file.type)
            }
            return .typed(resolver.uniform(parts.patterns + [schema], at: place))
        }
    }
}
