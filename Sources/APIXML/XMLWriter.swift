@_spi(Generated) import APIRuntime

/// A converter from JSON to elements according to a shape.
struct XMLWriter {

    /// Returns the elements of a value: several for a list without a wrapper element, none if that is null.
    func nodes(_ value: JSONValue, _ content: XMLShape.Content, _ name: XMLName) -> [XMLNode] {
        switch content {
        case .list(_, _, isWrapped: false) where value.isNull: return []
        case _ where value.isNull: return [null(name)]
        case .model(let type): return [model(value, type.xml, name)]
        case .choice(let type): return nodes(value, XMLVariantChoice(type).content(of: value), name)
        case .list(let inner, let item, let isWrapped):
            let elements = value.array ?? []
            guard isWrapped else { return elements.flatMap { nodes($0, inner, item ?? name) } }
            var node = named(name)
            node.children = elements.flatMap { nodes($0, inner, item ?? ownName($0, inner) ?? XMLName(name.local)) }
            return [node]
        case .map(let inner):
            var node = named(name)
            node.children = value.object?.members.flatMap { nodes($0.value, inner, XMLName($0.name)) } ?? []
            return [node]
        case .string, .number, .boolean, .any: return anything(value, name)
        }
    }

    /// Returns the element name that a model declares for itself; `nil` for shapes without one.
    func ownName(_ value: JSONValue, _ content: XMLShape.Content) -> XMLName? {
        switch content {
        case .model(let type): type.xml.name
        case .choice(let type): ownName(value, XMLVariantChoice(type).content(of: value))
        default: nil
        }
    }

    private func model(_ value: JSONValue, _ shape: XMLShape, _ name: XMLName) -> XMLNode {
        var node = named(
            XMLName(
                name.local,
                prefix: name.prefix ?? shape.name.prefix,
                namespace: name.namespace ?? shape.name.namespace
            )
        )
        for member in shape.members {
            guard let inner = value[member.key], !inner.isNull || member.node == .element else { continue }
            add(inner, as: member, to: &node)
        }
        let known = Set(shape.members.map(\.key))
        for member in value.object?.members ?? [] where !known.contains(member.name) {
            let name = XMLName(member.name)
            node.children += shape.others.map { nodes(member.value, $0, name) } ?? anything(member.value, name)
        }
        return node
    }

    private func add(_ value: JSONValue, as member: XMLShape.Member, to node: inout XMLNode) {
        switch member.node {
        case .element: node.children += nodes(value, member.content, member.name)
        case .attribute:
            // The default namespace applies to elements only: without a prefix, the attribute gets one when it is written.
            if member.name.prefix != nil {
                node.declare(member.name)
            }
            node.attributes.append((member.name, attribute(value, member.content)))
        case .text, .cdata:
            node.text = (node.text ?? "") + text(value)
            node.isCDATA = member.node == .cdata
        case .none:
            for inner in nodes(value, member.content, XMLName(node.name)) {
                node.attributes += inner.attributes
                node.children += inner.children
                if let text = inner.text { node.text = (node.text ?? "") + text }
                for space in inner.namespaces where !space.prefix.isEmpty { node.namespaces.append(space) }
            }
        }
    }

    /// Returns elements for a value of unknown shape.
    private func anything(_ value: JSONValue, _ name: XMLName) -> [XMLNode] {
        switch value {
        case .null: return []
        case .array(let elements): return elements.flatMap { anything($0, name) }
        case .object(let object):
            var node = named(name)
            node.children = object.members.flatMap { anything($0.value, XMLName($0.name)) }
            return [node]
        default:
            var node = named(name)
            node.text = text(value)
            return [node]
        }
    }

    /// Returns an element for null (OpenAPI 3.2, "Handling `null` Values").
    private func null(_ name: XMLName) -> XMLNode {
        var node = named(name)
        let isUsed = name.prefix == "xsi" && name.namespace != XMLNode.instanceNamespace
        let prefix = isUsed ? "xsi2" : "xsi"
        let attribute = XMLName("nil", prefix: prefix, namespace: XMLNode.instanceNamespace)
        node.declare(attribute)
        node.attributes.append((attribute, "true"))
        return node
    }

    private func named(_ name: XMLName) -> XMLNode {
        var node = XMLNode(name: name.qualified)
        node.declare(name)
        return node
    }

    /// Returns the value of an attribute: a list as words (XML Schema, "list"); `nil` for a list with an item that is no
    /// word, because white space separates the items.
    private func attribute(_ value: JSONValue, _ content: XMLShape.Content) -> String? {
        guard case .list = content, let items = value.array else { return text(value) }
        let words = items.map { DecodedNode(attribute: "", text($0)).words.compactMap(\.text) }
        guard zip(items, words).allSatisfy({ !$0.isNull && $1 == [text($0)] }) else { return nil }
        return words.joined().joined(separator: " ")
    }

    /// Returns a scalar value as a string, or an array or object as JSON.
    private func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        default: String(decoding: JSONCoding.encode(value), as: UTF8.self)
        }
    }
}
