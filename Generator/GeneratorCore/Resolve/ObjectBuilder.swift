import YAMLReader

/// Makes structs from object schemas; what `allOf` composes becomes one flat struct.
struct ObjectBuilder {

    let resolver: TypeResolver

    /// A member gathered from the parts of a composition.
    private struct Member {
        let property: Schema.Property
        /// Whether the part that it stands in is certain to apply.
        var isCertain: Bool
    }

    private struct Parts {
        var members: [Member] = []
        var positions: [String: Int] = [:]
        var required: Set<String> = []
        var additional: Schema.Additional = .unsaid
        var visited: Set<ObjectIdentifier> = []
    }

    /// Declares the struct of a schema.
    func build(_ schema: Schema, at place: TypeResolver.Place) -> SwiftType {
        let type = resolver.declaration(of: schema, at: place)
        var parts = Parts()
        gather(schema, isCertain: true, &parts)
        for name in parts.required.sorted() where parts.positions[name] == nil {
            resolver.diagnostics.warning(
                "undeclared-required",
                "'\(name)' is required but not among the properties",
                hint: "Declare it under 'properties', or take it out of 'required'",
                at: schema.range
            )
        }
        var scope = NameScope(resolver.diagnostics)
        // The pinned names first: a pin must hold whatever else is there.
        var names: [String: Identifier] = [:]
        for pinned in [true, false] {
            for member in parts.members where (member.property.schema.swiftName != nil) == pinned {
                names[member.property.name] = name(of: member.property, &scope)
            }
        }
        type.content = .pending
        var object = ObjectType()
        object.properties = parts.members.map { member in
            property(
                member,
                names[member.property.name] ?? "unnamed",
                parts.required,
                in: type,
                sent: resolver.usage.isSent(schema)
            )
        }
        object.additional = additional(parts.additional, in: type)
        type.content = .object(object)
        return .named(type)
    }

    private func name(of property: Schema.Property, _ scope: inout NameScope) -> Identifier {
        let wanted = property.schema.swiftName.map(Identifier.init(sanitizing:)) ?? SwiftName.member(property.name)
        return scope.take(wanted, for: "The property '\(property.name)'", at: property.nameRange)
    }

    private func gather(_ schema: Schema, isCertain: Bool, _ parts: inout Parts) {
        guard parts.visited.insert(ObjectIdentifier(schema)).inserted else { return }
        if let reference = schema.reference, let target = resolver.context.schema(reference) {
            gather(target, isCertain: isCertain, &parts)
        }
        for part in schema.allOf {
            gather(part, isCertain: isCertain, &parts)
        }
        for property in schema.properties {
            add(property, isCertain: isCertain, &parts)
        }
        if isCertain {
            parts.required.formUnion(schema.required)
        }
        if case .unsaid = schema.additional {
        } else {
            parts.additional = schema.additional
        }
        // Of several variants one applies: the struct has the members of all of them, none of which is certain.
        for variant in schema.variants {
            gather(variant, isCertain: false, &parts)
        }
    }

    private func add(_ property: Schema.Property, isCertain: Bool, _ parts: inout Parts) {
        guard let position = parts.positions[property.name] else {
            parts.positions[property.name] = parts.members.count
            parts.members.append(Member(property: property, isCertain: isCertain))
            return
        }
        let known = parts.members[position]
        if conflict(known.property.schema, property.schema) {
            resolver.diagnostics.add(
                Diagnostic(
                    known.isCertain && isCertain ? .error : .warning,
                    "conflicting-property",
                    "'\(property.name)' has another type here than in another part of the composition",
                    hint: "Give both the same type",
                    at: property.nameRange,
                    related: [.init(message: "This is the other one", range: known.property.nameRange)]
                )
            )
            return
        }
        // A part that says nothing new does not replace one that does.
        if !property.schema.isUnconstrained, isCertain || !known.isCertain {
            parts.members[position] = Member(property: property, isCertain: known.isCertain || isCertain)
        }
    }

    private func conflict(_ first: Schema, _ second: Schema) -> Bool {
        guard let one = resolver.followed(first), let other = resolver.followed(second), one !== other else {
            return false
        }
        let number: Set<Schema.Kind> = [.integer, .number]
        let (kinds, others) = (Set(one.kinds), Set(other.kinds))
        guard !kinds.isEmpty, !others.isEmpty, kinds.isDisjoint(with: others) else { return false }
        return kinds.union(others).isSubset(of: number) == false
    }

    private func property(
        _ member: Member,
        _ name: Identifier,
        _ required: Set<String>,
        in type: NamedType,
        sent: Bool
    ) -> PropertyModel {
        let schema = member.property.schema
        let resolved = resolver.resolve(schema, at: TypeResolver.Place(parent: type, name: member.property.name))
        let own = resolver.followed(schema) ?? schema
        // What only the server sets cannot be asked of someone who writes a request.
        let isRequired = required.contains(member.property.name) && !(sent && (schema.isReadOnly || own.isReadOnly))
        return PropertyModel(
            wireName: member.property.name,
            name: name,
            type: resolved.type,
            presence: presence(isRequired, resolved.isNullable, sent),
            defaultValue: resolved.isNullable ? nil : Defaults.literal(schema, own, resolved.type),
            documentation: Documentation(
                summary: schema.title ?? schema.description ?? own.title ?? own.description,
                details: schema.title == nil ? nil : schema.description
            ),
            isDeprecated: schema.isDeprecated,
            isLenient: own.readAs != nil,
            isSensitive: schema.isSensitive || own.isSensitive,
            range: member.property.nameRange
        )
    }

    private func presence(_ isRequired: Bool, _ isNullable: Bool, _ sent: Bool) -> PropertyModel.Presence {
        switch (isRequired, isNullable) {
        case (true, false): .required
        case (true, true): .nullable
        case (false, false): .optional
        // Only who writes can tell the two apart.
        case (false, true): sent ? .threeState : .optional
        }
    }

    private func additional(_ additional: Schema.Additional, in type: NamedType) -> AdditionalMembers {
        switch additional {
        case .unsaid, .anything: return .kept
        case .forbidden: return .none
        case .schema(let schema):
            let resolved = resolver.resolve(schema, at: TypeResolver.Place(parent: type, name: "AdditionalMember"))
            return .typed(resolved.isNullable ? .optional(resolved.type) : resolved.type)
        }
    }
}

extension Identifier: ExpressibleByStringLiteral {
    /// Takes a name that is written in this generator's own source.
    init(stringLiteral name: StaticString) {
        self.init(name)
    }
}
