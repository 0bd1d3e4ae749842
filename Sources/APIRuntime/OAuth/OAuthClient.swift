#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes

/// A client of the token endpoint of an OAuth 2.0 server (RFC 6749).
///
/// ```swift
/// let oauth = OAuthClient(tokenURL: url, clientID: "app", transport: .urlSession)
/// let session = TokenSession(store: store, refresher: oauth.refresher())
/// try await session.signIn(oauth.token(user: name, password: password))
/// ```
///
/// For tokens of the app itself, use ``ClientCredentialsSource``; for sign-in in a browser, ``AuthorizationRequest``.
public struct OAuthClient: Sendable {
    /// The location of the client's credentials in a request to the token endpoint.
    public enum Authentication: Hashable, Sendable {
        /// The header field `Authorization: Basic`, which every server supports.
        case basic
        /// The parameters `client_id` and `client_secret` in the body.
        case body
    }

    /// The identifier of the app at the server.
    public let clientID: String

    private let secret: String?
    private let authentication: Authentication
    private let parameters: [String: String]
    private let sender: OperationSender
    private let now: @Sendable () -> Date
    /// Whether the connections to both endpoints protect the secrets: `https`, or loopback.
    private let isPrivate: Bool

    /// Creates a client of a token endpoint.
    ///
    /// - Parameters:
    ///   - tokenURL: The token endpoint; `https`, except on loopback. With any other URL every call fails with
    ///     `insecure_token_url`, and nothing is sent.
    ///   - refreshURL: The endpoint that renews tokens, under the same rule; `nil` when the token endpoint renews them.
    ///   - clientID: The identifier of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one, which sends its identifier in the body.
    ///   - authentication: The location of identifier and secret.
    ///   - parameters: Further parameters of every request, such as `audience` or `resource`.
    ///   - configuration: The transport, timeout and clock. Nothing is cached, and a request is sent again only if it
    ///     never left the device.
    public init(
        tokenURL: URL,
        refreshURL: URL? = nil,
        clientID: String,
        secret: String? = nil,
        authentication: Authentication = .basic,
        parameters: [String: String] = [:],
        configuration: ClientConfiguration
    ) {
        self.clientID = clientID
        self.secret = secret
        self.authentication = authentication
        self.parameters = parameters
        var configuration = configuration
        configuration.cache = nil
        now = configuration.now
        isPrivate = [tokenURL, refreshURL ?? tokenURL].allSatisfy(Self.isPrivate)
        let servers: [ServerRole: URL] = [.main: tokenURL, Self.refreshing: refreshURL ?? tokenURL]
        sender = OperationSender(servers: servers, credentials: [:], configuration: configuration)
    }

    /// Creates a client of a token endpoint with a transport and default settings.
    ///
    /// - Parameters:
    ///   - tokenURL: The token endpoint; see
    ///     ``init(tokenURL:refreshURL:clientID:secret:authentication:parameters:configuration:)``.
    ///   - refreshURL: The endpoint that renews tokens; `nil` when the token endpoint renews them.
    ///   - clientID: The identifier of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one.
    ///   - authentication: The location of identifier and secret.
    ///   - parameters: Further parameters of every request, such as `audience` or `resource`.
    ///   - transport: The transport that sends the requests.
    public init(
        tokenURL: URL,
        refreshURL: URL? = nil,
        clientID: String,
        secret: String? = nil,
        authentication: Authentication = .basic,
        parameters: [String: String] = [:],
        transport: any HTTPTransport
    ) {
        self.init(
            tokenURL: tokenURL,
            refreshURL: refreshURL,
            clientID: clientID,
            secret: secret,
            authentication: authentication,
            parameters: parameters,
            configuration: ClientConfiguration(transport: transport)
        )
    }

    private static let refreshing = ServerRole("refresh")

    private static func isPrivate(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1"].contains(url.host?.lowercased() ?? "")
    }

    /// Exchanges a user's name and password for a token (grant `password`).
    ///
    /// - Throws: ``OAuthFailure`` if the server returns no token or cannot be reached.
    public func token(user: String, password: String, scopes: [String] = []) async throws(OAuthFailure) -> OAuthToken {
        try await token("password", ["username": user, "password": password], scopes)
    }

    /// Requests a token for the app itself (grant `client_credentials`).
    ///
    /// - Throws: ``OAuthFailure`` if the server returns no token or cannot be reached.
    public func clientToken(scopes: [String] = []) async throws(OAuthFailure) -> OAuthToken {
        try await token("client_credentials", [:], scopes)
    }

    /// Exchanges the code of a sign-in in a browser for a token (grant `authorization_code`).
    ///
    /// - Parameters:
    ///   - code: The code, from ``AuthorizationRequest/code(from:)``.
    ///   - request: The request whose page the browser opened.
    /// - Returns: The token.
    /// - Throws: ``OAuthFailure`` if the server returns no token or cannot be reached.
    public func token(code: String, of request: AuthorizationRequest) async throws(OAuthFailure) -> OAuthToken {
        let members = [
            "code": code,
            "redirect_uri": request.redirectURL.absoluteString,
            "code_verifier": request.verifier,
        ]
        return try await token("authorization_code", members, [])
    }

    /// Exchanges a refresh token for a new pair (grant `refresh_token`).
    ///
    /// - Throws: ``OAuthFailure``; with the code `invalid_grant` when the token will never work again or has no refresh
    ///   token.
    public func refreshed(_ token: OAuthToken, scopes: [String] = []) async throws(OAuthFailure) -> OAuthToken {
        guard let refreshToken = token.refreshToken else { throw OAuthFailure("invalid_grant") }
        return try await self.token("refresh_token", ["refresh_token": refreshToken], scopes)
    }

    /// Returns a refresher for the tokens of a session; only the server's `invalid_grant` signs the user out.
    public func refresher(scopes: [String] = []) -> TokenRefresher {
        TokenRefresher(isRejection: { ($0 as? OAuthFailure)?.code == "invalid_grant" }) { token in
            try await refreshed(token, scopes: scopes)
        }
    }

    /// Requests a token with any grant, such as one of an extension.
    ///
    /// - Parameters:
    ///   - grant: The value of `grant_type`.
    ///   - members: Further parameters of the request.
    ///   - scopes: The scopes that the token is to allow; an empty array uses the server's default.
    /// - Returns: The token.
    /// - Throws: ``OAuthFailure`` if the server returns no token or cannot be reached.
    public func token(
        _ grant: String,
        _ members: [String: String],
        _ scopes: [String]
    ) async throws(OAuthFailure) -> OAuthToken {
        guard isPrivate else { throw OAuthFailure("insecure_token_url") }
        let call = call(grant, members, scopes)
        let response: RawResponse
        do {
            response = try await sender.receive(call)
        } catch {
            throw OAuthFailure(error)
        }
        guard response.isSuccess else { throw OAuthFailure(response) }
        guard let token = OAuthTokenResponse(response) else {
            throw OAuthFailure("unreadable_response", status: response.status)
        }
        return token.token(at: now())
    }

    private func call(_ grant: String, _ members: [String: String], _ scopes: [String]) -> OperationCall {
        let server = grant == "refresh_token" ? Self.refreshing : .main
        var call = OperationCall("token", .post, "", server: server)
        var form = parameters.merging(members) { $1 }
        form["grant_type"] = grant
        if !scopes.isEmpty { form["scope"] = scopes.joined(separator: " ") }
        if let secret, authentication == .basic {
            // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
            let pair = "\(clientID.percentEncoded()):\(secret.percentEncoded())"
            call.setHeader("authorization", "Basic \(Data(pair.utf8).base64EncodedString())")
        } else {
            form["client_id"] = clientID
            form["client_secret"] = secret
        }
        call.form(
            JSONValue.object(
                JSONObject(form.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: .string($0.value)) })
            )
        )
        return call
    }
}

extension OAuthClient: RedactedReflectable {}

/// The response of a token endpoint.
private struct OAuthTokenResponse {
    let access: String
    let refresh: String?
    let life: Int?

    /// Creates a token response from a raw one; `nil` when it has no access token.
    init?(_ response: RawResponse) {
        guard let value: JSONValue = try? response.json(), let access = value["access_token"]?.string, !access.isEmpty
        else { return nil }
        self.access = access
        refresh = value["refresh_token"]?.string
        // Some servers write the number as a string.
        let text = value["expires_in"].flatMap { $0.string ?? $0.number?.description }
        life = text.flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded(.down)) }
    }

    func token(at now: Date) -> OAuthToken {
        OAuthToken(accessToken: access, refreshToken: refresh, expiresIn: life, now: now)
    }
}
