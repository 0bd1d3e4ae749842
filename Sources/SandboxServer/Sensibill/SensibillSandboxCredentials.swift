/// The client and the user that the imitated receipt service knows from the start.
///
/// The defaults are made up and guard nothing: the server listens on this machine only.
public struct SensibillSandboxCredentials: Hashable, Sendable {

    /// Key of the client; the user name of its Basic credential.
    public var clientKey: String

    /// Secret of the client; the password of its Basic credential.
    public var clientSecret: String

    /// Id of the client; what JSON Web Token calls name in `client`.
    public var clientID: String

    /// The one address to which authorization codes may be sent.
    public var redirectURI: String

    /// The kind of access id that the client's users have.
    public var credentialType: String

    /// Access id of the registered user.
    public var accessID: String

    /// Secret of the registered user.
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
