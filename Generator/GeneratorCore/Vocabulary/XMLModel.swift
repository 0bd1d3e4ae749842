/// The XML Object of a schema.
struct XMLModel: Hashable {
    var name: String?
    var namespace: String?
    var prefix: String?
    var node = NodeType.element
    var isWrapped = false
    /// Whether the names apply wherever the schema is referenced: in OpenAPI 3.2, a schema with `$ref` has no node.
    var namesReferences = false

    /// The kinds of XML nodes.
    enum NodeType: String, CaseIterable {
        case element, attribute, text, cdata, none
    }
}
