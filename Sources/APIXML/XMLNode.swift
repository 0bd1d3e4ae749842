@_spi(Generated) import APIRuntime

/// An element to write as XML.
struct XMLNode {
    var name: String
    var attributes: [(name: String, value: String)] = []
    /// The namespaces that the names of the element and its attributes need.
    ///
    /// An empty prefix means the default namespace.
    var namespaces: [(prefix: String, address: String)] = []
    var children: [XMLNode] = []
    var text: String?
    /// Whether the text is a CDATA section.
    var isCDATA = false

    /// The namespace of the attribute `nil`.
    static let instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"

    /// Adds the namespace that a name needs.
    mutating func declare(_ name: XMLName) {
        guard let address = name.namespace else { return }
        namespaces.append((name.prefix ?? "", address))
    }
}

/// An element read from XML, with its attributes and child elements by name, without prefixes.
struct DecodedNode {
    /// The character data directly inside the element; `nil` if there is none.
    fileprivate(set) var text: String?

    /// The child elements and attributes, grouped by name in the order of first appearance.
    private(set) var children: [(name: String, nodes: [DecodedNode])] = []

    private var places: [String: Int] = [:]
    private var count = 0
    /// The position among the sibling elements.
    private(set) var position = 0

    /// The number of the element in its document; 0 for an attribute.
    let id: Int
    /// The size of the content: a measure of the work of reading it.
    private(set) var weight = 1

    /// Whether the element is null, which its attribute `xsi:nil` says.
    let isNull: Bool

    /// Creates an element with attributes.
    init(_ id: Int, attributes: [(name: String, value: String)], isNull: Bool = false) {
        self.id = id
        self.isNull = isNull
        for attribute in attributes {
            add(DecodedNode(text: attribute.value), named: attribute.name)
        }
    }

    private init(text: String) {
        id = 0
        isNull = false
        add(text)
    }

    /// All child elements and attributes with their names, in document order.
    var inOrder: [(name: String, node: DecodedNode)] {
        children.flatMap { child in child.nodes.map { (child.name, $0) } }.sorted {
            $0.node.position < $1.node.position
        }
    }

    /// Returns the child elements and attributes with a name.
    func nodes(named name: String) -> [DecodedNode] {
        places[name].map { children[$0].nodes } ?? []
    }

    /// Adds an element or an attribute.
    mutating func add(_ node: DecodedNode, named name: String) {
        var node = node
        node.position = count
        count += 1
        weight += node.weight
        if let place = places[name] {
            children[place].nodes.append(node)
        } else {
            places[name] = children.count
            children.append((name, [node]))
        }
    }

    /// Appends character data.
    mutating func add(_ more: String) {
        weight += more.utf8.count
        if text?.append(more) == nil { text = more }
    }

    /// Returns the completed element, without white space between child elements.
    func ended() -> DecodedNode {
        guard !children.isEmpty, let text, text.allSatisfy(\.isWhitespace) else { return self }
        var node = self
        node.text = nil
        return node
    }
}
