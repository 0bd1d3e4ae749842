/// The XML Object of a schema.
struct XMLModel: Hashable {
    var name: String?
    var namespace: String?
    var prefix: String?
    var isAttribute = false
    var isWrapped = false
}
