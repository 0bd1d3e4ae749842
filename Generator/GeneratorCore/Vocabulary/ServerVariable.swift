/// A variable in the URL of a server.
struct ServerVariable {
    let name: String
    let defaultValue: String
    /// The allowed values; empty if any value is allowed.
    let values: [String]
    let description: String?
    /// Whether a client has to name the value, because the document has no usable default.
    var isRequired = false
}
