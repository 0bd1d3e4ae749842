@_spi(Generated) import APIRuntime

/// A converter from elements to JSON according to a shape.
struct XMLReader {
    private let choices: XMLChoices

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
        case .model(let type): choices.value(node, type) { model(node, type.xml) }
        case .list(let inner, let item, _):
            .array(node.nodes(named: (item ?? name).local).map { value($0, inner) })
        case .map(let inner):
            .object(
                JSONObject(distinct: node.children.map { .init(name: $0.name, value: value(last($0.nodes), inner)) })
            )
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

    private func model(_ node: DecodedNode, _ shape: XMLShape) -> JSONValue {
        let (declared, known) = members(of: node, shape)
        // An element that belongs to no property may still have the name of one, whose value it then replaces.
        var members = declared.members
        var places = Dictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for (name, nodes) in node.children where !known.contains(name) && !name.hasPrefix("xmlns") {
            let value = nodes.count == 1 ? anything(nodes[0]) : .array(nodes.map(anything))
            if let place = places[name] {
                members[place].value = value
            } else {
                places[name] = members.count
                members.append(JSONObject.Member(name: name, value: value))
            }
        }
        return .object(JSONObject(distinct: members))
    }

    /// Returns the properties of a shape, and the names of the elements and attributes that belong to them.
    private func members(of node: DecodedNode, _ shape: XMLShape) -> (object: JSONObject, known: Set<String>) {
        var object = JSONObject()
        var known: Set<String> = []
        for member in shape.members {
            switch member.node {
            case .text, .cdata:
                object[member.key] = characters(of: node, member.content)
                continue
            case .none:
                guard case .model(let type) = member.content else { continue }
                let inner = members(of: node, type.xml)
                known.formUnion(inner.known)
                if !inner.object.members.isEmpty { object[member.key] = .object(inner.object) }
                continue
            case .element, .attribute: break
            }
            let isSideBySide: Bool
            var name = member.name.local
            if case .list(_, let item, isWrapped: false) = member.content {
                isSideBySide = true
                name = item?.local ?? name
            } else {
                isSideBySide = false
            }
            known.insert(name)
            let nodes = node.nodes(named: name)
            guard !nodes.isEmpty else { continue }
            if isSideBySide, case .list(let inner, _, _) = member.content {
                object[member.key] = .array(nodes.map { value($0, inner) })
            } else {
                object[member.key] = value(last(nodes), member.content, member.name)
            }
        }
        return (object, known)
    }

    /// Returns the character data of an element; `nil` for an empty element whose data is no string.
    private func characters(of node: DecodedNode, _ content: XMLShape.Content) -> JSONValue? {
        switch content {
        case .number: node.text == nil ? nil : literal(node.text)
        case .boolean: node.text == nil ? nil : boolean(node.text)
        default: .string(node.text ?? "")
        }
    }

    private func last(_ nodes: [DecodedNode]) -> DecodedNode {
        nodes[nodes.count - 1]
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
