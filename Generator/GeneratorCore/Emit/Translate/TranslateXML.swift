import YAMLReader

/// The types that are sent or received as XML: those of the bodies, and all types they contain.
struct XMLPlan {

    private(set) var types: Set<NamedType> = []

    /// Visits the types of the bodies.
    init(_ module: APIModule) {
        var open = module.xml
        while let type = open.popLast() {
            switch type {
            case .array(let inner), .arraySkippingInvalidElements(let inner), .dictionary(let inner),
                .optional(let inner):
                open.append(inner)
            case .named(let named): add(named.original ?? named, &open)
            default: break
            }
        }
    }

    private mutating func add(_ type: NamedType, _ open: inout [SwiftType]) {
        switch type.content {
        case .alias(let target): open.append(target)
        case .object(let object) where !object.isTuple:
            guard types.insert(type).inserted else { return }
            open += object.properties.map(\.type)
            if case .typed(let value) = object.additional {
                open.append(value)
            }
        case .union(let union):
            guard types.insert(type).inserted else { return }
            open += union.variants.map(\.type)
        default: break
        }
    }
}

/// Translates the XML keywords of a schema into the shape of a model.
struct XMLTranslator {

    let context: TranslationContext

    /// Returns the extension that describes the properties in XML; `nil` for a type that is not used in XML.
    func conformance(_ type: NamedType) -> Declaration? {
        guard context.xml.types.contains(type), type.original == nil else { return nil }
        if case .union(let union) = type.content {
            return choice(type, union)
        }
        guard case .object(let object) = type.content else { return nil }
        let shape = PropertyDeclaration(
            access: context.accessCode,
            head: "static let xml = \(RuntimeNames.xmlShape)(\(name(type.xml, otherwise: schemaName(type))),",
            list: object.properties.map { member($0, in: type) },
            tail: ")"
        )
        return .type(
            TypeDeclaration(
                keyword: .extension,
                name: type.qualifiedName,
                conformances: [RuntimeNames.xmlRepresentable],
                members: [.property(shape)]
            )
        )
    }

    /// Returns the extension that describes the variants of a union.
    private func choice(_ type: NamedType, _ union: UnionType) -> Declaration {
        let variants = union.variants.map { variant -> Code in
            let tags = variant.tags.map { Code("\(literal: $0)") }
            let content = content(variant.type, nil, in: type)
            return tags.isEmpty ? ".init(\(content))" : ".init(\(content), tags: \(tags.joined(separator: ", ")))"
        }
        let member: Code = union.discriminator.map { "\(literal: $0)" } ?? "nil"
        let shape = PropertyDeclaration(
            access: context.accessCode,
            head: "static let xmlVariants = \(RuntimeNames.xmlVariants)(by: \(member),",
            list: variants,
            tail: ")"
        )
        return .type(
            TypeDeclaration(
                keyword: .extension,
                name: type.qualifiedName,
                conformances: [RuntimeNames.xmlChoice],
                members: [.property(shape)]
            )
        )
    }

    private func schemaName(_ type: NamedType) -> String {
        // The type of a base's own values is nested in the enum of the schemas that extend the base.
        if let parent = type.parent, case .union(let union) = parent.content,
            union.variants.contains(where: { $0.name == "base" && $0.type == .named(type) })
        {
            return schemaName(parent)
        }
        let steps = JSONPointer(parsing: type.pointer)?.tokens ?? []
        // A schema inside an operation is named 'schema'.
        guard steps.count < 2 || ["schemas", "definitions", "$defs"].contains(steps[steps.count - 2]) else {
            return type.name.text
        }
        return context.schemaName(type).split(separator: ".").last.map(String.init) ?? type.name.text
    }

    private func member(_ property: PropertyModel, in scope: NamedType) -> Code {
        let content = content(property.type, property, in: scope)
        var arguments: [Code] = ["\(literal: property.wireName)", content]
        switch property.xml?.node {
        case .text: return ".text(\(arguments.joined(separator: ", ")))"
        case .cdata: return ".text(\(arguments.joined(separator: ", ")), isCDATA: true)"
        case .none?:
            // The values of other types need an element.
            if let model = model(property.type, in: scope) {
                return ".inline(\(literal: property.wireName), \(model).self)"
            }
        default: break
        }
        if let xml = property.xml, xml.name != nil || xml.prefix != nil || xml.namespace != nil, isNamed(property, xml)
        {
            arguments.append("as: \(name(xml, otherwise: property.wireName))")
        }
        let kind: Code = property.xml?.node == .attribute ? ".attribute" : ".element"
        return "\(kind)(\(arguments.joined(separator: ", ")))"
    }

    /// Whether a property has a name in XML; the name of a list without a wrapper has no effect, because its elements
    /// replace it.
    private func isNamed(_ property: PropertyModel, _ xml: XMLModel) -> Bool {
        switch property.type {
        case .array, .arraySkippingInvalidElements: xml.isWrapped
        default: true
        }
    }

    private func content(_ type: SwiftType, _ property: PropertyModel?, in scope: NamedType) -> Code {
        switch type {
        case .array(let inner), .arraySkippingInvalidElements(let inner):
            var arguments = [content(inner, property, in: scope)]
            if let property, let item = property.itemXML, item.name != nil || item.prefix != nil {
                arguments.append("item: \(name(item, otherwise: property.wireName))")
            } else if let property, property.xml?.isWrapped == true {
                arguments.append("item: \(literal: property.xml?.name ?? property.wireName)")
            }
            if property?.xml?.isWrapped == true {
                arguments.append("isWrapped: true")
            }
            return ".list(\(arguments.joined(separator: ", ")))"
        case .dictionary(let inner): return ".map(\(content(inner, property, in: scope)))"
        case .optional(let inner): return content(inner, property, in: scope)
        case .named(let named): return content(named, property, in: scope)
        default: return scalar(type.jsonKind)
        }
    }

    private func content(_ named: NamedType, _ property: PropertyModel?, in scope: NamedType) -> Code {
        let type = named.original ?? named
        if case .alias(let target) = type.content {
            return content(target, property, in: scope)
        }
        guard context.xml.types.contains(type) else { return scalar(type.jsonKind) }
        let path = context.spelled(type, inExtensionOf: scope)
        return isChoice(.named(type)) ? ".choice(\(path).self)" : ".model(\(path).self)"
    }

    /// Returns the name of a model with properties in XML; `nil` for values of other types.
    private func model(_ type: SwiftType, in scope: NamedType) -> Code? {
        switch type {
        case .optional(let inner): return model(inner, in: scope)
        case .named(let named):
            let type = named.original ?? named
            if case .alias(let target) = type.content { return model(target, in: scope) }
            guard context.xml.types.contains(type), !isChoice(.named(type)) else { return nil }
            return context.spelled(type, inExtensionOf: scope)
        default: return nil
        }
    }

    /// Whether values are those of a union.
    private func isChoice(_ type: SwiftType) -> Bool {
        guard case .named(let named) = type else { return false }
        switch (named.original ?? named).content {
        case .alias(let target): return isChoice(target)
        case .union: return true
        default: return false
        }
    }

    private func scalar(_ kind: SwiftType.JSONKind) -> Code {
        switch kind {
        case .string: ".string"
        case .number: ".number"
        case .boolean: ".boolean"
        case .array, .object, .any: ".any"
        }
    }

    private func name(_ xml: XMLModel?, otherwise text: String) -> Code {
        guard let xml, xml.prefix != nil || xml.namespace != nil else { return "\(literal: xml?.name ?? text)" }
        var arguments: [Code] = ["\(literal: xml.name ?? text)"]
        if let prefix = xml.prefix {
            arguments.append("prefix: \(literal: prefix)")
        }
        if let namespace = xml.namespace {
            arguments.append("namespace: \(literal: namespace)")
        }
        return "\(RuntimeNames.xmlName)(\(arguments.joined(separator: ", ")))"
    }
}
