public import Foundation

/// A way to the tokens of a security scheme, as the specification names it.
///
/// Generated modules have one for each flow of each scheme of OAuth 2.0:
///
/// ```swift
/// let oauth = NotesCredentials.partnerClientCredentials.client(clientID: "app", secret: secret)
/// ```
public struct OAuthFlow: Hashable, Sendable {
    /// The ways that OpenAPI knows.
    public enum Kind: String, Hashable, Sendable {
        /// The token comes with the redirect; not to be used any more (RFC 9700).
        case implicit
        /// The user's name and password are traded for a token.
        case password
        /// The token is the app's own.
        case clientCredentials
        /// The user signs in on the server's page.
        case authorizationCode
    }

    /// The way.
    public let kind: Kind

    /// Page on which the user signs in; `nil` when the flow has none.
    public let authorizationURL: URL?

    /// The token endpoint; `nil` when the flow has none.
    public let tokenURL: URL?

    /// Endpoint that renews tokens, where it is another one than ``tokenURL``.
    public let refreshURL: URL?

    /// Names of what a token may be for.
    public let scopes: [String]

    /// Creates a flow; an address that is no URL counts as none.
    public init(
        _ kind: Kind,
        authorizationURL: String? = nil,
        tokenURL: String? = nil,
        refreshURL: String? = nil,
        scopes: [String] = []
    ) {
        self.kind = kind
        self.authorizationURL = authorizationURL.flatMap { URL(string: $0) }
        self.tokenURL = tokenURL.flatMap { URL(string: $0) }
        self.refreshURL = refreshURL.flatMap { URL(string: $0) }
        self.scopes = scopes
    }

    /// A client of the token endpoint; `nil` when the flow has none.
    ///
    /// - Parameters:
    ///   - clientID: Name of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one.
    ///   - configuration: Transport, timeout and clock.
    /// - Returns: The client.
    public func client(
        clientID: String,
        secret: String? = nil,
        configuration: ClientConfiguration = ClientConfiguration()
    ) -> OAuthClient? {
        tokenURL.map { OAuthClient(tokenURL: $0, clientID: clientID, secret: secret, configuration: configuration) }
    }
}
