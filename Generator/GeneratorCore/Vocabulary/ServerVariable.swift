/// A variable in the address of a server.
struct ServerVariable {
    let name: String
    let defaultValue: String
    /// The allowed values; empty where any value is allowed.
    let values: [String]
    let description: String?
}
