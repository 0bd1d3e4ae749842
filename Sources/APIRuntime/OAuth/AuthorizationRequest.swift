#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A sign-in in a browser: the URL to open, and the check of the redirect (RFC 6749, RFC 7636, RFC 9207).
///
/// ```swift
/// let request = AuthorizationRequest(page: page, clientID: "app", redirectURL: callback)
/// open(request.url)
/// // The browser redirects to the app with a URL:
/// let token = try await oauth.token(code: request.code(from: url), of: request)
/// ```
///
/// Keep the request until the browser redirects to the app; a new sign-in needs a new request.
public struct AuthorizationRequest: Sendable, RedactedReflectable {
    /// The reason why the redirect contains no code.
    public struct Refusal: Error, Hashable, Sendable {
        /// The error code of the server, such as `access_denied`; `wrong_state` when the redirect does not belong to
        /// this request, `wrong_issuer` when it is from another server, `unreadable_error` when its error is not a code,
        /// `no_code` when it contains neither a code nor an error.
        public let code: String

        /// Creates a refusal with a code.
        public init(code: String) {
            self.code = code
        }
    }

    /// The page to open in the browser.
    public let url: URL

    /// The URL to which the browser redirects.
    public let redirectURL: URL

    /// The secret that proves that the code's owner made this request; it is never part of ``url``.
    let verifier: String

    private let state: String
    private let issuer: String?

    /// Creates a request with a new state and a new secret.
    ///
    /// - Parameters:
    ///   - page: The server's authorization endpoint; its existing query is kept.
    ///   - clientID: The identifier of the app at the server.
    ///   - redirectURL: The URL to which the browser redirects, as registered at the server.
    ///   - scopes: The scopes that the token is to allow.
    ///   - parameters: Further query parameters, such as `login_hint`.
    ///   - issuer: The server's issuer identifier, for a server that adds it to its redirects (RFC 9207); if set, a redirect
    ///     that names another issuer or none is refused.
    public init(
        page: URL,
        clientID: String,
        redirectURL: URL,
        scopes: [String] = [],
        parameters: [String: String] = [:],
        issuer: String? = nil
    ) {
        let bytes = { (0..<32).map { _ in UInt8.random(in: .min ... .max) } }
        self.init(
            page: page,
            clientID: clientID,
            redirectURL: redirectURL,
            scopes: scopes,
            parameters: parameters,
            issuer: issuer,
            verifier: Data(bytes()).base64URL,
            state: Data(bytes()).base64URL
        )
    }

    init(
        page: URL,
        clientID: String,
        redirectURL: URL,
        scopes: [String],
        parameters: [String: String],
        issuer: String?,
        verifier: String,
        state: String
    ) {
        self.redirectURL = redirectURL
        self.issuer = issuer
        self.verifier = verifier
        self.state = state
        var members = parameters
        members["response_type"] = "code"
        members["client_id"] = clientID
        members["redirect_uri"] = redirectURL.absoluteString
        members["state"] = state
        members["code_challenge"] = Data(SHA256Digest.bytes(of: verifier.utf8)).base64URL
        members["code_challenge_method"] = "S256"
        if !scopes.isEmpty { members["scope"] = scopes.joined(separator: " ") }
        var parts = URLComponents(url: page, resolvingAgainstBaseURL: true) ?? URLComponents()
        let added = members.sorted { $0.key < $1.key }.map { "\($0.key.percentEncoded())=\($0.value.percentEncoded())" }
        let former = parts.percentEncodedQuery.map { [$0] } ?? []
        parts.percentEncodedQuery = (former + added).joined(separator: "&")
        url = parts.url ?? page
    }

    /// Returns the code in the URL to which the browser redirected.
    ///
    /// - Throws: ``Refusal`` if the URL does not belong to this request, contains an error or has no code.
    public func code(from url: URL) throws(Refusal) -> String {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        // The state is compared first: a forged redirect must not even choose the error.
        guard values["state"] == state else { throw Refusal(code: "wrong_state") }
        if let issuer, values["iss"] != issuer { throw Refusal(code: "wrong_issuer") }
        if let error = values["error"] { throw Refusal(code: OAuthFailure.isCode(error) ? error : "unreadable_error") }
        guard let code = values["code"], !code.isEmpty else { throw Refusal(code: "no_code") }
        return code
    }
}

extension Data {
    /// The bytes in the URL-safe Base64 alphabet, without padding (RFC 4648, section 5).
    fileprivate var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

extension AuthorizationRequest.Refusal: LocalizedError, CustomStringConvertible {
    /// The code.
    public var description: String { "AuthorizationRequest.Refusal: \(code)" }

    /// The reason, in one sentence, and a remedy if there is one.
    public var errorDescription: String? {
        switch code {
        case "access_denied": "The user or the server denied the sign-in."
        case "wrong_state": "The redirect does not belong to this sign-in. Start the sign-in again."
        case "wrong_issuer": "The redirect is from another server than the sign-in. Start the sign-in again."
        case "no_code": "The redirect contains neither a code nor an error."
        case "unreadable_error": "The redirect contains an error that cannot be read."
        default: "The server refused the sign-in (\(code))."
        }
    }
}
