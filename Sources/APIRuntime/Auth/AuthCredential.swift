/// What a request carries to say who asks.
public struct AuthCredential: Hashable, Sendable {
    /// The secret as the scheme wants it: a token, an API key, or user and password in Base64.
    public let value: String

    /// Number that grows whenever the source replaces the value; tells a refused credential from the current one.
    public let version: Int

    /// Stable, secret-free name of the owner, under which responds are cached; the same for all versions of one user.
    public let partition: String

    /// Creates a credential.
    public init(value: String, version: Int = 0, partition: String) {
        self.value = value
        self.version = version
        self.partition = partition
    }
}

extension AuthCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Version and partition; the value is left out.
    public var description: String { "Credential(version \(version), partition \(partition), value redacted)" }

    /// Same as ``description``.
    public var debugDescription: String { description }

    /// Members without the value, so that `dump` and test failures do not show it.
    public var customMirror: Mirror { Mirror(self, children: ["version": version, "partition": partition]) }
}
