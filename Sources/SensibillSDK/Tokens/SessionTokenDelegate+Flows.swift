public import APIRuntime
import SensibillAPI

extension SessionTokenDelegate {
    /// A delegate that signs in by OAuth 2: an authorization code for the user, then tokens for the code.
    ///
    /// For backends and tests: an app must not hold a client's secret.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user whose tokens it has.
    ///   - user: The user's access id and secret.
    ///   - client: The client's key and secret.
    ///   - redirectUri: One that the client has registered.
    ///   - credentialType: Kind of the user's credentials; `nil` is the service's own.
    ///   - provider: Sends the requests.
    ///   - store: Where tokens are kept between runs.
    /// - Returns: A delegate, not yet signed in.
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

    /// A delegate that signs in with JSON Web Tokens of the app's backend.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user whose tokens it has.
    ///   - clientID: The client's id.
    ///   - provider: Sends the requests.
    ///   - store: Where tokens are kept between runs.
    ///   - makeJWT: Gets a signed token whose subject is the user.
    /// - Returns: A delegate, not yet signed in.
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

    /// Whether the service refused to renew a token, which ends the session.
    private static let isRejection: @Sendable (any Error) -> Bool = { error in
        guard case SensibillAPIClient.TaskError.apiFailure(let failure, _) = error else { return false }
        return [400, 401, 403].contains(failure.status)
    }
}

extension OAuthToken {
    /// The token in a response.
    init(response: SensibillAPIModel.AccessToken) throws {
        guard let token = response.accessToken, !token.isEmpty else { throw SensibillSDK.IdentityError.noToken }
        self.init(accessToken: token, refreshToken: response.refreshToken, expiresIn: response.expiresIn)
    }
}
