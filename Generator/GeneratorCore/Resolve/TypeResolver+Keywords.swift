import YAMLReader

extension TypeResolver {

    /// Returns the type of a schema by its keywords.
    func type(of schema: Schema, at place: Place) -> SwiftType {
        if let type = enumeration(schema, at: place) {
            return type
        }
        let children = graph.inheritance.children(of: schema)
        if !children.isEmpty {
            return UnionBuilder(resolver: self).build(base: schema, children, at: place)
        }
        if let readAs = schema.readAs, schema.allOf.isEmpty, schema.properties.isEmpty {
            return switch readAs {
            case .integer: schema.format == "uint64" ? .uint64 : .int
            case .number: .decimal
            case .double: .double
            }
        }
        if let type = composition(schema, at: place) {
            return type
        }
        switch schema.kinds.count {
        case 0: return inferred(schema, at: place)
        case 1: return type(schema.kinds[0], schema, at: place)
        default: return ScalarUnion.build(schema, at: place, self)
        }
    }

    /// The types of values by the formats that only numbers have.
    private static let numberFormats: [String: JSONType] = [
        "int8": .integer, "int16": .integer, "int32": .integer, "int64": .integer, "uint8": .integer,
        "uint16": .integer, "uint32": .integer, "uint64": .integer, "float": .number, "double": .number,
    ]

    /// Returns the type of a schema without `type`, by its other keywords.
    private func inferred(_ schema: Schema, at place: Place) -> SwiftType {
        let values = schema.enumeration ?? schema.constant.map { [$0] } ?? []
        if let kind = values.first.flatMap(JSONType.init(of:)) {
            let isAlike = values.allSatisfy { JSONType(of: $0) == kind }
            return isAlike ? type(kind, schema, at: place) : .json
        }
        if !schema.properties.isEmpty || !schema.patternProperties.isEmpty {
            return type(.object, schema, at: place)
        }
        if case .schema = schema.additional {
            return type(.object, schema, at: place)
        }
        if let union = graph.looseUnions[schema] {
            return looseUnion(union, of: schema, at: place)
        }
        if schema.items != nil || !schema.prefixItems.isEmpty {
            return type(.array, schema, at: place)
        }
        if let format = schema.format, let kind = Self.numberFormats[format], formats.hasNoMapping(of: format) {
            return type(kind, schema, at: place)
        }
        let isColumn =
            schema.format.map { Self.columnFormats.contains($0.lowercased()) && formats.hasNoMapping(of: $0) } ?? false
        let bounds = schema.bounds
        if schema.format != nil && !isColumn || bounds?.pattern != nil || bounds?.maxLength != nil {
            return string(schema)
        }
        if schema.contentEncoding != nil || schema.contentMediaType != nil {
            return string(schema)
        }
        return .json
    }

    /// The formats that tools write for columns of any JSON.
    private static let columnFormats: Set<String> = ["json", "jsonb", "any", "object", "anything"]

    /// Returns the type of a string, and reports a schema of its content, which only the data of events follows.
    private func string(_ schema: Schema) -> SwiftType {
        if let range = schema.contentSchemaRange {
            diagnostics.warning(
                "no-effect",
                "'contentSchema' has no effect on the generated code",
                hint: "The value is a string; decode it with JSONCoding.decode(_:from:)",
                at: range
            )
        }
        return formats.string(schema)
    }

    /// Returns the type of a schema of one JSON type.
    func type(_ kind: JSONType, _ schema: Schema, at place: Place) -> SwiftType {
        switch kind {
        case .null: return .json
        case .boolean: return .bool
        case .string: return string(schema)
        case .integer: return formats.integer(schema)
        case .number: return formats.number(schema)
        case .array:
            guard schema.prefixItems.isEmpty else { return TupleBuilder(resolver: self).build(schema, at: place) }
            guard let items = schema.items else { return .array(.json) }
            let element = resolve(items, at: Place(parent: place.parent, name: itemName(place.name)))
            let type = element.isNullable ? .optional(element.type) : element.type
            return schema.skipsInvalidElements ? .arraySkippingInvalidElements(type) : .array(type)
        case .object:
            guard schema.properties.isEmpty else { return ObjectBuilder(resolver: self).build(schema, at: place) }
            let members = graph.schemasOfOtherProperties(schema)
            guard members.isEmpty else {
                return .dictionary(uniform(members, at: Place(parent: place.parent, name: place.name + "Value")))
            }
            // A component that is a closed object without properties has its own type, because it may get properties
            // later.
            return isClosedComponent(schema)
                ? ObjectBuilder(resolver: self).build(schema, at: place) : .dictionary(.json)
        }
    }

    /// Returns the common type of some schemas; any JSON if their types differ.
    func uniform(_ schemas: [Schema], at place: Place) -> SwiftType {
        // Frameworks write `type: object` for values of any type.
        if schemas.count == 1, schemas[0].reference == nil, schemas[0].kinds == [.object], schemas[0].saysOnlyTypes {
            return .json
        }
        let types = schemas.map { schema -> SwiftType in
            let resolved = resolve(schema, at: place)
            return resolved.isNullable ? .optional(resolved.type) : resolved.type
        }
        guard let first = types.first else { return .json }
        return types.allSatisfy { $0 == first } ? first : .json
    }

    private func isClosedComponent(_ schema: Schema) -> Bool {
        if case .forbidden = schema.additional { graph.components[schema] != nil } else { false }
    }

    private func itemName(_ name: String) -> String {
        name + "Item"
    }

    private func enumeration(_ schema: Schema, at place: Place) -> SwiftType? {
        guard let nodes = schema.enumeration ?? schema.constant.map({ [$0] }), !nodes.isEmpty else { return nil }
        var values = EnumBuilder.values(nodes, schema)
        if let (type, list) = referencedEnumeration(schema) {
            guard !isSame(nodes, list) || !schema.swiftNames.isEmpty else { return type }
            for index in values.indices where values[index].name == nil {
                let known = list.cases.first { $0.value == Defaults.scalar(values[index].node) }
                values[index].known = known?.name
                values[index].documentation = known?.documentation ?? values[index].documentation
            }
        }
        guard var type = EnumBuilder.content(values, schema, diagnostics) else { return nil }
        type.isOpen = schema.isExtensible
        let declared = declaration(of: schema, at: place)
        declared.content = .enumeration(type)
        return .named(declared)
    }

    /// Returns the enum of the component that a schema with `enum` refers to or composes; `nil` for none.
    private func referencedEnumeration(_ schema: Schema) -> (type: SwiftType, list: EnumType)? {
        let parts = schema.allOf.filter { !$0.isUnconstrained }
        let origin = schema.reference == nil ? parts.first : graph.target(of: schema)
        guard parts.count + (schema.reference == nil ? 0 : 1) == 1, schema.variants.isEmpty, let origin,
            let name = (schema.reference ?? origin.reference).map(LocationName(context: context).name)
        else { return nil }
        var type = resolve(origin, at: Place(parent: nil, name: name)).type
        for _ in 0..<100 {
            guard case .named(let named) = type else { return nil }
            switch named.content {
            case .enumeration(let list): return list.isOpen ? nil : (type, list)
            case .alias(let target): type = target
            default: return nil
            }
        }
        return nil
    }

    /// Whether some values are exactly those of an enum.
    private func isSame(_ nodes: [Node], _ list: EnumType) -> Bool {
        let own = nodes.filter { !$0.isNull }.map(Defaults.scalar)
        return Set(own) == Set(list.cases.map { $0.value })
    }

    /// Returns the type of a schema that takes it from other schemas; `nil` for any other schema.
    private func composition(_ schema: Schema, at place: Place) -> SwiftType? {
        guard let form = graph.form(of: schema) else { return nil }
        form.problems.forEach { $0.report(to: diagnostics) }
        return switch form.kind {
        case .union(let union): UnionBuilder(resolver: self).build(schema, union, at: place)
        case .replaced(let other): resolve(other, insteadOf: schema, at: place)
        case .object: ObjectBuilder(resolver: self).build(schema, at: place)
        case .anything: .json
        }
    }
}
