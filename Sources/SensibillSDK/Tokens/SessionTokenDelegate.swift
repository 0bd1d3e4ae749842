public import APIRuntime
internal import Foundation

/// A token delegate that signs a user in and keeps the session by itself.
///
/// Retain it: a provider holds its delegate weakly.
///
/// ```swift
/// let delegate = SessionTokenDelegate.jwt(cacheIdentifier: "ada", clientID: "bank", provider: client) {
///     try await backend.signedToken()
/// }
/// client.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
/// ```
@MainActor
public final class SessionTokenDelegate: UserAccessTokenDelegate {
    /// Signs the user in.
    public typealias Login = @Sendable () async throws -> OAuthToken

    /// The user whose tokens it has.
    public let cacheIdentifier: String

    private let session: TokenSession
    private let login: Login
    private var current: (token: String, expiresAt: Date?)?
    private var renewal: Task<Void, any Error>?

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user whose tokens it has.
    ///   - store: Where tokens are kept between runs of the app.
    ///   - refresher: Renews a token that has a refresh token.
    ///   - login: Signs the user in, when there is no token or it cannot be renewed.
    public init(
        cacheIdentifier: String,
        store: any TokenStore = MemoryTokenStore(),
        refresher: TokenRefresher = TokenRefresher { $0 },
        login: @escaping Login
    ) {
        self.cacheIdentifier = cacheIdentifier
        self.login = login
        session = TokenSession(store: store, refresher: refresher, partition: cacheIdentifier)
    }

    /// The user's token; `nil` before the first sign-in, after its end, and for another user.
    public func currentAccessToken(for cacheIdentifier: String) -> String? {
        guard cacheIdentifier == self.cacheIdentifier, let current else { return nil }
        if let end = current.expiresAt, end <= Date() { return nil }
        return current.token
    }

    /// Renews the token, or signs the user in; calls at the same time share one renewal.
    public func updateToken(for cacheIdentifier: String, completion: @escaping ((any Error)?) -> Void) {
        guard cacheIdentifier == self.cacheIdentifier else { return completion(SensibillSDK.IdentityError.otherUser) }
        Task {
            do {
                try await update()
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }

    /// Renews the token, or signs the user in.
    ///
    /// - Throws: What the sign-in throws.
    public func update() async throws {
        let running = renewal ?? Task { try await renew() }
        renewal = running
        defer { if renewal == running { renewal = nil } }
        try await running.value
    }

    /// Takes a token of an earlier run over from the store, or signs the user in when there is none.
    public func prepare() async throws {
        if let stored = try await session.current(), stored.partition == cacheIdentifier { take(stored.token) }
        if currentAccessToken(for: cacheIdentifier) == nil { try await update() }
    }

    /// Forgets the token, also in the store.
    public func signOut() async throws {
        current = nil
        try await session.signOut()
    }

    private func renew() async throws {
        if let stored = try await session.current(), stored.partition == cacheIdentifier,
            stored.token.refreshToken != nil, await refresh()
        {
            return
        }
        let token = try await login()
        guard !token.accessToken.isEmpty else { throw SensibillSDK.IdentityError.noToken }
        try await session.signIn(token, partition: cacheIdentifier)
        take(token)
    }

    /// Renews by the refresh token; `false` when only a sign-in helps.
    private func refresh() async -> Bool {
        guard (try? await session.refresh()) != nil, let renewed = try? await session.current() else { return false }
        take(renewed.token)
        return true
    }

    private func take(_ token: OAuthToken) {
        current = (token.accessToken, token.expiresAt)
    }
}
