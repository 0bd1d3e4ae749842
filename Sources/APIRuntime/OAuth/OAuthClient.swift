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
/// For tokens of the app itself, use ``ClientCredentialsSource``; for sign-in in a browser, ``AuthorizationRequest``; for
/// sign-in on another device, ``deviceAuthorization(scopes:)``.
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

    /// The URLs of the requests, which are sent with their own paths and queries (RFC 6749, section 3.2).
    private let endpoints: [ServerRole: URL]
    private let secret: String?
    private let authentication: Authentication
    private let parameters: [String: String]
    private let sender: OperationSender
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    /// Whether the connections to the token endpoint protect the secrets: `https`, or loopback.
    private let isPrivate: Bool
    /// Whether the connection to the endpoint for devices does; `nil` without one.
    private let isDevicePrivate: Bool?

    /// Returns a stable name for the tokens of the app itself: those of another server or app, or with other scopes or
    /// parameters, have another name.
    func partition(scopes: [String]) -> String {
        let parameters = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let tokenURL = endpoints[.main]?.absoluteString ?? ""
        let text = ([tokenURL, clientID] + scopes.sorted() + parameters).joined(separator: "\n")
        return "app-\(SHA256Digest.hex(of: text.utf8).prefix(32))"
    }

    /// Creates a client of a token endpoint.
    ///
    /// - Parameters:
    ///   - tokenURL: The token endpoint; `https`, except on loopback. With any other URL every call fails with
    ///     `insecure_token_url`, and nothing is sent.
    ///   - refreshURL: The endpoint that renews tokens, under the same rule; `nil` when the token endpoint renews them.
    ///   - deviceAuthorizationURL: The endpoint that starts a sign-in on another device; `nil` for none. With a URL that
    ///     is not `https`, only ``deviceAuthorization(scopes:)`` fails.
    ///   - clientID: The identifier of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one, which sends its identifier in the body.
    ///   - authentication: The location of identifier and secret.
    ///   - parameters: Further parameters of every request, such as `audience` or `resource`.
    ///   - configuration: The transport, timeout and clock. Nothing is cached, and a request is sent again only if it
    ///     never left the device.
    public init(
        tokenURL: URL,
        refreshURL: URL? = nil,
        deviceAuthorizationURL: URL? = nil,
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
        clock = configuration.clock
        var endpoints: [ServerRole: URL] = [.main: tokenURL, Self.refreshing: refreshURL ?? tokenURL]
        isPrivate = endpoints.values.allSatisfy(Self.isPrivate)
        isDevicePrivate = deviceAuthorizationURL.map(Self.isPrivate)
        endpoints[Self.starting] = deviceAuthorizationURL
        self.endpoints = endpoints
        sender = OperationSender(servers: endpoints, credentials: [:], configuration: configuration)
    }

    /// Creates a client of a token endpoint with a transport and default settings.
    ///
    /// - Parameters:
    ///   - tokenURL: The token endpoint; see
    ///     ``init(tokenURL:refreshURL:deviceAuthorizationURL:clientID:secret:authentication:parameters:configuration:)``.
    ///   - refreshURL: The endpoint that renews tokens; `nil` when the token endpoint renews them.
    ///   - deviceAuthorizationURL: The endpoint that starts a sign-in on another device; `nil` for none.
    ///   - clientID: The identifier of the app at the server.
    ///   - secret: The app's secret; `nil` for an app that cannot keep one.
    ///   - authentication: The location of identifier and secret.
    ///   - parameters: Further parameters of every request, such as `audience` or `resource`.
    ///   - transport: The transport that sends the requests.
    public init(
        tokenURL: URL,
        refreshURL: URL? = nil,
        deviceAuthorizationURL: URL? = nil,
        clientID: String,
        secret: String? = nil,
        authentication: Authentication = .basic,
        parameters: [String: String] = [:],
        transport: any HTTPTransport
    ) {
        self.init(
            tokenURL: tokenURL,
            refreshURL: refreshURL,
            deviceAuthorizationURL: deviceAuthorizationURL,
            clientID: clientID,
            secret: secret,
            authentication: authentication,
            parameters: parameters,
            configuration: ClientConfiguration(transport: transport)
        )
    }

    private static let refreshing = ServerRole("refresh")
    private static let starting = ServerRole("device")

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

    /// Starts a sign-in on another device, for devices without a browser or a keyboard (RFC 8628).
    ///
    /// ```swift
    /// let device = try await oauth.deviceAuthorization()
    /// show("Enter \(device.userCode) at \(device.verificationURL)")
    /// let token = try await oauth.token(of: device)
    /// ```
    ///
    /// - Parameter scopes: The scopes that the token is to allow; an empty array uses the server's default.
    /// - Returns: The code to show to the user, and the page on which the user enters it.
    /// - Throws: ``OAuthFailure`` if the server returns no code or cannot be reached; with the code
    ///   `no_device_authorization_url` when the client was created without this endpoint.
    public func deviceAuthorization(scopes: [String] = []) async throws(OAuthFailure) -> DeviceAuthorization {
        guard let isDevicePrivate else { throw OAuthFailure("no_device_authorization_url") }
        guard isDevicePrivate else { throw OAuthFailure("insecure_token_url") }
        let response = try await receive(call("device", [:], scopes, to: Self.starting))
        guard let authorization = DeviceAuthorization(response, at: now()) else { throw OAuthFailure(response) }
        return authorization
    }

    /// Waits until the user has signed in on another device, and returns the token.
    ///
    /// Sends a request to the token endpoint in the interval that the server requests, and less often when the server asks
    /// for that, is overloaded or cannot be reached. To stop waiting, cancel the task.
    ///
    /// - Parameter authorization: The sign-in, from ``deviceAuthorization(scopes:)``.
    /// - Returns: The token.
    /// - Throws: ``OAuthFailure``; with the code `access_denied` when the user declines, and `expired_token` when the
    ///   server allows no further request before ``DeviceAuthorization/expiresAt``.
    public func token(of authorization: DeviceAuthorization) async throws(OAuthFailure) -> OAuthToken {
        var polling = DevicePolling(authorization)
        while true {
            guard let wait = polling.wait(at: now()) else { throw OAuthFailure("expired_token") }
            guard (try? await clock.sleep(for: wait)) != nil else { throw OAuthFailure(.cancelled) }
            let failure: OAuthFailure
            var asked: Duration?
            do {
                // The polling repeats lost requests itself, at longer intervals.
                let response = try await receive(
                    call("token", ["grant_type": DevicePolling.grant, "device_code": authorization.deviceCode], []),
                    CallOptions(retry: .never)
                )
                if let token = OAuthTokenResponse(response) { return try token.token(at: now()) }
                failure = OAuthFailure(response)
                asked = response.headers[.retryAfter].flatMap { RetryAfter.delay(from: $0, now: now()) }
            } catch {
                failure = error
            }
            guard polling.continues(after: failure, asked) else { throw failure }
        }
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
        var members = members
        members["grant_type"] = grant
        let response = try await receive(
            call("token", members, scopes, to: grant == "refresh_token" ? Self.refreshing : .main)
        )
        // Some servers report an error with a status of success.
        guard let token = OAuthTokenResponse(response) else { throw OAuthFailure(response) }
        return try token.token(at: now())
    }

    private func receive(
        _ call: OperationCall,
        _ options: CallOptions = CallOptions()
    ) async throws(OAuthFailure) -> RawResponse {
        guard isPrivate else { throw OAuthFailure("insecure_token_url") }
        var options = options
        // The base URL of a server has neither a query nor a trailing slash.
        options.following = endpoints[call.server]
        do {
            return try await sender.receive(call, options)
        } catch {
            throw OAuthFailure(error)
        }
    }

    private func call(
        _ name: StaticString,
        _ members: [String: String],
        _ scopes: [String],
        to server: ServerRole = .main
    ) -> OperationCall {
        var call = OperationCall(name, .post, "", server: server)
        var form = parameters.merging(members) { $1 }
        if !scopes.isEmpty { form["scope"] = scopes.joined(separator: " ") }
        // The request that starts a sign-in on a device states the client's identifier in any case.
        if server == Self.starting { form["client_id"] = clientID }
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

extension JSONValue {
    /// Returns a member with a number of seconds, rounded down, which some servers write as a string.
    func seconds(_ name: String) -> Int? {
        let text = self[name].flatMap { $0.string ?? $0.number?.description }
        return text.flatMap { Double($0) }.flatMap { Int(exactly: $0.rounded(.down)) }
    }
}

/// The response of a token endpoint.
private struct OAuthTokenResponse {
    let access: String
    let refresh: String?
    let life: Int?
    /// The kind of the token; `nil` if the server does not name it.
    let type: String?
    let status: Int

    /// Creates a token response from a raw one; `nil` when it is no success, or has no access token.
    init?(_ response: RawResponse) {
        guard response.isSuccess, let value: JSONValue = try? response.json(),
            let access = value["access_token"]?.string, !access.isEmpty
        else { return nil }
        self.access = access
        refresh = value["refresh_token"]?.string
        life = value.seconds("expires_in")
        type = value["token_type"]?.string
        status = response.status
    }

    /// Returns the token.
    ///
    /// A token of another type must not be used like a bearer token, which anybody can use who sees it (RFC 6749,
    /// section 7.1). Some servers omit the type.
    ///
    /// - Throws: ``OAuthFailure`` with the code `unsupported_token_type` for a token of another type.
    func token(at now: Date) throws(OAuthFailure) -> OAuthToken {
        guard type == nil || type?.lowercased() == "bearer" else {
            throw OAuthFailure("unsupported_token_type", status: status)
        }
        return OAuthToken(accessToken: access, refreshToken: refresh, expiresIn: life, now: now)
    }
}
