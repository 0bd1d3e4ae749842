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
    func session(
        _ store: any TokenStore,
        onSignOut: @escaping @Sendable (_ partition: String) async -> Void = { _ in }
    ) -> TokenSession {
        TokenSession(store: store, refresher: refresher(), now: settings.now, onSignOut: onSignOut)
    }

    /// The scope of a user's token; must equal the scope in the refresh request that the specification describes.
    static let userScope = "https://ad.anybill.de/backend/user_impersonation offline_access"

    private func refresher() -> TokenRefresher {
        let clientID = configuration.clientID
        return TokenRefresher(isRejection: Self.isInvalidGrant) { [identity = identity().identity] token in
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
                expiresIn: response.expiresIn
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
