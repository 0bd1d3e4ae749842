@_spi(Generated) import APIRuntime

/// The kind and the name of the nodes that a property has in XML.
private struct XMLClaim {
    let name: XMLName
    let isAttribute: Bool

    /// Creates the claim of a property; `nil` if it has no name.
    init?(_ member: XMLShape.Member) {
        switch member.node {
        case .element:
            name = Self.element(member.content, member.name)
            isAttribute = false
        case .attribute:
            name = member.name
            isAttribute = true
        case .text, .cdata, .none: return nil
        }
    }

    /// Returns the name of the elements of a property, in the namespace of its model if it specifies none.
    private static func element(_ content: XMLShape.Content, _ name: XMLName) -> XMLName {
        switch content {
        case .list(let inner, let item, isWrapped: false): element(inner, item ?? name)
        case .model(let type):
            XMLName(
                name.local,
                prefix: name.prefix ?? type.xml.name.prefix,
                namespace: name.namespace ?? type.xml.name.namespace
            )
        default: name
        }
    }

    /// Returns how well a node with the same local name matches.
    func match(_ node: DecodedNode) -> Int {
        let kind = node.isAttribute == isAttribute ? 4 : 0
        if let namespace = name.namespace { return kind + (node.name.namespace == namespace ? 2 : 0) }
        if let prefix = name.prefix { return kind + (node.name.prefix == prefix ? 2 : 0) }
        return kind + 1
    }
}

extension XMLShape.Member {
    /// The name of the elements or of the attribute: for a list without a wrapper element, that of its items.
    var nodeName: XMLName {
        if case .list(_, let item?, isWrapped: false) = content { item } else { name }
    }
}

/// The assignment of nodes to the properties of models.
///
/// A name matches in any namespace, and as an element or an attribute, because documents vary. If several properties of
/// a model have the same local name, each node belongs to the ones that it matches best.
final class XMLClaims {
    /// The claims by local name, for each model.
    private var known: [ObjectIdentifier: [String: [XMLClaim]]] = [:]

    /// Returns the nodes of a property.
    ///
    /// - Parameters:
    ///   - member: The property.
    ///   - type: The model whose element contains the nodes.
    ///   - node: The element.
    /// - Returns: The nodes that match best.
    func nodes(
        of member: XMLShape.Member,
        in type: any XMLRepresentable.Type,
        _ node: DecodedNode
    ) -> [DecodedNode] {
        guard let claim = XMLClaim(member) else { return [] }
        let nodes = node.nodes(named: claim.name.local)
        guard !nodes.isEmpty else { return [] }
        let rivals = claims(of: type)[claim.name.local] ?? []
        guard rivals.count > 1 else { return nodes }
        let own = nodes.filter { node in rivals.allSatisfy { $0.match(node) <= claim.match(node) } }
        let best = own.map(claim.match).max()
        return own.filter { claim.match($0) == best }
    }

    private func claims(of type: any XMLRepresentable.Type) -> [String: [XMLClaim]] {
        let key = ObjectIdentifier(type)
        if let claims = known[key] { return claims }
        var claims: [String: [XMLClaim]] = [:]
        add(type.xml, to: &claims)
        known[key] = claims
        return claims
    }

    private func add(_ shape: XMLShape, to claims: inout [String: [XMLClaim]]) {
        for member in shape.members {
            if let claim = XMLClaim(member) {
                claims[claim.name.local, default: []].append(claim)
            } else if member.node == .none, case .model(let inner) = member.content {
                add(inner.xml, to: &claims)
            }
        }
    }
}
