/// The part that a server plays in an API, for example serving data or signing users in.
///
/// A client maps each role to one base URL.
public struct ServerRole: Hashable, Sendable {
    /// The role's name in the spec.
    public let name: String

    /// Creates a role by its name.
    public init(_ name: String) {
        self.name = name
    }

    /// The server that operations use when they name no other.
    public static let main = ServerRole("main")
}
