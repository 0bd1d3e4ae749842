public import APIRuntime
import AnybillAPI
import Foundation

/// The service account of a partner's or vendor's backend.
public struct AnybillServiceAccount: Hashable, Sendable {
    /// The name of the account.
    public var username: String

    /// The password of the account.
    public var password: String

    /// The client ID of the account.
    public var clientID: String

    /// The client secret, which only older accounts require; `nil` for none.
    public var clientSecret: String?

    /// The requested scopes, separated by spaces.
    public var scope: String

    /// Creates an account.
    public init(username: String, password: String, clientID: String, clientSecret: String? = nil, scope: String) {
        self.username = username
        self.password = password
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scope = scope
    }

    /// The scopes of the Partner Platform API.
    public static let partnerScope =
        "https://ad.anybill.de/partner-platform/user https://ad.anybill.de/partner-platform/bill offline_access"

    /// The scopes of the Vendor API.
    public static let vendorScope =
        "https://ad.anybill.de/vendor/bill https://ad.anybill.de/vendor/store offline_access"
}

extension AnybillServiceAccount: RedactedReflectable {}

/// A credential source for a backend, which refreshes the token, and signs in with the password again if the refresh is
/// rejected.
actor ServiceCredential: CredentialSource {
    private let account: AnybillServiceAccount
    private let identity: AnybillClient
    private let session: TokenSession
    private let now: @Sendable () -> Date
    private var signIn: Task<Void, any Error>?
    private var issued: AuthCredential?

    /// Creates a source; no request is sent before the first credential is needed.
    init(_ account: AnybillServiceAccount, identity: AnybillClient, now: @escaping @Sendable () -> Date) {
        self.account = account
        self.identity = identity
        self.now = now
        session = TokenSession(
            refresher: identity.serviceTokenRefresher(clientID: account.clientID, scope: account.scope),
            partition: "service-\(account.username)",
            now: now
        )
    }

    /// Returns the account's token, and requests or refreshes it if needed.
    ///
    /// - Throws: `AuthenticationError` if no token can be obtained.
    func credential() async throws(AuthenticationError) -> AuthCredential {
        do {
            return ofAccount(try await session.credential())
        } catch {
            guard error.code == .signedOut || error.code == .rejected else { throw error }
            try await signInOnce()
            return ofAccount(try await session.credential())
        }
    }

    /// Returns a new token after a 401 response.
    ///
    /// - Throws: `AuthenticationError` if no token can be obtained.
    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        let refused = issued.flatMap { $0.value == credential.value ? $0 : nil } ?? credential
        do {
            if let next = try await session.refused(refused) { return ofAccount(next) }
        } catch {
            guard error.code == .signedOut || error.code == .rejected else { throw error }
            try await signInOnce()
            return ofAccount(try await session.credential())
        }
        // To the session, a token from before a new sign-in with the password is that of another user.
        let current = try await self.credential()
        return current.value == credential.value ? nil : current
    }

    /// Returns a credential whose owner is the account, so that calls continue after a new sign-in with the password.
    private func ofAccount(_ credential: AuthCredential) -> AuthCredential {
        issued = credential
        return AuthCredential(value: credential.value, version: credential.version, partition: credential.partition)
    }

    /// Returns the name of the account.
    func partition() async -> String? { "service-\(account.username)" }

    /// Requests tokens with the password, once for all waiting callers.
    private func signInOnce() async throws(AuthenticationError) {
        let task = signIn ?? Task { try await buyTokens() }
        signIn = task
        defer { if signIn == task { signIn = nil } }
        do {
            try await task.value
        } catch let error as AuthenticationError {
            throw error
        } catch {
            let status = (error as? RequestTokenError)?.status
            let isRefusal = status.map { (400..<500).contains($0) } ?? false
            throw AuthenticationError(
                isRefusal ? .rejected : .unreachable,
                status: status,
                message: "The service account could not be signed in."
            )
        }
    }

    private func buyTokens() async throws {
        let response = try await identity.identity.requestToken(
            policy: .vendor,
            body: TokenRequest(
                grantType: .password,
                username: account.username,
                password: account.password,
                clientId: account.clientID,
                clientSecret: account.clientSecret,
                scope: account.scope,
                responseType: "token"
            )
        )
        let token = OAuthToken(
            accessToken: response.accessToken,
            refreshToken: response.refreshToken,
            expiresIn: response.expiresIn,
            now: now()
        )
        try await session.signIn(token)
    }
}
