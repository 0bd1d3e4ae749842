public import Foundation

/// A sign-in in a browser: where to send it, and what to make of where it comes back (RFC 6749, RFC 7636, RFC 9207).
///
/// ```swift
/// let request = AuthorizationRequest(page: page, clientID: "app", redirectURL: callback)
/// open(request.url)
/// // The browser comes back to the app with a URL:
/// let token = try await oauth.token(code: request.code(from: url), of: request)
/// ```
///
/// Keep the request until the browser comes back; a new sign-in needs a new one.
public struct AuthorizationRequest: Sendable, RedactedReflectable {
    /// Why the browser brought no code.
    public struct Refusal: Error, Hashable, Sendable {
        /// Code of the server, such as `access_denied`; `wrong_state` when the response is not to this request,
        /// `wrong_issuer` when it is of another server, `no_code` when it holds nothing.
        public let code: String

        /// Creates a refusal.
        public init(code: String) {
            self.code = code
        }
    }

    /// Page to open in the browser.
    public let url: URL

    /// Where the browser comes back to.
    public let redirectURL: URL

    /// Secret that proves that the code's owner made this request; never leaves in ``url``.
    let verifier: String

    private let state: String
    private let issuer: String?

    /// Creates a request with a fresh state and a fresh secret.
    ///
    /// - Parameters:
    ///   - page: The server's authorization endpoint; its own query stays.
    ///   - clientID: Name of the app at the server.
    ///   - redirectURL: Where the browser comes back to, as the server knows it.
    ///   - scopes: What the token is to allow.
    ///   - parameters: Further members of the query, such as `login_hint`.
    ///   - issuer: The server's name; then a response that names another one is refused.
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

    /// The code in the URL that the browser came back with.
    ///
    /// - Throws: ``Refusal`` when it is not the response to this request, or says why there is no code.
    public func code(from url: URL) throws(Refusal) -> String {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        // Compared first: whoever sent the browser here must not even choose the error.
        guard values["state"] == state else { throw Refusal(code: "wrong_state") }
        if let issuer, let named = values["iss"], named != issuer { throw Refusal(code: "wrong_issuer") }
        if let error = values["error"] { throw Refusal(code: error) }
        guard let code = values["code"], !code.isEmpty else { throw Refusal(code: "no_code") }
        return code
    }
}

extension Data {
    /// The bytes in the alphabet for URLs, without padding (RFC 4648, section 5).
    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
