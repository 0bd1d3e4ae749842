/// The check of the credentials that the operations of a server require.
///
/// The server calls it before it reads the body of a request:
///
/// ```swift
/// let security = ServerSecurity.checked { credential, request in
///     guard case .bearer(let token) = credential.value, let user = users[token] else { return .refused }
///     return user.scopes.isSuperset(of: credential.scopes) ? .accepted(as: user) : .forbidden
/// }
/// Notes().addNotesRoutes(to: routes, security: security)
/// ```
public struct ServerSecurity: Sendable {
    /// A closure that checks one credential; if it throws, the request is not handled.
    public typealias Check = @Sendable (PresentedCredential, ServerRequest) async throws -> CredentialVerdict

    let check: Check?

    /// Returns a check of each credential of a request.
    ///
    /// A request is accepted if all credentials of one alternative are. A request without an accepted alternative
    /// results in status 403 if a credential is forbidden, and in status 401 with `WWW-Authenticate` in all other cases.
    /// A refused credential also results in status 401 if the operation allows requests without credentials.
    public static func checked(by check: @escaping Check) -> ServerSecurity { ServerSecurity(check: check) }

    /// No check, for a server behind a gateway that checks credentials, or with its own check.
    public static let unchecked = ServerSecurity(check: nil)
}

/// A credential of a request for one of the schemes that an operation requires.
public struct PresentedCredential: Sendable, CustomStringConvertible, CustomReflectable {
    /// The value of a credential.
    public enum Value: Sendable, Hashable {
        /// The token in `Authorization: Bearer`.
        case bearer(String)
        /// The user name and password in `Authorization: Basic`.
        case basic(user: String, password: String)
        /// The key in a header field, a query parameter or a cookie.
        case key(String)
        /// A scheme without a location in a request, such as `mutualTLS`.
        case other
    }

    /// The name of the scheme in the specification.
    public let scheme: String

    /// The scopes or roles that the operation requires.
    public let scopes: [String]

    /// The value.
    public let value: Value

    /// Creates a credential, for tests of checks.
    public init(scheme: String, scopes: [String] = [], value: Value) {
        self.scheme = scheme
        self.scopes = scopes
        self.value = value
    }

    /// The name of the scheme, without the value.
    public var description: String { "credential of the scheme \(scheme)" }

    /// A mirror without the value.
    public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}

/// The result of checking a credential.
public enum CredentialVerdict: Sendable {
    /// The credential is valid and sufficient; the principal is available to handlers.
    case accepted(as: (any Sendable)? = nil)
    /// The credential is unknown, expired or revoked: status 401.
    case refused
    /// The credential is valid, but does not permit the operation: status 403.
    case forbidden

    /// The credential is valid and sufficient.
    public static var accepted: CredentialVerdict { .accepted(as: nil) }
}

/// An accepted credential.
public struct AcceptedCredential: Sendable {
    /// The name of the scheme in the specification.
    public let scheme: String

    /// The principal that the check returned; `nil` if it returned none.
    public let principal: (any Sendable)?

    /// Creates an accepted credential, for tests of services.
    public init(scheme: String, principal: (any Sendable)? = nil) {
        self.scheme = scheme
        self.principal = principal
    }
}

extension AcceptedCredential: CustomStringConvertible, CustomReflectable {
    /// The name of the scheme, without the principal.
    public var description: String { "accepted credential of the scheme \(scheme)" }

    /// A mirror without the principal, which may contain the credential.
    public var customMirror: Mirror { Mirror(self, children: ["scheme": scheme]) }
}
