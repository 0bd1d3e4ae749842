/// The role of a server in an API, for example serving data or signing users in.
///
/// A client has one base URL for each role.
@_spi(Generated)
public struct ServerRole: Hashable, Sendable {
    /// The role's name in the spec.
    public let name: String

    /// Creates a role with a name.
    public init(_ name: String) {
        self.name = name
    }

    /// The server of operations that name no other.
    public static let main = ServerRole("main")
}
