@_spi(Generated) import APIRuntime

/// A converter from elements to JSON according to a shape.
struct XMLReader {
    private let choices: XMLChoices
    private let claims = XMLClaims()

    /// Creates a converter for a document.
    ///
    /// - Parameter root: The root of the document, whose size limits the work.
    init(_ root: DecodedNode) {
        choices = XMLChoices(limit: 16 * root.weight + (1 << 17))
    }

    /// Throws ``DecodingFailure`` if selecting the variants of nested unions has taken too long.
    ///
    /// The values that were read since then are not valid.
    func check() throws(DecodingFailure) {
        try choices.check()
    }

    /// Returns the JSON of an element.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - content: The shape of the content.
    ///   - name: The element name for the items of a list that specifies none.
    ///   - variant: The name of the element, if it may be that of a union's variant.
    /// - Returns: The JSON.
    func value(
        _ node: DecodedNode,
        _ content: XMLShape.Content,
        _ name: XMLName = "value",
        variant: String? = nil
    ) -> JSONValue {
        switch content {
        case _ where node.isNull: .null
        case .model(let type): choices.value(node, type) { model(node, type) }
        case .list(let inner, let item, let isWrapped):
            .array(items(of: node, inner, item ?? (isWrapped ? nil : name), name))
        case .map(let inner): .object(JSONObject(distinct: members(of: node, inner)))
        case .choice(let type):
            value(node, selected(type, for: node, named: variant), name)
        case .string: .string(node.text ?? "")
        case .number: literal(node.text)
        case .boolean: boolean(node.text)
        case .any: anything(node)
        }
    }

    private func selected(_ type: any XMLChoice.Type, for node: DecodedNode, named name: String?) -> XMLShape.Content {
        choices.choosing {
            XMLVariantChoice(type, choices).content(of: node, named: name) { model in
                choices.mayTry(node) ? value(node, .model(model)) : nil
            }
        }
    }

    /// Returns the items of a list with a wrapper element.
    private func items(
        of node: DecodedNode,
        _ content: XMLShape.Content,
        _ item: XMLName?,
        _ name: XMLName
    ) -> [JSONValue] {
        switch content {
        case .model(let type) where item == nil:
            node.nodes(named: type.xml.name.local).map { value($0, content) }
        case .choice where item == nil:
            node.elements.map { value($0, content, variant: $0.name.local) }
        default:
            node.nodes(named: (item ?? name).local).map { value($0, content, item ?? name) }
        }
    }

    /// Returns the members of an object whose names are data.
    private func members(of node: DecodedNode, _ content: XMLShape.Content) -> [JSONObject.Member] {
        node.children.compactMap { child in
            value(of: child.nodes, content, XMLName(child.name)).map { .init(name: child.name, value: $0) }
        }
    }

    /// Returns the value of nodes whose name is data; `nil` for attributes that XML Schema adds to any element.
    private func value(of nodes: [DecodedNode], _ content: XMLShape.Content, _ name: XMLName) -> JSONValue? {
        let nodes = nodes.filter { !$0.isInstanceAttribute }
        guard !nodes.isEmpty else { return nil }
        guard case .list(let inner, _, isWrapped: false) = content else { return single(nodes, content, name) }
        return .array(nodes.map { value($0, inner, name) })
    }

    private func model(_ node: DecodedNode, _ type: any XMLRepresentable.Type) -> JSONValue {
        let shape = type.xml
        let (declared, known) = members(of: node, shape, in: type)
        // An element that belongs to no property may still have the name of one, whose value it then replaces.
        var members = declared.members
        var places = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for (name, nodes) in node.children where !known.contains(name) && !name.hasPrefix("xmlns") {
            guard let value = undeclared(nodes, shape.others, name) else { continue }
            if let place = places[name] {
                members[place].value = value
            } else {
                places[name] = members.count
                members.append(JSONObject.Member(name: name, value: value))
            }
        }
        return .object(JSONObject(distinct: members))
    }

    /// Returns the value of nodes that belong to no property.
    private func undeclared(_ nodes: [DecodedNode], _ content: XMLShape.Content?, _ name: String) -> JSONValue? {
        if let content { return value(of: nodes, content, XMLName(name)) }
        return nodes.count == 1 ? anything(nodes[0]) : .array(nodes.map(anything))
    }

    /// Returns the properties of a shape, and the names of the elements and attributes that belong to them.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - shape: The shape.
    ///   - type: The model of the element, which may contain the properties of the shape.
    /// - Returns: The properties and the names.
    private func members(
        of node: DecodedNode,
        _ shape: XMLShape,
        in type: any XMLRepresentable.Type
    ) -> (object: JSONObject, known: Set<String>) {
        var object = JSONObject()
        var known: Set<String> = []
        for member in shape.members {
            switch member.node {
            case .text, .cdata:
                object[member.key] = characters(of: node, member.content)
                continue
            case .none:
                guard case .model(let innerType) = member.content else { continue }
                let inner = members(of: node, innerType.xml, in: type)
                known.formUnion(inner.known)
                if !inner.object.members.isEmpty { object[member.key] = .object(inner.object) }
                continue
            case .element, .attribute: break
            }
            known.insert(member.nodeName.local)
            let nodes = claims.nodes(of: member, in: type, node)
            guard !nodes.isEmpty else { continue }
            object[member.key] = value(of: nodes, member)
        }
        return (object, known)
    }

    /// Returns the value of a property from its nodes.
    private func value(of nodes: [DecodedNode], _ member: XMLShape.Member) -> JSONValue {
        guard case .list(let inner, _, isWrapped: false) = member.content else {
            return single(nodes, member.content, member.name)
        }
        let items = member.node == .attribute ? nodes.flatMap { $0.isAttribute ? $0.words : [$0] } : nodes
        return .array(items.map { value($0, inner, member.nodeName) })
    }

    /// Returns the character data of an element; `nil` for an empty element whose data is no string.
    private func characters(of node: DecodedNode, _ content: XMLShape.Content) -> JSONValue? {
        switch content {
        case .number: node.text == nil ? nil : literal(node.text)
        case .boolean: node.text == nil ? nil : boolean(node.text)
        default: .string(node.text ?? "")
        }
    }

    /// Returns the value of the nodes of a property that has one element.
    ///
    /// An element that occurs several times is a list, which the type of the property refuses as in JSON. Of elements and
    /// attributes that only have the same local name, the last one counts.
    private func single(_ nodes: [DecodedNode], _ content: XMLShape.Content, _ name: XMLName) -> JSONValue {
        let last = nodes[nodes.count - 1]
        let same = nodes.filter { $0.isAttribute == last.isAttribute && $0.name.namespace == last.name.namespace }
        return same.count > 1 ? .array(same.map { value($0, content, name) }) : value(last, content, name)
    }

    /// Returns a Boolean value, which XML also writes as a digit, or the string itself if it is none.
    private func boolean(_ text: String?) -> JSONValue {
        switch literal(text) {
        case 0: false
        case 1: true
        case let value: value
        }
    }

    /// Returns a number or Boolean value, or the string itself if it is neither.
    private func literal(_ text: String?) -> JSONValue {
        let trimmed = String((text ?? "").drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        switch trimmed {
        case "": return .null
        case "true": return true
        case "false": return false
        default: return JSONNumber(trimmed).map(JSONValue.number) ?? .string(trimmed)
        }
    }

    private func anything(_ node: DecodedNode) -> JSONValue {
        guard !node.isNull else { return .null }
        guard !node.children.isEmpty else { return .string(node.text ?? "") }
        let members = node.children.map { child in
            JSONObject.Member(
                name: child.name,
                value: child.nodes.count == 1 ? anything(child.nodes[0]) : .array(child.nodes.map(anything))
            )
        }
        return .object(JSONObject(distinct: members))
    }
}
