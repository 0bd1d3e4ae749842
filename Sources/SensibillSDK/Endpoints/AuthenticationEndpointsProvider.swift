public import SensibillAPI
/// The endpoints for client and user tokens.
///
/// The calls receive their credentials as arguments, except those that need the user token.
public protocol AuthenticationEndpointsProvider: EndpointsProvider {
    /// Creates a task that requests a client access token for a client's key and secret.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func accessToken(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// Creates a task that exchanges an authorization code for a user access token.
    ///
    /// - Parameters:
    ///   - authorizationCode: The authorization code, which is valid for one use.
    ///   - redirectUri: The redirect URI that the code was requested with.
    ///   - clientCredentials: The client's key and secret.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func accessToken(
        withAuthorizationCode authorizationCode: String,
        redirectUri: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// Creates a task that exchanges a refresh token for a new user access token.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func accessToken(
        withRefreshToken refreshToken: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// Creates a task that requests an authorization code for a user's access id and secret.
    ///
    /// - Parameters:
    ///   - userCredentials: The user's access id and secret.
    ///   - clientKey: The client's key.
    ///   - redirectUri: A redirect URI that is registered for the client.
    ///   - credentialType: The type of the user's credentials; `nil` means credentials issued by the service.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func authorizationGrant(
        userCredentials: SensibillAPIModel.UserCredentials,
        clientKey: String,
        redirectUri: String,
        credentialType: String?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AuthorizationGrant>

    /// Creates a task that exchanges a JSON Web Token for an access token of a user or of the client.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func jwtAuthenticate(
        jwt: String,
        clientID: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// Creates a task that reads the client of the current user; needs the user token.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    func clientInfo() throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo>

    /// Creates a task that reads the client that a key and secret belong to.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func clientInfo(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo>

    /// Creates a task that invalidates the current user token.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    func invalidate() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Creates a task that signs the current user out and invalidates the user token.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    func logout() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>
}

extension AuthenticationEndpointsProvider {
    /// Creates a task that requests an authorization code for credentials issued by the service.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func authorizationGrant(
        userCredentials: SensibillAPIModel.UserCredentials,
        clientKey: String,
        redirectUri: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AuthorizationGrant> {
        try authorizationGrant(
            userCredentials: userCredentials,
            clientKey: clientKey,
            redirectUri: redirectUri,
            credentialType: nil
        )
    }
}
