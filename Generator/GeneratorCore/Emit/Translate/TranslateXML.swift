import YAMLReader

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
            tail: "\(others(object, in: type)))"
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

    /// The argument for the properties that the schema does not name; empty if they have any type.
    private func others(_ object: ObjectType, in scope: NamedType) -> Code {
        guard case .typed(let type) = object.additional else { return "" }
        let content = content(type, XMLValue(valuesOfMap: object.additionalXML), in: scope)
        return content == ".any" ? "" : ", others: \(content)"
    }

    /// Returns the extension that describes the variants of a union.
    private func choice(_ type: NamedType, _ union: UnionType) -> Declaration {
        let variants = union.variants.map { variant -> Code in
            let tags = variant.tags.map { Code("\(literal: $0)") }
            let content = content(variant.type, XMLValue(valuesOfMap: []), in: type)
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

    /// Returns the documented name of the root element of a body; `nil` if there is none, or one for each variant.
    func root(of body: BodyModel) -> String? {
        body.root ?? root(of: body.type)
    }

    private func root(of type: SwiftType) -> String? {
        guard case .named(let named) = type else { return nil }
        let type = named.original ?? named
        switch type.content {
        case .alias(let target): return root(of: target)
        case .object: return type.xml?.name ?? (isComponent(type) ? schemaName(type) : nil)
        default: return nil
        }
    }

    /// Whether the schema of a type has a name in the document, or is in a separate file.
    private func isComponent(_ type: NamedType) -> Bool {
        guard type.parent == nil, let steps = JSONPointer(parsing: type.pointer)?.tokens, !steps.isEmpty else {
            return false
        }
        return steps.count == 1 || Self.schemaKeys.contains(steps[steps.count - 2])
    }

    /// The keys of the document under which schemas have names.
    private static let schemaKeys = ["schemas", "definitions", "$defs"]

    private func schemaName(_ type: NamedType) -> String {
        // The type of a base's own values is nested in the enum of the schemas that extend the base.
        if let parent = type.parent, case .union(let union) = parent.content,
            union.variants.contains(where: { $0.name == "base" && $0.type == .named(type) })
        {
            return schemaName(parent)
        }
        let steps = JSONPointer(parsing: type.pointer)?.tokens ?? []
        // A schema inside an operation is named 'schema'.
        guard steps.count < 2 || Self.schemaKeys.contains(steps[steps.count - 2]) else {
            return type.name.text
        }
        return context.schemaName(type).split(separator: ".").last.map(String.init) ?? type.name.text
    }

    private func member(_ property: PropertyModel, in scope: NamedType) -> Code {
        let node = property.xmlNode
        let content = content(property.type, XMLValue(property, isAttribute: node == .attribute), in: scope)
        var arguments: [Code] = ["\(literal: property.wireName)", content]
        switch node {
        case .text: return ".text(\(arguments.joined(separator: ", ")))"
        case .cdata: return ".text(\(arguments.joined(separator: ", ")), isCDATA: true)"
        case .none:
            // The values of other types need an element.
            if let model = model(property.type, in: scope) {
                return ".inline(\(literal: property.wireName), \(model).self)"
            }
        case .element, .attribute: break
        }
        // The name of a list without a wrapper has no effect, because its elements replace it.
        if let xml = property.xml, xml.name != nil || xml.prefix != nil || xml.namespace != nil,
            node == .attribute || xml.isWrapped || property.type.xmlItem == nil
        {
            arguments.append("as: \(name(xml, otherwise: property.wireName))")
        } else if property.wireName.contains(":") {
            // A prefix belongs to the name of the node and not to the name by which the type knows it.
            arguments.append("as: \(literal: property.wireName)")
        }
        let kind: Code = node == .attribute ? ".attribute" : ".element"
        return "\(kind)(\(arguments.joined(separator: ", ")))"
    }

    private func content(_ type: SwiftType, _ value: XMLValue, in scope: NamedType) -> Code {
        switch type {
        case .array(let inner), .arraySkippingInvalidElements(let inner): return list(inner, value, in: scope)
        case .dictionary(let inner): return ".map(\(content(inner, value.member, in: scope)))"
        case .optional(let inner): return content(inner, value, in: scope)
        case .named(let named): return content(named, value, in: scope)
        default: return scalar(type.jsonKind)
        }
    }

    private func list(_ inner: SwiftType, _ value: XMLValue, in scope: NamedType) -> Code {
        var arguments = [content(inner, value.item, in: scope)]
        // Items without a name have that of the list's element, or of the property.
        let inferred = value.name.map { value.isWrapped ? value.xml?.name ?? $0 : $0 }
        if let item = value.item.xml, value.canNameItems,
            item.name != nil || inferred != nil && (item.prefix != nil || item.namespace != nil)
        {
            arguments.append("item: \(name(item, otherwise: inferred ?? ""))")
        } else if value.isWrapped, let inferred {
            arguments.append("item: \(literal: inferred)")
        }
        if value.isWrapped {
            arguments.append("isWrapped: true")
        }
        return ".list(\(arguments.joined(separator: ", ")))"
    }

    private func content(_ named: NamedType, _ value: XMLValue, in scope: NamedType) -> Code {
        let type = named.original ?? named
        if case .alias(let target) = type.content {
            return content(target, value, in: scope)
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

/// A value in XML, with the keywords that apply to it and to the values that it contains.
private struct XMLValue {
    /// The name of the property, from which the names of the elements are inferred; `nil` inside a map.
    let name: String?
    let xml: XMLModel?
    /// The `xml` of the values that a list or a map contains, outermost first.
    private let inner: ArraySlice<XMLModel?>
    /// Whether the value is an item of a list, so that a list has its own element.
    private let isItem: Bool
    private let isAttribute: Bool

    /// Creates the value of a property.
    init(_ property: PropertyModel, isAttribute: Bool) {
        name = property.wireName
        xml = property.xml
        inner = isAttribute ? [] : property.innerXML[...]
        isItem = false
        self.isAttribute = isAttribute
    }

    /// Creates a value whose name is data, with the `xml` of the value and of the values that it contains.
    init(valuesOfMap xml: [XMLModel?]) {
        self.init(name: nil, xml[...], isItem: false)
    }

    private init(name: String?, _ xml: ArraySlice<XMLModel?>, isItem: Bool) {
        self.name = name
        self.xml = xml.first ?? nil
        inner = xml.dropFirst()
        self.isItem = isItem
        isAttribute = false
    }

    /// Whether a list has an element around the elements of its items.
    var isWrapped: Bool { !isAttribute && (isItem || xml?.isWrapped == true) }

    /// Whether the items of a list can have their own name; without a wrapper, those of a map have the key as theirs.
    var canNameItems: Bool { name != nil || isWrapped }

    /// The items of a list.
    var item: XMLValue { XMLValue(name: name, inner, isItem: true) }

    /// The values of a map.
    var member: XMLValue { XMLValue(name: nil, inner, isItem: false) }
}
