public import APIRuntime
import SensibillAPI

extension SessionTokenDelegate {
    /// Creates a delegate that signs in with OAuth 2: it requests an authorization code and exchanges it for tokens.
    ///
    /// For backends and tests only: an app must not contain a client's secret.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user that the tokens belong to.
    ///   - user: The user's access id and secret.
    ///   - client: The client's key and secret.
    ///   - redirectUri: A redirect URI that is registered for the client.
    ///   - credentialType: The type of the user's credentials; `nil` means credentials issued by the service.
    ///   - provider: The provider that sends the requests.
    ///   - store: The store that keeps tokens between launches.
    /// - Returns: A delegate that is not yet signed in.
    public static func oauth2(
        cacheIdentifier: String,
        user: SensibillAPIModel.UserCredentials,
        client: SensibillAPIModel.ClientCredentials,
        redirectUri: String,
        credentialType: String? = nil,
        provider: any SensibillAPIProvider,
        store: any TokenStore = MemoryTokenStore()
    ) -> SessionTokenDelegate {
        let authentication = provider.authentication
        let refresher = TokenRefresher(isRejection: isRejection) { token in
            let task = try authentication.accessToken(
                withRefreshToken: token.refreshToken ?? "",
                clientCredentials: client
            )
            return try OAuthToken(response: await task.value())
        }
        return SessionTokenDelegate(cacheIdentifier: cacheIdentifier, store: store, refresher: refresher) {
            let grant = try await authentication.authorizationGrant(
                userCredentials: user,
                clientKey: client.key,
                redirectUri: redirectUri,
                credentialType: credentialType
            )
            .value()
            let task = try authentication.accessToken(
                withAuthorizationCode: grant.code ?? "",
                redirectUri: redirectUri,
                clientCredentials: client
            )
            return try OAuthToken(response: await task.value())
        }
    }

    /// Creates a delegate that signs in with JSON Web Tokens of the app's backend.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user that the tokens belong to.
    ///   - clientID: The client's id.
    ///   - provider: The provider that sends the requests.
    ///   - store: The store that keeps tokens between launches.
    ///   - makeJWT: A closure that returns a signed token whose subject is the user.
    /// - Returns: A delegate that is not yet signed in.
    public static func jwt(
        cacheIdentifier: String,
        clientID: String,
        provider: any SensibillAPIProvider,
        store: any TokenStore = MemoryTokenStore(),
        makeJWT: @escaping @Sendable () async throws -> String
    ) -> SessionTokenDelegate {
        let authentication = provider.authentication
        return SessionTokenDelegate(cacheIdentifier: cacheIdentifier, store: store) {
            let task = try authentication.jwtAuthenticate(jwt: try await makeJWT(), clientID: clientID)
            return try OAuthToken(response: await task.value())
        }
    }

    /// Whether the service rejected the renewal of a token, which ends the session.
    private static let isRejection: @Sendable (any Error) -> Bool = { error in
        guard case SensibillAPIClient.TaskError.apiFailure(let failure, _) = error else { return false }
        return [400, 401, 403].contains(failure.status)
    }
}

extension OAuthToken {
    /// Creates the token from a response.
    init(response: SensibillAPIModel.AccessToken) throws {
        guard let token = response.accessToken, !token.isEmpty else { throw SensibillSDK.IdentityError.noToken }
        self.init(accessToken: token, refreshToken: response.refreshToken, expiresIn: response.expiresIn)
    }
}
