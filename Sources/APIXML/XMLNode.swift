@_spi(Generated) import APIRuntime

/// An element to write as XML.
struct XMLNode {
    var name: String
    /// The attributes; the value is `nil` if an attribute cannot have it.
    var attributes: [(name: XMLName, value: String?)] = []
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

/// An element or attribute read from XML, with the attributes and child elements by name, without prefixes.
struct DecodedNode {
    /// The name with its prefix and namespace.
    let name: XMLName

    /// The character data directly inside the element; `nil` if there is none.
    fileprivate(set) var text: String?

    /// The child elements and attributes, grouped by local name in the order of first appearance.
    private(set) var children: [(name: String, nodes: [DecodedNode])] = []

    private var places: [String: Int] = [:]
    private var count = 0
    /// The character data of the CDATA sections; `nil` without a section.
    private var sections: String?
    /// Whether all other character data is white space.
    private var isBlankOutside = true
    /// The position among the sibling elements.
    private(set) var position = 0

    /// The number of the element in its document; 0 for an attribute.
    let id: Int
    /// The size of the content: a measure of the work of reading it.
    private(set) var weight = 1

    /// Whether the element is null, which its attribute `xsi:nil` says.
    let isNull: Bool

    /// Creates an element with attributes.
    init(_ id: Int, _ name: XMLName, attributes: [DecodedNode] = [], isNull: Bool = false) {
        self.id = id
        self.name = name
        self.isNull = isNull
        for attribute in attributes {
            add(attribute)
        }
    }

    /// Creates an attribute.
    init(attribute name: XMLName, _ text: String) {
        self.init(0, name)
        add(text)
    }

    /// Whether the node is an attribute.
    var isAttribute: Bool { id == 0 }

    /// Whether the node is an attribute that XML Schema adds to elements, such as `xsi:type`.
    var isInstanceAttribute: Bool { isAttribute && name.namespace == XMLNode.instanceNamespace }

    /// All child elements in document order.
    var elements: [DecodedNode] {
        children.flatMap(\.nodes).filter { !$0.isAttribute }.sorted { $0.position < $1.position }
    }

    /// The items of an attribute that is a list, which white space separates (XML Schema, "list").
    var words: [DecodedNode] {
        (text ?? "").unicodeScalars.split(whereSeparator: Self.spaces.contains).map {
            DecodedNode(attribute: name, String($0))
        }
    }

    /// Returns the child elements and attributes with a local name.
    func nodes(named name: String) -> [DecodedNode] {
        places[name].map { children[$0].nodes } ?? []
    }

    /// Adds an element or an attribute.
    mutating func add(_ node: DecodedNode) {
        var node = node
        let name = node.name.local
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
        append(more)
        isBlankOutside = isBlankOutside && more.unicodeScalars.allSatisfy(Self.spaces.contains)
    }

    /// Appends the character data of a CDATA section.
    mutating func addSection(_ more: String) {
        append(more)
        if sections?.append(more) == nil { sections = more }
    }

    /// Returns the completed element, without white space between child elements and around CDATA sections.
    func ended() -> DecodedNode {
        var node = self
        if let sections, isBlankOutside { node.text = sections }
        guard !children.isEmpty, let text = node.text, text.allSatisfy(\.isWhitespace) else { return node }
        node.text = nil
        return node
    }

    private mutating func append(_ more: String) {
        weight += more.utf8.count
        if text?.append(more) == nil { text = more }
    }

    private static let spaces: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
}
