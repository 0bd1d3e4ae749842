/// The XML Object of a schema.
struct XMLModel: Hashable {
    var name: String?
    var namespace: String?
    var prefix: String?
    var node = NodeType.element
    var isWrapped = false

    /// The kinds of XML nodes.
    enum NodeType: String, CaseIterable {
        case element, attribute, text, cdata, none
    }
}
