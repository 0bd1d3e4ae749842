import APIRuntime
import AnybillAPI
import HTTPTypes
import Logging

/// The clients of a context, which share their settings: transport, log, servers and the id of the integration.
struct AnybillClients: Sendable {
    private let configuration: AnybillConfiguration
    private let settings: ClientConfiguration

    /// Creates the clients of a configuration.
    init(_ configuration: AnybillConfiguration) {
        self.configuration = configuration
        var settings = configuration.client
        settings.cache = nil
        settings.logger = settings.logger ?? AnybillLogger.current
        settings.observer = SkippedElements.Observer(next: settings.observer)
        self.settings = settings
    }

    /// The log; `nil` while it is disabled.
    var logger: Logger? { settings.logger }

    /// Returns a client without a user, for the identity service.
    func identity() -> AnybillClient {
        AnybillClient(servers: configuration.servers, configuration: settings)
    }

    /// Returns a client that sends the credentials of a user.
    func user(_ session: TokenSession) -> AnybillClient {
        AnybillClient(
            servers: configuration.servers,
            credentials: AnybillCredentials(userToken: session),
            configuration: settings
        )
    }

    /// Returns a session that renews its tokens with the identity service.
    ///
    /// - Parameters:
    ///   - store: The store of the tokens.
    ///   - onSignOut: A closure called at the end of the session, with the login, and with the status with which the
    ///     identity service ended it; `nil` if it did not.
    /// - Returns: The session.
    func session(
        _ store: any TokenStore,
        onSignOut: @escaping @Sendable (_ partition: String, _ rejection: Int?) async -> Void = { _, _ in }
    ) -> TokenSession {
        // Of this session only: the end of a former user's session does not explain the end of the current one.
        let rejection = LockedState<Int?>(nil)
        return TokenSession(store: store, refresher: refresher(rejection), now: settings.now) { partition in
            await onSignOut(partition, rejection.withLock { $0.take() })
        }
    }

    /// The scope of a user's token; must equal the scope in the refresh request that the specification describes.
    static let userScope = "https://ad.anybill.de/backend/user_impersonation offline_access"

    private func refresher(_ rejection: LockedState<Int?>) -> TokenRefresher {
        let clientID = configuration.clientID
        let isRejection: @Sendable (any Error) -> Bool = { error in
            guard Self.isInvalidGrant(error) else { return false }
            rejection.withLock { $0 = (error as? RequestTokenError)?.status }
            return true
        }
        return TokenRefresher(isRejection: isRejection) { [identity = identity().identity, now = settings.now] token in
            let body = TokenRequest(
                grantType: .refreshToken,
                refreshToken: token.refreshToken ?? "",
                clientId: clientID,
                scope: Self.userScope,
                responseType: "token"
            )
            var options = CallOptions()
            options.headers[.authorization] = "Bearer \(token.accessToken)"
            let response = try await identity.requestToken(policy: .mobile, body: body, options: options)
            return OAuthToken(
                accessToken: response.accessToken,
                refreshToken: response.refreshToken,
                expiresIn: response.expiresIn,
                now: now()
            )
        }
    }

    /// Returns whether the identity service said that the refresh token will never work again.
    ///
    /// Any other refusal, such as the HTML page of a proxy, keeps the session: ending it deletes the user's receipts.
    static func isInvalidGrant(_ error: any Error) -> Bool {
        switch error as? RequestTokenError {
        case .badRequest(let refusal): refusal.error == "invalid_grant"
        case .undocumented(let response) where response.status == 401:
            (try? response.json(OAuthError.self))?.error == "invalid_grant"
        default: false
        }
    }
}
