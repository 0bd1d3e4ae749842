import XMLCoder

/// An element with its attributes, elements and text.
struct XMLNode {
    var name: String
    var attributes: [(name: String, value: String)] = []
    var children: [XMLNode] = []
    var text: String?
}

/// A key of any name, which knows whether it is an attribute's.
struct NodeKey: CodingKey {
    let stringValue: String
    var isAttribute = false
    var intValue: Int? { nil }

    init(_ name: String, isAttribute: Bool = false) {
        stringValue = name
        self.isAttribute = isAttribute
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }
}

/// An element on its way to XML.
struct EncodedNode: Encodable, DynamicNodeEncoding {
    private let node: XMLNode

    init(_ node: XMLNode) {
        self.node = node
    }

    static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
        (key as? NodeKey)?.isAttribute == true ? .attribute : .element
    }

    func encode(to encoder: any Encoder) throws {
        if node.attributes.isEmpty, node.children.isEmpty {
            var container = encoder.singleValueContainer()
            return try container.encode(node.text ?? "")
        }
        var container = encoder.container(keyedBy: NodeKey.self)
        for attribute in node.attributes {
            try container.encode(attribute.value, forKey: NodeKey(attribute.name, isAttribute: true))
        }
        for child in node.children {
            try container.encode(EncodedNode(child), forKey: NodeKey(child.name))
        }
        if let text = node.text, !text.isEmpty {
            try container.encode(text, forKey: NodeKey(""))
        }
    }
}

/// An element as it comes from XML: attributes and elements by their names.
struct DecodedNode: Decodable {
    private(set) var text: String?
    private(set) var children: [(name: String, nodes: [DecodedNode])] = []

    private init(text: String) {
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: NodeKey.self), !container.allKeys.isEmpty else {
            text = try? decoder.singleValueContainer().decode(String.self)
            return
        }
        var known: Set<String> = []
        for key in container.allKeys where known.insert(key.stringValue).inserted {
            if key.stringValue.isEmpty {
                text = try? container.decode(String.self, forKey: key)
            } else {
                let name = key.stringValue.split(separator: ":").last.map(String.init) ?? key.stringValue
                var nodes = try container.decode([DecodedNode].self, forKey: key)
                // An attribute is no list of elements.
                if nodes.isEmpty, let value = try? container.decode(String.self, forKey: key) {
                    nodes = [DecodedNode(text: value)]
                }
                children.append((name, nodes))
            }
        }
    }

    /// Elements and attributes of a name.
    func nodes(named name: String) -> [DecodedNode] {
        children.filter { $0.name == name }.flatMap(\.nodes)
    }
}
