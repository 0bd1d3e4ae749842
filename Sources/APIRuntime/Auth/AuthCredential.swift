/// The credential that a request carries to authenticate its sender.
public struct AuthCredential: Hashable, Sendable {
    /// The secret in the form that the scheme requires: a token, an API key, or user and password in Base64.
    public let value: String

    /// A number that grows whenever the source replaces the value; it distinguishes a refused credential from the
    /// current one.
    public let version: Int

    /// A stable, secret-free name of the owner, under which responses are cached; the same for all versions of one
    /// user.
    public let partition: String

    /// The identity of the session that the credential belongs to, see ``CredentialOwner/generation``; `nil` for a
    /// source without sessions.
    public let generation: String?

    /// Creates a credential.
    public init(value: String, version: Int = 0, partition: String, generation: String? = nil) {
        self.value = value
        self.version = version
        self.partition = partition
        self.generation = generation
    }
}

extension AuthCredential: CustomStringConvertible, PartlyReflectable {
    /// The version and the partition, without the value.
    public var description: String { "Credential(version \(version), partition \(partition), value redacted)" }

    /// A mirror without the value, so that `dump` and test failures do not show it.
    var shownProperties: KeyValuePairs<String, Any> { ["version": version, "partition": partition] }
}
