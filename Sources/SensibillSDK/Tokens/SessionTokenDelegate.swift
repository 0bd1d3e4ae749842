public import APIRuntime
internal import Foundation

/// A token delegate that signs a user in and maintains the session.
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
    /// A closure that signs the user in.
    public typealias Login = @Sendable () async throws -> OAuthToken

    /// The user that the tokens belong to.
    public let cacheIdentifier: String

    private let session: TokenSession
    private let login: Login
    private var current: (token: String, expiresAt: Date?)?
    private var renewal: Task<Void, any Error>?
    private var hasEnded = false

    /// A closure that is called for each new token.
    var onNewToken: (@Sendable () -> Void)?

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user that the tokens belong to.
    ///   - store: The store that keeps tokens between launches of the app.
    ///   - refresher: The refresher of tokens that have a refresh token.
    ///   - login: A closure that signs the user in if there is no token or it cannot be renewed.
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

    /// Returns the user's token; `nil` before the first sign-in, after the token has expired, and for another user.
    public func currentAccessToken(for cacheIdentifier: String) -> String? {
        guard cacheIdentifier == self.cacheIdentifier, let current else { return nil }
        if let end = current.expiresAt, end <= Date() { return nil }
        return current.token
    }

    /// Renews the token or signs the user in; concurrent calls share one renewal.
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

    /// Renews the token or signs the user in.
    ///
    /// - Throws: The error of the sign-in, or an error of the token store.
    public func update() async throws {
        let running = renewal ?? Task { try await renew() }
        renewal = running
        defer { if renewal == running { renewal = nil } }
        try await running.value
    }

    /// Restores a token of an earlier launch from the store, or signs the user in if the store has none.
    ///
    /// - Throws: The error of the sign-in, or an error of the token store.
    public func prepare() async throws {
        try await restore()
        if currentAccessToken(for: cacheIdentifier) == nil { try await update() }
    }

    /// Restores a token of an earlier launch from the store, if the store has one.
    func restore() async throws {
        if let stored = try await session.current(), stored.partition == cacheIdentifier { take(stored.token) }
    }

    /// Ends the use of the delegate: a token that arrives later is dropped.
    func end() {
        hasEnded = true
        onNewToken = nil
        renewal?.cancel()
    }

    /// Removes the token, also from the store.
    ///
    /// - Throws: An error of the token store.
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
        guard !hasEnded else { throw CancellationError() }
        try await session.signIn(token, partition: cacheIdentifier)
        take(token)
    }

    /// Renews the token with the refresh token; `false` if a sign-in is required.
    private func refresh() async -> Bool {
        guard (try? await session.refresh()) != nil, let renewed = try? await session.current() else { return false }
        take(renewed.token)
        return true
    }

    private func take(_ token: OAuthToken) {
        current = (token.accessToken, token.expiresAt)
        onNewToken?()
    }
}
