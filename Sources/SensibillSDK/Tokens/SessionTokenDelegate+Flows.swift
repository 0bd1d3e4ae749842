public import APIRuntime
public import Foundation
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
    ///   - now: Returns the device's time; pass the one of the provider's configuration if you have set it.
    /// - Returns: A delegate that is not yet signed in.
    public static func oauth2(
        cacheIdentifier: String,
        user: SensibillAPIModel.UserCredentials,
        client: SensibillAPIModel.ClientCredentials,
        redirectUri: String,
        credentialType: String? = nil,
        provider: any SensibillAPIProvider,
        store: any TokenStore = MemoryTokenStore(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> SessionTokenDelegate {
        let authentication = provider.authentication
        let refresher = TokenRefresher(isRejection: isRejection) { token in
            let task = try authentication.accessToken(
                withRefreshToken: token.refreshToken ?? "",
                clientCredentials: client
            )
            return try OAuthToken(response: await task.value(), at: now())
        }
        return SessionTokenDelegate(cacheIdentifier: cacheIdentifier, store: store, refresher: refresher, now: now) {
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
            return try OAuthToken(response: await task.value(), at: now())
        }
    }

    /// Creates a delegate that signs in with JSON Web Tokens of the app's backend.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user that the tokens belong to.
    ///   - clientID: The client's id.
    ///   - provider: The provider that sends the requests.
    ///   - store: The store that keeps tokens between launches.
    ///   - now: Returns the device's time; pass the one of the provider's configuration if you have set it.
    ///   - makeJWT: A closure that returns a signed token whose subject is the user.
    /// - Returns: A delegate that is not yet signed in.
    public static func jwt(
        cacheIdentifier: String,
        clientID: String,
        provider: any SensibillAPIProvider,
        store: any TokenStore = MemoryTokenStore(),
        now: @escaping @Sendable () -> Date = { Date() },
        makeJWT: @escaping @Sendable () async throws -> String
    ) -> SessionTokenDelegate {
        let authentication = provider.authentication
        return SessionTokenDelegate(cacheIdentifier: cacheIdentifier, store: store, now: now) {
            let task = try authentication.jwtAuthenticate(jwt: try await makeJWT(), clientID: clientID)
            return try OAuthToken(response: await task.value(), at: now())
        }
    }

    /// Whether the service rejected the renewal of a token, which ends the session.
    private static let isRejection: @Sendable (any Error) -> Bool = { error in
        guard case SensibillAPIClient.TaskError.apiFailure(let failure, _) = error else { return false }
        return [400, 401, 403].contains(failure.status)
    }
}

extension OAuthToken {
    /// Creates the token from a response that was received at a time of the device.
    init(response: SensibillAPIModel.AccessToken, at now: Date) throws {
        guard let token = response.accessToken, !token.isEmpty else { throw SensibillSDK.IdentityError.noToken }
        self.init(accessToken: token, refreshToken: response.refreshToken, expiresIn: response.expiresIn, now: now)
    }
}
