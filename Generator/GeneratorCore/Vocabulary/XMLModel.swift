/// What a schema's `xml` says about a value.
struct XMLModel: Hashable {
    var name: String?
    var namespace: String?
    var prefix: String?
    var isAttribute = false
    var isWrapped = false
}
