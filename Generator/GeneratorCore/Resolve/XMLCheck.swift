import YAMLReader

/// Reports properties that XML cannot represent in the way that their schemas describe.
struct XMLCheck {

    let diagnostics: DiagnosticCollector
    /// The types that are sent or received as XML.
    let types: Set<NamedType>

    /// Checks types and their nested types.
    func run(_ declared: [NamedType]) {
        for type in declared {
            if types.contains(type), type.original == nil, type.module == nil, case .object(let object) = type.content {
                check(object, of: type)
            }
            run(type.nested)
        }
    }

    private func check(_ object: ObjectType, of type: NamedType) {
        for property in object.properties {
            reportElement(property)
            if property.xmlNode != .attribute {
                report(problem(property.type, property.xml, property.innerXML[...]), property.wireName, property.range)
            }
        }
        if case .typed(let value) = object.additional {
            let xml = object.additionalXML
            report(problem(ofMember: value, xml.first ?? nil, xml.dropFirst()), "additionalProperties", type.range)
        }
        reportEqualNames(object.properties)
    }

    private func reportElement(_ property: PropertyModel) {
        guard let node = property.xml?.node, node != property.xmlNode else { return }
        diagnostics.warning(
            "no-effect",
            "'\(property.wireName)' is an element in XML, because "
                + (node == .attribute
                    ? "an attribute is a single value or a list of single values" : "only single values are text"),
            hint: node == .attribute ? "Remove 'attribute: true'" : "Remove 'nodeType'",
            at: property.range
        )
    }

    // MARK: - Lists

    /// A part of a value that XML represents in another way than its schema says.
    private enum Problem {
        /// A list without its own element inside of a list.
        case bareList
        /// A name of the items of a list in a map.
        case itemName
        /// A list with a schema for each position.
        case positions
    }

    private func report(_ problem: Problem?, _ name: String, _ range: SourceRange) {
        switch problem {
        case .bareList:
            diagnostics.warning(
                "nested-list",
                "Each list inside of a list in '\(name)' is an element in XML, because nothing else separates them",
                hint: "Add 'xml: { wrapped: true }' to the inner list",
                at: range
            )
        case .itemName:
            diagnostics.warning(
                "no-effect",
                "The name of the items in '\(name)' has no effect in XML, because the keys are the names",
                hint: "Add 'xml: { wrapped: true }' to the list",
                at: range
            )
        case .positions:
            diagnostics.warning(
                "no-effect",
                "The 'xml' of the positions in '\(name)' has no effect, so all of them are elements with one name",
                hint: "Describe the elements as properties of an object",
                at: range
            )
        case nil: break
        }
    }

    /// Returns the first problem of a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - xml: The `xml` of the value.
    ///   - inner: The `xml` of the values that it contains, outermost first.
    ///   - isItem: Whether the value is an item of a list.
    /// - Returns: The problem; `nil` if there is none.
    private func problem(
        _ type: SwiftType,
        _ xml: XMLModel?,
        _ inner: ArraySlice<XMLModel?>,
        isItem: Bool = false
    ) -> Problem? {
        if type.hasPositionsInXML { return .positions }
        if let item = type.xmlItem {
            guard !isItem || xml?.isWrapped == true else { return .bareList }
            return problem(item, inner.first ?? nil, inner.dropFirst(), isItem: true)
        }
        return type.xmlValue.flatMap { problem(ofMember: $0, inner.first ?? nil, inner.dropFirst()) }
    }

    /// Returns the first problem of a value in a map.
    private func problem(ofMember type: SwiftType, _ xml: XMLModel?, _ inner: ArraySlice<XMLModel?>) -> Problem? {
        let isNamed = type.xmlItem != nil && xml?.isWrapped != true && inner.first.flatMap { $0?.name } != nil
        return isNamed ? .itemName : problem(type, xml, inner)
    }

    // MARK: - Names

    /// The name of the nodes of a property.
    private struct NodeName: Hashable {
        let isAttribute: Bool
        let local: String
        let prefix: String?
        let namespace: String?
    }

    /// Reports properties that have one name in XML, so that none of them can be distinguished.
    private func reportEqualNames(_ properties: [PropertyModel]) {
        var known: [NodeName: String] = [:]
        for property in properties where [.element, .attribute].contains(property.xmlNode) {
            guard let first = known.updateValue(property.wireName, forKey: name(property)) else { continue }
            diagnostics.warning(
                "same-xml-name",
                "'\(first)' and '\(property.wireName)' have the same name in XML, so both are read from the same nodes",
                hint: "Give one of them another 'xml.name'",
                at: property.range
            )
        }
    }

    private func name(_ property: PropertyModel) -> NodeName {
        let isAttribute = property.xmlNode == .attribute
        let isBare = !isAttribute && property.type.xmlItem != nil && property.xml?.isWrapped != true
        let xml = isBare ? property.innerXML.first ?? nil : property.xml
        let model = isAttribute || property.xml?.isWrapped == true ? nil : property.type.xmlModel
        return NodeName(
            isAttribute: isAttribute,
            local: xml?.name ?? property.wireName,
            prefix: xml?.prefix ?? model?.prefix,
            namespace: xml?.namespace ?? model?.namespace
        )
    }
}

extension SwiftType {

    /// Whether values are lists with a schema for each position, one of which has `xml`.
    fileprivate var hasPositionsInXML: Bool {
        switch self {
        case .optional(let inner): return inner.hasPositionsInXML
        case .named(let named):
            switch (named.original ?? named).content {
            case .alias(let target): return target.hasPositionsInXML
            case .object(let object): return object.isTuple && object.properties.contains { $0.xml != nil }
            default: return false
            }
        default: return false
        }
    }

    /// The type of the values of a map; `nil` for any other type.
    fileprivate var xmlValue: SwiftType? {
        switch self {
        case .dictionary(let inner): return inner
        case .optional(let inner): return inner.xmlValue
        case .named(let named):
            guard case .alias(let target) = (named.original ?? named).content else { return nil }
            return target.xmlValue
        default: return nil
        }
    }

    /// The `xml` of a model, or of the models in a list.
    fileprivate var xmlModel: XMLModel? {
        switch self {
        case .optional(let inner), .array(let inner), .arraySkippingInvalidElements(let inner): return inner.xmlModel
        case .named(let named):
            let type = named.original ?? named
            if case .alias(let target) = type.content { return target.xmlModel }
            return type.xml
        default: return nil
        }
    }
}
