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
        var parts = resolver.graph.object(schema)
        parts.problems.forEach { $0.report(to: resolver.diagnostics) }
        let undeclared = parts.required.map(\.text).sorted().filter { parts.positions[ExactText($0)] == nil }
        // The schema of other properties declares each of them.
        for name in undeclared where !parts.hasTypedMembers {
            resolver.diagnostics.warning(
                "undeclared-required",
                "'\(name)' is required but not declared",
                hint: "Declare it under 'properties', or remove it from 'required'",
                // Each schema that extends another one would repeat the diagnostic of that one.
                at: parts.requiredAt[ExactText(name)] ?? schema.requiredRange ?? schema.range
            )
        }
        type.content = .pending
        let direction = resolver.direction(of: schema)
        parts.properties.removeAll { isMissing($0, in: schema, direction) }
        let names = names(of: parts, in: type)
        let accessors = accessors(of: parts, names)
        resolver.reserve(names + accessors, in: type)
        let additional = additional(parts, in: type)
        var object = ObjectType()
        object.properties = parts.properties.indices.map { index in
            let member = parts.properties[index]
            let isRequired = parts.required.contains(ExactText(member.property.name))
            let value = value(of: member, names[index], in: type)
            return property(member, (names[index], accessors[index]), value, isRequired, of: schema)
        }
        object.additional = additional
        if case .typed(let value) = additional {
            var schemas = parts.patterns
            if case .schema(let schema) = parts.additional {
                object.additionalXML = InnerXML(graph: resolver.graph).values(of: schema)
                schemas.append(schema)
                object.areOthersFiles = value == .data && MultipartFieldTypes(resolver: resolver).file(schema) != nil
            }
            object.additionalRules = RuleReader(resolver: resolver).rules(ofMembers: schemas, value)
        }
        object.isSensitive = Sensitivity(graph: resolver.graph).isSensitive(schema)
        type.content = .object(object)
        return .named(type)
    }

    /// Returns the names of the properties, in their order.
    private func names(of parts: ComposedObject, in type: NamedType) -> [Identifier] {
        // A type that is composed of this one may have declared nested types in it.
        var scope = NameScope(resolver.diagnostics, reserving: type.nested.map(\.name))
        if parts.hasTypedMembers {
            scope.reserve("additionalProperties")
        }
        var names = parts.properties.map { _ in Identifier("unnamed") }
        let ranks = parts.properties.map(rank)
        for rank in 0...3 where ranks.contains(rank) {
            for index in names.indices where ranks[index] == rank {
                names[index] = name(of: parts.properties[index], &scope)
            }
        }
        return names
    }

    /// Returns the names of the properties that apply defaults, which differ from all other names.
    private func accessors(of parts: ComposedObject, _ names: [Identifier]) -> [Identifier] {
        var taken = Set(names)
        return names.map { name in
            var accessor = name.appending("OrDefault")
            while !taken.insert(accessor).inserted {
                accessor = accessor.appending("Value")
            }
            return accessor
        }
    }

    /// Returns the rank in which a property gets its name, the lowest first: pinned names, which must not change, and
    /// then the names nearest to the spelling in the document.
    private func rank(_ member: ComposedObject.Property) -> Int {
        guard member.swiftName == nil else { return 0 }
        let name = member.property.name
        return 1 + AlikeNames.distance(SwiftName.member(name), from: name)
    }

    private func name(of member: ComposedObject.Property, _ scope: inout NameScope) -> Identifier {
        let (property, pinned) = (member.property, member.swiftName)
        var wanted = pinned.map(SwiftName.pinnedMember) ?? SwiftName.member(property.name)
        // FHIR has `_gender` next to `gender`.
        for _ in property.name.prefix(while: { $0 == "_" })
        where pinned == nil && scope.contains(wanted) {
            wanted = Identifier(sanitizing: "_" + wanted.text)
        }
        // JSON-LD and .NET have `@type` and `$type` next to `type`.
        if pinned == nil, scope.contains(wanted) {
            let spelled = SwiftName.member(AlikeNames.spelledOut(property.name))
            if !scope.contains(spelled) { wanted = spelled }
        }
        resolver.diagnostics.checkPin(pinned, became: wanted, at: property.nameRange)
        return scope.take(wanted, for: "The property '\(property.name)'", at: property.nameRange)
    }

    /// The type of a property, and whether the value is a file in a multipart body and bytes elsewhere.
    private struct Value {
        let resolved: ResolvedType
        let isFile: Bool
    }

    /// Decides the type of a property.
    ///
    /// A separate function, because it calls itself for properties of properties, and its stack frame is small.
    private func value(
        of member: ComposedObject.Property,
        _ name: Identifier,
        in type: NamedType
    ) -> Value {
        let schema = member.property.schema
        let file = MultipartFieldTypes(resolver: resolver).file(schema)
        if let file, !resolver.graph.usage.isMoreThanPart(schema) {
            return Value(resolved: file, isFile: false)
        }
        let parent = holder(of: member) ?? type
        let place = TypeResolver.Place(parent: parent, name: member.property.name, member: name)
        let resolved = resolver.resolve(schema, at: place)
        if file != nil {
            check(resolved.type, ofSharedPart: "'\(member.property.name)' is a file", at: member.property.nameRange)
        }
        return Value(resolved: resolved, isFile: file != nil)
    }

    /// Reports a file that is part of a body in which it is not bytes.
    private func check(_ type: SwiftType, ofSharedPart part: String, at range: SourceRange) {
        guard !holdsBytes(type) else { return }
        resolver.diagnostics.warning(
            "shared-part",
            "\(part) in a multipart body and a value of another body, so it cannot have any bytes",
            hint: "Give the multipart body a separate schema",
            at: range
        )
    }

    /// Whether some values of a type can be any bytes.
    private func holdsBytes(_ type: SwiftType) -> Bool {
        switch type {
        case .data, .file: true
        case .array(let element), .arraySkippingInvalidElements(let element), .optional(let element):
            holdsBytes(element)
        case .named(let named):
            switch named.content {
            case .alias(let target): holdsBytes(target)
            case .union(let union): union.variants.contains { holdsBytes($0.type) }
            // The type is being decided.
            case .pending: true
            default: false
            }
        default: false
        }
    }

    private func property(
        _ member: ComposedObject.Property,
        _ names: (own: Identifier, accessor: Identifier),
        _ value: Value,
        _ isListed: Bool,
        of object: Schema
    ) -> PropertyModel {
        let schema = member.property.schema
        let resolved = value.resolved
        let own = resolver.graph.followed(schema) ?? schema
        let notes = PropertyNotes(member, in: resolver.graph)
        let isSent = resolver.graph.usage.isSentWithNull(object)
        let (isReadOnly, isWriteOnly) = (notes.isReadOnly, notes.isWriteOnly)
        if notes.isContradictory {
            resolver.diagnostics.warning(
                "no-effect",
                "'\(member.property.name)' is both read-only and write-only, so neither has an effect",
                hint: "Remove 'readOnly' or 'writeOnly' from one of its schemas",
                at: member.property.nameRange
            )
        }
        let usage = resolver.graph.usage
        let isPartial = isReadOnly && usage.isSent(object) || isWriteOnly && usage.isFromService(object)
        let isRequired = isListed && !(isPartial && resolver.direction(of: object) == nil)
        let isForm = resolver.graph.usage.isSentInFormsOnly(object)
        var documentation = notes.documentation
        let initial = resolved.isNullable ? nil : initialValue(of: member, own, resolved.type, isRequired, in: object)
        let check = DefaultCheck(diagnostics: resolver.diagnostics)
        let stated = notes.defaultValue.flatMap { check.applied($0, of: own, resolved.type) }
        let applied = isRequired ? nil : stated?.literal
        // A patch changes what it contains, so each value in it is the caller's.
        let argument = isRequired && initial == nil && !usage.isInPatch(object) ? stated?.literal : nil
        if let text = stated?.text {
            documentation.add(
                argument == nil
                    ? "Default: `\(text)`."
                    : "Default: `\(text)`, which is written unless another value is set."
            )
        }
        return PropertyModel(
            wireName: member.property.name,
            name: names.own,
            type: resolved.type,
            presence: presence(isRequired, resolved.isNullable, isSent: isSent || applied != nil && !isForm),
            initialValue: initial,
            argument: argument,
            defaultValue: applied.map { DefaultModel(value: $0, accessor: names.accessor, text: stated?.text) },
            documentation: documentation,
            isDeprecated: notes.isDeprecated,
            isLenient: own.readAs != nil,
            isSensitive: notes.isSensitive,
            isConstant: own.constant != nil && initial != nil,
            xml: notes.xml,
            innerXML: notes.innerXML,
            rules: RuleReader(resolver: resolver).rules(of: notes.bounded, resolved.type),
            isBoxed: notes.isBoxed && resolved.type.isDeclared,
            isFile: value.isFile,
            isReadOnly: isReadOnly && initial == nil && resolver.direction(of: object) == nil,
            isWriteOnly: isWriteOnly && initial == nil && resolver.direction(of: object) == nil,
            fractionDigits: notes.fractionDigits(resolved.type),
            range: member.property.nameRange
        )
    }

    /// Returns the type of the component that declares a property, in which the property's type is nested.
    ///
    /// Returns `nil` without such a component, or if its type is, or may become, an enum or an alias.
    private func holder(of member: ComposedObject.Property) -> NamedType? {
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

    /// Whether a property is missing in the direction in which an object travels: a read-only one in requests, or a
    /// write-only one in responses.
    ///
    /// A constant or a discriminator is never missing.
    private func isMissing(
        _ member: ComposedObject.Property,
        in object: Schema,
        _ direction: TypeResolver.Direction?
    ) -> Bool {
        resolver.isMissing(member.property.schema, declaredBy: member.declarations, direction)
            && tags(of: member, in: object).values.isEmpty
    }

    /// Returns the value of a constant or a discriminator, which is written even if it is not required; `nil` for any
    /// other property.
    private func initialValue(
        of member: ComposedObject.Property,
        _ own: Schema,
        _ type: SwiftType,
        _ isRequired: Bool,
        in object: Schema
    ) -> LiteralValue? {
        let schema = member.property.schema
        var constant = own.constant ?? schema.constant
        // In OpenAPI 3.0, a constant is an inline `enum` with one value; a named list may get more values. The value
        // of an optional property may be a choice, unless it is also the default.
        if constant == nil, let only = schema.onlyListedValue, !only.isNull,
            isRequired
                || schema.defaultValue.map({ Defaults.literal($0, type) == Defaults.literal(only, type) }) ?? false
        {
            constant = only
        }
        // In a patch, a constant that the caller does not mention would be a change.
        let isChange = !isRequired && resolver.graph.usage.isChange(object)
        let stated = isChange ? nil : constant.flatMap { Defaults.literal($0, type) }
        let tags = tags(of: member, in: object)
        // A receiver reads the variant from the discriminator, also if a base that all variants share lists one value.
        let isOther = tags.areCertain && constant?.string.map { !tags.values.contains($0) } ?? false
        guard let tag = tags.values.first, stated == nil || isOther else { return stated }
        return Defaults.literal(node(tag, of: member), type)
            ?? (tags.areCertain ? Defaults.undocumented(tag, type) : nil) ?? stated
    }

    /// Returns the values of the discriminator's property in a schema that extends a base or is a variant.
    ///
    /// The first one is written. There are none for any other property. The name of a variant's schema is not certain to
    /// be its value.
    private func tags(of member: ComposedObject.Property, in object: Schema) -> (values: [String], areCertain: Bool) {
        let base = resolver.graph.completed(object)?.union ?? resolver.graph.inheritance.base(of: object)
        let child = resolver.graph.completed(object)?.variant ?? object
        if let base, Inheritance.tagging(of: base)?.property == member.property.name {
            let tags = VariantTags(resolver.graph.relations).tags(of: child, below: base)
            if !tags.isEmpty { return (tags, true) }
        }
        if let tag = resolver.graph.taggedVariants.tag(of: object, member.property.name) {
            return ([tag.value], tag.isMapped)
        }
        // A schema may map a single value to itself.
        guard object.discriminator?.property == member.property.name, member.property.schema.defaultValue == nil else {
            return ([], false)
        }
        let own = resolver.graph.relations.mappedTags.values(of: object, below: object)
        return (own.count == 1 ? own : [], false)
    }

    private func node(_ tag: String, of member: ComposedObject.Property) -> Node {
        let isNumber = resolver.graph.followed(member.property.schema)?.kinds == [.integer]
        let number = isNumber ? Int(tag).map(Node.Value.int) : nil
        return Node(number ?? .string(tag), range: member.property.nameRange)
    }

    private func presence(_ isRequired: Bool, _ isNullable: Bool, isSent: Bool) -> PropertyModel.Presence {
        switch (isRequired, isNullable) {
        case (true, false): .required
        case (true, true): .nullable
        case (false, false): .optional
        // Only a writer, or a default for an absent value, distinguishes null from an absent property.
        case (false, true): isSent ? .threeState : .optional
        }
    }

    private func additional(_ parts: ComposedObject, in type: NamedType) -> AdditionalProperties {
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
            let type = resolver.uniform(parts.patterns + [schema], at: place)
            if file != nil {
                check(type, ofSharedPart: "Each additional property is a file", at: schema.range)
            }
            return .typed(type)
        }
    }
}
