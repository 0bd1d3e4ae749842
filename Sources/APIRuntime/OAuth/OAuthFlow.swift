#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An OAuth 2.0 flow of a security scheme in an OpenAPI document.
///
/// Generated modules declare one for each flow of each OAuth 2.0 scheme:
///
/// ```swift
/// let flow = NotesCredentials.partnerClientCredentials
/// let oauth = flow.client(clientID: "app", secret: secret, transport: .urlSession)
/// ```
public struct OAuthFlow: Hashable, Sendable {
    /// The flows that OpenAPI defines.
    @_spi(Generated)
    public enum Kind: Hashable, Sendable {
        /// The redirect contains the token; no longer recommended (RFC 9700).
        case implicit
        /// The user's name and password are exchanged for a token.
        case password
        /// The token belongs to the app itself.
        case clientCredentials
        /// The user signs in on the server's page.
        case authorizationCode
        /// The user signs in on another device (RFC 8628).
        case deviceAuthorization
    }

    /// The kind of flow.
    package let kind: Kind

    /// The page on which the user signs in; `nil` when the flow has none.
    public let authorizationURL: URL?

    /// The token endpoint; `nil` when the flow has none.
    package let tokenURL: URL?

    /// The endpoint that renews tokens; `nil` when ``tokenURL`` renews them.
    package let refreshURL: URL?

    /// The endpoint that starts the flow of a device (RFC 8628); `nil` when the flow has none.
    package let deviceAuthorizationURL: URL?

    /// The names of the scopes.
    public let scopes: [String]

    /// Creates a flow; a string that is not a URL counts as absent.
    @_spi(Generated)
    public init(
        _ kind: Kind,
        authorizationURL: String? = nil,
        tokenURL: String? = nil,
        refreshURL: String? = nil,
        deviceAuthorizationURL: String? = nil,
        scopes: [String] = []
    ) {
        self.kind = kind
        self.authorizationURL = authorizationURL.flatMap { URL(string: $0) }
        self.tokenURL = tokenURL.flatMap { URL(string: $0) }
        self.refreshURL = refreshURL.flatMap { URL(string: $0) }
        self.deviceAuthorizationURL = deviceAuthorizationURL.flatMap { URL(string: $0) }
        self.scopes = scopes
    }

    /// Returns a client of the token endpoint, which also renews tokens; `nil` when the flow has none.
    ///
    /// - Parameters:
    ///   - clientID: The identifier of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one.
    ///   - configuration: The transport, timeout and clock.
    /// - Returns: The client, or `nil`.
    public func client(
        clientID: String,
        secret: String? = nil,
        configuration: ClientConfiguration
    ) -> OAuthClient? {
        tokenURL.map { url in
            OAuthClient(
                tokenURL: url,
                refreshURL: refreshURL,
                deviceAuthorizationURL: deviceAuthorizationURL,
                clientID: clientID,
                secret: secret,
                configuration: configuration
            )
        }
    }

    /// Returns a client of the token endpoint with a transport and default settings; `nil` when the flow has none.
    ///
    /// - Parameters:
    ///   - clientID: The identifier of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one.
    ///   - transport: The transport that sends the requests.
    /// - Returns: The client, or `nil`.
    public func client(clientID: String, secret: String? = nil, transport: any HTTPTransport) -> OAuthClient? {
        client(clientID: clientID, secret: secret, configuration: ClientConfiguration(transport: transport))
    }
}
