import YAMLReader

/// Composes the properties of an object from the parts of `allOf`, from references and from variants.
struct ObjectComposition {

    private let graph: SchemaGraph

    init(_ graph: SchemaGraph) {
        self.graph = graph
    }

    /// A property of one of the parts.
    struct ComposedProperty {
        let property: Schema.Property
        /// Whether the part always applies, in contrast to a variant of a union.
        var isCertain: Bool
        /// The component that declares the property; `nil` for the schema itself.
        var owner: Schema?
    }

    /// The combined parts of an object.
    struct Parts {
        var properties: [ComposedProperty] = []
        var positions: [ExactText: Int] = [:]
        var required: Set<ExactText> = []
        /// The position of the first schema that requires each property.
        var requiredAt: [ExactText: SourceRange] = [:]
        var additional: Schema.Additional = .unsaid
        var patterns: [Schema] = []
        var visited: Set<ObjectIdentifier> = []
        /// The component whose properties are being added.
        var owner: Schema?
        /// Whether conflicts are warnings, because the document does not contain the parts as one composition.
        var isTolerant = false
        /// Whether the properties of a variant are being added.
        var isBelowVariant = false

        /// Whether the properties without a declared name have a type.
        var hasTypedMembers: Bool {
            switch additional {
            case .unsaid, .anything: false
            case .forbidden: !patterns.isEmpty
            case .schema: true
            }
        }
    }

    /// The number of variants above which a part that several variants share is processed only for the first one.
    private static let mostVariantsApart = 200

    /// Returns the parts of a schema.
    func parts(of schema: Schema) -> Parts {
        var parts = Parts()
        gather(schema, isCertain: true, &parts)
        return parts
    }

    /// Whether a schema declares one of these properties without requiring it.
    func allows(_ names: [String], in schema: Schema) -> Bool {
        let parts = parts(of: schema)
        return names.map(ExactText.init).contains { parts.positions[$0] != nil && !parts.required.contains($0) }
    }

    private func gather(_ schema: Schema, isCertain: Bool, _ parts: inout Parts) {
        guard parts.visited.insert(ObjectIdentifier(schema)).inserted else { return }
        parts.isTolerant = parts.isTolerant || graph.isTolerant(schema)
        if let target = graph.target(of: schema) {
            let owner = parts.owner
            parts.owner = graph.components[target] == nil ? owner : target
            gather(target, isCertain: isCertain, &parts)
            parts.owner = owner
        }
        for part in schema.allOf {
            gather(part, isCertain: isCertain, &parts)
        }
        // A property with the schema `false` never exists.
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

    /// Adds the properties of all variants, none of which is certain.
    ///
    /// A property of several variants gets a schema that allows the values of all of them. Adds nothing if the object
    /// is one of the variants itself and extends the schema that lists it.
    private func gatherVariants(of schema: Schema, _ parts: inout Parts) {
        let variants = schema.variants
        guard !variants.isEmpty, !areParts(variants, of: parts) else { return }
        var names: [ExactText] = []
        var found: [ExactText: [ComposedProperty]] = [:]
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
            for member in own.properties {
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
            add(found[name] ?? [], &parts)
        }
    }

    /// Whether the properties of a variant, or of one of its variants, were added already.
    private func areParts(_ variants: [Schema], of parts: Parts) -> Bool {
        var known: Set<ObjectIdentifier> = []
        // Breadth first, so that each union is reached on its shortest path.
        var level = variants
        for _ in 0..<4 where !level.isEmpty {
            var next: [Schema] = []
            for case let own? in level.lazy.map(graph.followed) {
                guard !parts.visited.contains(ObjectIdentifier(own)) else { return true }
                let isUnion = own.saysOnlyTypesBesideVariants && !own.variants.isEmpty
                guard isUnion, known.insert(ObjectIdentifier(own)).inserted else { continue }
                next += own.variants
            }
            level = next
        }
        return false
    }

    /// Adds a property that several variants have.
    private func add(_ members: [ComposedProperty], _ parts: inout Parts) {
        guard let first = members.first,
            let schema = PropertyAlternatives(graph).schema(members.map(\.property.schema))
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

    private func reportConflict(_ property: Schema.Property, _ known: ComposedProperty, isSlip: Bool) {
        graph.diagnostics.slip(
            "conflicting-property",
            "'\(property.name)' has another type here than in another part of the composition",
            so: isSlip ? "any value of their JSON types is accepted" : "the other one is used",
            isStrict: isSlip ? nil : false,
            hint: "Give both the same type",
            at: property.nameRange,
            related: [.init(message: "This is the other one", range: known.property.nameRange)]
        )
    }

    /// Reports a property whose listed values another part of the composition excludes.
    private func reportOtherValues(_ property: Schema.Property, _ known: ComposedProperty) {
        guard AllOfMerger(graph).haveNoCommonValue(known.property.schema, property.schema) else { return }
        graph.diagnostics.warning(
            "conflicting-property",
            "Another part of the composition allows none of the values of '\(property.name)', so only these are used",
            hint: "Remove the values from one of them",
            at: property.nameRange,
            related: [.init(message: "This is the other one", range: known.property.nameRange)]
        )
    }

    private func add(_ property: Schema.Property, isCertain: Bool, owner: Schema?, _ parts: inout Parts) {
        let name = ExactText(property.name)
        guard let position = parts.positions[name] else {
            parts.positions[name] = parts.properties.count
            parts.properties.append(ComposedProperty(property: property, isCertain: isCertain, owner: owner))
            return
        }
        let known = parts.properties[position]
        let types = AllOfMerger(graph)
        if types.areContrary(known.property.schema, property.schema) {
            reportConflict(property, known, isSlip: known.isCertain && isCertain && !parts.isTolerant)
            if known.isCertain, isCertain, !parts.isTolerant {
                parts.properties[position] = ComposedProperty(
                    property: Schema.Property(
                        name: property.name,
                        nameRange: property.nameRange,
                        schema: types.common(known.property.schema, property.schema)
                    ),
                    isCertain: true
                )
            }
            return
        }
        if types.areNullAndMore(known.property.schema, property.schema) {
            parts.properties[position] = ComposedProperty(
                property: Schema.Property(
                    name: property.name,
                    nameRange: property.nameRange,
                    schema: graph.nullable(types.isNull(property.schema) ? known.property.schema : property.schema)
                ),
                isCertain: known.isCertain || isCertain
            )
            return
        }
        if known.isCertain, isCertain, !parts.isTolerant {
            reportOtherValues(property, known)
        }
        // A part that adds no restriction does not replace one that does.
        guard isCertain || !known.isCertain, let schema = types.stricter(known.property.schema, property.schema) else {
            return
        }
        let isMerged = parts.isTolerant && schema !== property.schema
        if isMerged {
            graph.noteTolerant(schema)
        }
        parts.properties[position] = ComposedProperty(
            property: Schema.Property(name: property.name, nameRange: property.nameRange, schema: schema),
            isCertain: known.isCertain || isCertain,
            // Neither part declares its type.
            owner: isMerged ? nil : owner
        )
    }
}
