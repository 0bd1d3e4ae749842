public import SensibillAPI
/// Tokens of clients and users.
///
/// The calls carry credentials of their own, given as arguments, except those that say otherwise.
public protocol AuthenticationEndpointsProvider: EndpointsProvider {
    /// A client access token for a client's key and secret.
    func accessToken(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// A user access token for an authorization code.
    ///
    /// - Parameters:
    ///   - authorizationCode: The code, which can be used once.
    ///   - redirectUri: The same as was given for the code.
    ///   - clientCredentials: The client's key and secret.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    func accessToken(
        withAuthorizationCode authorizationCode: String,
        redirectUri: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// A new user access token for a refresh token.
    func accessToken(
        withRefreshToken refreshToken: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// An authorization code for a user's access id and secret.
    ///
    /// - Parameters:
    ///   - userCredentials: The user's access id and secret.
    ///   - clientKey: The client's key.
    ///   - redirectUri: One that the client has registered.
    ///   - credentialType: Kind of the user's credentials; `nil` is the service's own.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    func authorizationGrant(
        userCredentials: SensibillAPIModel.UserCredentials,
        clientKey: String,
        redirectUri: String,
        credentialType: String?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AuthorizationGrant>

    /// An access token, of a user or of the client itself, for a JSON Web Token.
    func jwtAuthenticate(
        jwt: String,
        clientID: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken>

    /// The client that the current user belongs to; needs the user token.
    func clientInfo() throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo>

    /// The client that a key and secret are of.
    func clientInfo(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo>

    /// Ends the life of the current user token.
    func invalidate() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>

    /// Signs the current user out, which ends the life of the token too.
    func logout() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty>
}

extension AuthenticationEndpointsProvider {
    /// An authorization code for a user's access id and secret of the service's own kind.
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
