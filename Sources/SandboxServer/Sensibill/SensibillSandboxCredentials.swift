/// The predefined client and user of the imitated receipt service.
///
/// The defaults are fictional and protect nothing: the server only listens on this machine.
public struct SensibillSandboxCredentials: Hashable, Sendable {

    /// The key of the client, used as the user name of its Basic credential.
    public var clientKey: String

    /// The secret of the client, used as the password of its Basic credential.
    public var clientSecret: String

    /// The ID of the client, used as `client` in operations with a JSON Web Token.
    public var clientID: String

    /// The only address to which authorization codes may be sent.
    public var redirectURI: String

    /// The kind of access ID that the client's users have.
    public var credentialType: String

    /// The access ID of the registered user.
    public var accessID: String

    /// The secret of the registered user.
    public var accessSecret: String

    /// Creates credentials.
    public init(
        clientKey: String = "sandbox-client-key",
        clientSecret: String = "sandbox-client-secret",
        clientID: String = "client-0001",
        redirectURI: String = "https://bank.example/callback",
        credentialType: String = "sensibill",
        accessID: String = "customer-000001",
        accessSecret: String = "sandbox-user-secret"
    ) {
        self.clientKey = clientKey
        self.clientSecret = clientSecret
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.credentialType = credentialType
        self.accessID = accessID
        self.accessSecret = accessSecret
    }
}
