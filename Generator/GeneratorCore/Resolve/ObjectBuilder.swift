import YAMLReader

/// Declares structs for object schemas; a composition becomes one flat struct.
struct ObjectBuilder {

    let resolver: TypeResolver

    /// Declares the struct of a schema.
    func build(_ schema: Schema, at place: TypeResolver.Place) -> SwiftType {
        build(schema, as: resolver.declaration(of: schema, at: place))
    }

    /// Sets the content of a declared type to the struct of a schema.
    func build(_ schema: Schema, as type: NamedType) -> SwiftType {
        let parts = ObjectComposition(resolver.graph).parts(of: schema)
        for name in parts.required.map(\.text).sorted() where parts.positions[ExactText(name)] == nil {
            resolver.diagnostics.warning(
                "undeclared-required",
                "'\(name)' is required but not declared",
                hint: "Declare it under 'properties', or remove it from 'required'",
                // Each schema that extends another one would repeat the diagnostic of that one.
                at: parts.requiredAt[ExactText(name)] ?? schema.range
            )
        }
        type.content = .pending
        let names = names(of: parts, in: type)
        type.memberNames.formUnion(names)
        let additional = additional(parts, in: type)
        var object = ObjectType()
        object.properties = zip(parts.properties, names).map { member, name in
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

    /// Returns the names of the properties, in their order.
    private func names(of parts: ObjectComposition.Parts, in type: NamedType) -> [Identifier] {
        // A type that is composed of this one may have declared nested types in it.
        var scope = NameScope(resolver.diagnostics, reserving: type.nested.map(\.name))
        if parts.hasTypedMembers {
            scope.reserve("additionalProperties")
        }
        var names = parts.properties.map { _ in Identifier("unnamed") }
        let ranks = parts.properties.map { rank($0.property) }
        for rank in 0...3 where ranks.contains(rank) {
            for index in names.indices where ranks[index] == rank {
                names[index] = name(of: parts.properties[index].property, &scope)
            }
        }
        return names
    }

    /// Returns the rank in which a property gets its name, the lowest first: pinned names, which must not change, and
    /// then the names nearest to the spelling in the document.
    private func rank(_ property: Schema.Property) -> Int {
        guard property.schema.swiftName == nil else { return 0 }
        return 1 + AlikeNames.distance(SwiftName.member(property.name), from: property.name)
    }

    private func name(of property: Schema.Property, _ scope: inout NameScope) -> Identifier {
        let wanted = property.schema.swiftName.map(SwiftName.pinnedMember) ?? SwiftName.member(property.name)
        resolver.diagnostics.checkPin(property.schema.swiftName, became: wanted, at: property.nameRange)
        return scope.take(wanted, for: "The property '\(property.name)'", at: property.nameRange)
    }

    private func property(
        _ member: ObjectComposition.ComposedProperty,
        _ name: Identifier,
        _ required: Set<ExactText>,
        of object: Schema,
        in type: NamedType
    ) -> PropertyModel {
        let schema = member.property.schema
        let file = MultipartFieldTypes(resolver: resolver).file(schema)
        let isFileAlone = file != nil && !resolver.graph.usage.isMoreThanPart(schema)
        let resolved =
            (isFileAlone ? file : nil)
            ?? resolver.resolve(
                schema,
                at: .init(parent: holder(of: member) ?? type, name: member.property.name, member: name)
            )
        let own = resolver.graph.followed(schema) ?? schema
        let isSent = resolver.graph.usage.isSentWithNull(object)
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
        // In a change, sending the default would overwrite the server's value.
        if literal != nil, !isRequired, resolver.graph.usage.isChange(object) {
            literal = nil
            documentation.add("Default, not sent: `\(stated?.shortJSON ?? "…")`.")
        }
        // A required constant is its own default.
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
            xml: schema.xml ?? (ScalarComposition(resolver.graph).isObject(own) ? nil : own.xml),
            itemXML: own.items.flatMap { $0.xml ?? resolver.graph.followed($0)?.xml },
            rules: RuleReader(resolver: resolver).rules(of: schema, resolved.type),
            isBoxed: (schema.isBoxed || own.isBoxed) && resolved.type.isDeclared,
            isFile: file != nil && !isFileAlone,
            range: member.property.nameRange
        )
    }

    /// Returns the type of the component that declares a property, in which the property's type is nested.
    ///
    /// Returns `nil` without such a component, or if its type is, or may become, an enum or an alias.
    private func holder(of member: ObjectComposition.ComposedProperty) -> NamedType? {
        guard let schema = member.owner, let owner = resolver.component(schema) else { return nil }
        if case .pending = owner.content {
            _ = resolver.resolve(schema, at: TypeResolver.Place(parent: nil, name: ""))
        }
        switch owner.content {
        case .object, .form, .union: return owner
        case .alias, .enumeration, .responses: return nil
        // The type of the component is being decided, and this property is a part of it.
        case .pending: return isSureToHold(schema) ? owner : nil
        }
    }

    /// Whether a schema becomes a struct or a union, whatever its parts are.
    private func isSureToHold(_ schema: Schema) -> Bool {
        guard schema.listedValues == nil, schema.kinds.isEmpty || schema.kinds == [.object] else { return false }
        return !schema.properties.isEmpty || resolver.graph.values(of: schema).count > 1
            || schema.allOf.contains { $0.reference == nil && !$0.properties.isEmpty && $0.listedValues == nil }
    }

    /// Documents a default without a Swift literal, or reports one of a wrong type.
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

    /// Reports a default outside of its schema's bounds.
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

    /// Whether a required property is missing in one direction: a read-only one in requests, or a write-only one in
    /// responses.
    private func isOneSided(_ schemas: [Schema], of object: Schema) -> Bool {
        schemas.contains(where: \.isReadOnly) && resolver.graph.usage.isSent(object)
            || schemas.contains(where: \.isWriteOnly) && resolver.graph.usage.isReceived(object)
    }

    /// Returns the only value of an inline `enum`, which is a constant in OpenAPI 3.0; a named list may get more
    /// values.
    private func onlyValue(of schema: Schema) -> Node? {
        schema.enumeration.flatMap { $0.count == 1 && !$0[0].isNull ? $0[0] : nil }
    }

    /// Returns the value of the discriminator's property in a schema that extends a base or is a variant.
    private func tag(of member: ObjectComposition.ComposedProperty, in object: Schema) -> Node? {
        let base = resolver.graph.completed(object)?.union ?? resolver.graph.inheritance.base(of: object)
        let child = resolver.graph.completed(object)?.variant ?? object
        let inherited = base.flatMap { base -> String? in
            guard Inheritance.tagging(of: base)?.property == member.property.name else { return nil }
            return VariantTags(resolver.graph).tags(of: child, below: base).first
        }
        guard let tag = inherited ?? resolver.graph.taggedVariants.tag(of: object, member.property.name) else {
            return nil
        }
        let isNumber = resolver.graph.followed(member.property.schema)?.kinds == [.integer]
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
        // An absent property has the default, so the only other case is null.
        case (false, true) where hasDefault: .nullable
        // Only a writer needs to distinguish null from an absent property.
        case (false, true): isSent ? .threeState : .optional
        }
    }

    private func additional(_ parts: ObjectComposition.Parts, in type: NamedType) -> AdditionalProperties {
        let place = TypeResolver.Place(parent: type, name: "AdditionalProperty")
        switch parts.additional {
        // Properties that match no pattern may have any type.
        case .unsaid, .anything: return .kept
        case .forbidden: return parts.patterns.isEmpty ? .none : .typed(resolver.uniform(parts.patterns, at: place))
        case .schema(let schema):
            let file = parts.patterns.isEmpty ? MultipartFieldTypes(resolver: resolver).file(schema) : nil
            if let file, !resolver.graph.usage.isMoreThanPart(schema) {
                return .typed(file.type)
            }
            return .typed(resolver.uniform(parts.patterns + [schema], at: place))
        }
    }
}
