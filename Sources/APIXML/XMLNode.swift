@_spi(Generated) import APIRuntime

/// An element on its way to XML.
struct XMLNode {
    var name: String
    var attributes: [(name: String, value: String)] = []
    /// Namespaces that the names of the element and its attributes need; an empty prefix is the default namespace.
    var namespaces: [(prefix: String, address: String)] = []
    var children: [XMLNode] = []
    var text: String?

    /// Notes which namespace a name needs.
    mutating func declare(_ name: XMLName) {
        guard let address = name.namespace else { return }
        namespaces.append((name.prefix ?? "", address))
    }
}

/// An element that was read: attributes and elements by their names, without prefixes.
struct DecodedNode {
    /// Text right below the element; `nil` when there is none.
    fileprivate(set) var text: String?

    /// Elements and attributes of equal names together, in the order of their first one.
    private(set) var children: [(name: String, nodes: [DecodedNode])] = []

    private var places: [String: Int] = [:]
    private var count = 0
    /// Place among the elements around it.
    private(set) var position = 0

    /// An element with these attributes.
    init(attributes: [(name: String, value: String)]) {
        for attribute in attributes {
            add(DecodedNode(text: attribute.value), named: attribute.name)
        }
    }

    private init(text: String) {
        self.text = text
    }

    /// All elements and attributes with their names, in document order.
    var inOrder: [(name: String, node: DecodedNode)] {
        children.flatMap { child in child.nodes.map { (child.name, $0) } }.sorted {
            $0.node.position < $1.node.position
        }
    }

    /// Elements and attributes of a name.
    func nodes(named name: String) -> [DecodedNode] {
        places[name].map { children[$0].nodes } ?? []
    }

    /// Adds an element or an attribute.
    mutating func add(_ node: DecodedNode, named name: String) {
        var node = node
        node.position = count
        count += 1
        if let place = places[name] {
            children[place].nodes.append(node)
        } else {
            places[name] = children.count
            children.append((name, [node]))
        }
    }

    /// Adds text; white space between elements is none.
    mutating func add(_ more: String) {
        text = (text ?? "") + more
    }

    /// The element when its end is reached.
    func ended() -> DecodedNode {
        guard !children.isEmpty, let text, text.allSatisfy(\.isWhitespace) else { return self }
        var node = self
        node.text = nil
        return node
    }
}
