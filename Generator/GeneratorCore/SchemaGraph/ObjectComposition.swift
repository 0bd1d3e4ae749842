import YAMLReader

/// Composes the properties of an object from the parts of `allOf`, from references and from variants.
struct ObjectComposition {

    private let relations: SchemaRelations

    init(_ relations: SchemaRelations) {
        self.relations = relations
    }

    /// The parts that were added so far.
    private struct Parts {
        var object = ComposedObject()
        var visited: Set<ObjectIdentifier> = []
        /// The component whose properties are being added.
        var owner: Schema?
        /// Whether conflicts are warnings, because the document does not contain the parts as one composition.
        var isTolerant = false
        /// Whether the properties of a variant are being added.
        var isBelowVariant = false
    }

    /// The number of variants above which a part that several variants share is processed only for the first one.
    static let mostVariantsApart = 200

    /// Returns the object that a schema describes, and creates the schemas that combine those of one property.
    func object(_ schema: Schema, _ derived: inout DerivedSchemas) -> ComposedObject {
        var parts = Parts()
        gather(schema, isCertain: true, &parts, &derived)
        return parts.object
    }

    private func gather(_ schema: Schema, isCertain: Bool, _ parts: inout Parts, _ derived: inout DerivedSchemas) {
        guard parts.visited.insert(ObjectIdentifier(schema)).inserted else { return }
        parts.isTolerant = parts.isTolerant || derived.isTolerant(schema)
        if let target = relations.target(of: schema) {
            let owner = parts.owner
            parts.owner = relations.components[target] == nil ? owner : target
            gather(target, isCertain: isCertain, &parts, &derived)
            parts.owner = owner
        }
        for part in schema.allOf {
            gather(part, isCertain: isCertain, &parts, &derived)
        }
        for property in schema.possibleProperties {
            add(property, isCertain: isCertain, owner: parts.owner, &parts, &derived)
        }
        if isCertain || parts.isBelowVariant {
            parts.object.addRequired(of: schema)
        }
        parts.object.addOthers(of: schema)
        gatherVariants(of: schema, &parts, &derived)
    }

    /// Adds the properties of all variants, none of which is certain.
    ///
    /// A property of several variants gets a schema that allows the values of all of them, and is required if all of
    /// them require it. Adds nothing if the object is one of the variants itself and extends the schema that lists it.
    private func gatherVariants(of schema: Schema, _ parts: inout Parts, _ derived: inout DerivedSchemas) {
        let variants = schema.variants
        guard !variants.isEmpty, !PropertyNames.areParts(variants, of: parts.visited, relations.references) else {
            return
        }
        var names: [ExactText] = []
        var required: Set<ExactText>?
        var found: [ExactText: [ComposedObject.Property]] = [:]
        for variant in variants {
            var own = Parts()
            own.visited = parts.visited
            own.owner = parts.owner
            own.isBelowVariant = true
            gather(variant, isCertain: false, &own, &derived)
            parts.object.replaceAdditional(own.object.additional)
            parts.object.patterns += own.object.patterns
            parts.object.problems += own.object.problems
            required = required?.intersection(own.object.required) ?? own.object.required
            for member in own.object.properties {
                let name = ExactText(member.property.name)
                if found[name] == nil {
                    names.append(name)
                }
                found[name, default: []].append(member)
            }
            // At deeper levels each schema is visited once, so that nested variants do not multiply.
            if parts.isBelowVariant || variants.count > Self.mostVariantsApart {
                parts.visited = own.visited
            }
        }
        for name in names {
            add(found[name] ?? [], &parts, &derived)
        }
        // A name that only the variants declare is not missing in the object.
        parts.object.required.formUnion((required ?? []).filter { parts.object.positions[$0] != nil })
    }

    /// Adds a property that several variants have.
    private func add(_ members: [ComposedObject.Property], _ parts: inout Parts, _ derived: inout DerivedSchemas) {
        guard let first = members.first,
            let schema = PropertyAlternatives(relations).schema(members.map(\.property.schema), &derived)
        else {
            for member in members {
                add(member.property, isCertain: false, owner: member.owner, &parts, &derived)
            }
            return
        }
        add(first.property.with(schema), isCertain: false, owner: parts.owner, &parts, &derived)
    }

    private func add(
        _ property: Schema.Property,
        isCertain: Bool,
        owner: Schema?,
        _ parts: inout Parts,
        _ derived: inout DerivedSchemas
    ) {
        guard let position = parts.object.positions[ExactText(property.name)] else {
            parts.object.append(ComposedObject.Property(property: property, isCertain: isCertain, owner: owner))
            return
        }
        let known = parts.object.properties[position]
        let new = ComposedObject.Property(property: property, isCertain: isCertain, owner: owner)
        guard let combined = combined(known, new, &parts, &derived) else { return }
        parts.object.properties[position] = combined
    }

    /// Returns a property that two parts declare; `nil` if the second one changes nothing.
    private func combined(
        _ known: ComposedObject.Property,
        _ new: ComposedObject.Property,
        _ parts: inout Parts,
        _ derived: inout DerivedSchemas
    ) -> ComposedObject.Property? {
        let (first, second) = (known.property.schema, new.property.schema)
        let types = AllOfMerger(relations)
        if types.areContrary(first, second) {
            let isSlip = known.isCertain && new.isCertain && !parts.isTolerant
            parts.object.problems.append(.conflict(new.property, with: known.property, isSlip: isSlip))
            guard isSlip else { return nil }
            let common = types.common(first, second, &derived)
            return ComposedObject.Property(property: new.property.with(common), isCertain: true)
        }
        var combined = new
        combined.isCertain = known.isCertain || new.isCertain
        // What a variant says of a property does not apply to the values of all variants.
        let isAlike = known.isCertain == new.isCertain
        if types.areNullAndMore(first, second) {
            let value = types.isNull(second) ? first : second
            combined = .init(property: new.property.with(derived.nullable(value)), isCertain: combined.isCertain)
            combined.declarations = isAlike ? known.declarations + [second] : combined.declarations
            return combined
        }
        if known.isCertain, new.isCertain, !parts.isTolerant, types.haveNoCommonValue(first, second) {
            parts.object.problems.append(.noCommonValue(new.property, with: known.property))
        }
        // A part that adds no restriction does not replace one that does.
        guard new.isCertain || !known.isCertain else { return nil }
        let schema = derived.combine(first, second, types, &parts.object.problems)
        if schema === first, first !== second {
            combined = known
        } else if schema !== second {
            if parts.isTolerant {
                derived.noteTolerant(schema)
            }
            // Neither part declares its type.
            combined = .init(property: new.property.with(schema), isCertain: combined.isCertain)
        }
        if isAlike {
            combined.declarations = known.declarations + [second]
        }
        return combined
    }
}

extension Schema.Property {

    /// Returns the property with another schema.
    fileprivate func with(_ schema: Schema) -> Schema.Property {
        Schema.Property(name: name, nameRange: nameRange, schema: schema)
    }
}
