public import APIRuntime
public import Foundation

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

    /// The token, which calls read without waiting for the main actor.
    nonisolated let token: SessionToken

    private let session: TokenSession
    private let login: Login
    private var renewal: Task<Void, any Error>?
    /// Whether the store may have a token that could not be read.
    private var mayHaveStoredToken = false

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user that the tokens belong to.
    ///   - store: The store that keeps tokens between launches of the app.
    ///   - refresher: The refresher of tokens that have a refresh token.
    ///   - now: Returns the device's time, with which the expiry of tokens is compared.
    ///   - login: A closure that signs the user in if there is no token or it cannot be renewed.
    public init(
        cacheIdentifier: String,
        store: any TokenStore = MemoryTokenStore(),
        refresher: TokenRefresher = TokenRefresher { $0 },
        now: @escaping @Sendable () -> Date = { Date() },
        login: @escaping Login
    ) {
        self.cacheIdentifier = cacheIdentifier
        self.login = login
        token = SessionToken(owner: cacheIdentifier, now: now)
        session = TokenSession(store: store, refresher: refresher, partition: cacheIdentifier, now: now)
    }

    /// Returns the user's token; `nil` before the first sign-in, after the token has expired, and for another user.
    public func currentAccessToken(for cacheIdentifier: String) -> String? {
        token.value(for: cacheIdentifier)
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
    ///
    /// If the store cannot be read, as before the first unlocking of the device, the next renewal reads it again.
    ///
    /// - Throws: An error of the token store.
    func restore() async throws {
        mayHaveStoredToken = true
        let stored = try await session.current()
        mayHaveStoredToken = false
        if let stored, stored.partition == cacheIdentifier { token.take(stored.token, isIssued: false) }
    }

    /// Ends the use of the delegate: a token that arrives later is dropped.
    nonisolated func end() {
        token.end()
        Task { @MainActor in renewal?.cancel() }
    }

    /// Removes the token, also from the store.
    ///
    /// - Throws: An error of the token store.
    public nonisolated func signOut() async throws {
        token.remove()
        try await session.signOut()
    }

    private func renew() async throws {
        guard !token.hasEnded else { throw CancellationError() }
        if mayHaveStoredToken {
            try await restore()
            if currentAccessToken(for: cacheIdentifier) != nil { return }
        }
        let removals = token.removals
        if let stored = try await session.current(), stored.partition == cacheIdentifier,
            stored.token.refreshToken != nil, await refresh()
        {
            return
        }
        let issued = try await login()
        guard !issued.accessToken.isEmpty else { throw SensibillSDK.IdentityError.noToken }
        guard !token.hasEnded, token.removals == removals else { throw CancellationError() }
        do {
            try await session.signIn(issued, partition: cacheIdentifier)
        } catch {
            guard token.removals != removals else { throw error }
            // A sign-out has ended the sign-in; another one removes what the sign-in may have stored since.
            try await session.signOut()
            throw CancellationError()
        }
        guard token.removals == removals else {
            try await session.signOut()
            throw CancellationError()
        }
        token.take(issued, isIssued: true)
    }

    /// Renews the token with the refresh token; `false` if a sign-in is required.
    private func refresh() async -> Bool {
        guard (try? await session.refresh()) != nil, let renewed = try? await session.current() else { return false }
        token.take(renewed.token, isIssued: true)
        return true
    }
}
