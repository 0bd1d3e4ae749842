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
    /// Whether a token is renewed with its refresh token before the user signs in again.
    private let renews: Bool
    private let login: Login
    /// The renewal that concurrent calls share, with the number of removals of the token when it began.
    private var renewal: (task: Task<Void, any Error>, removals: Int)?
    /// The latest sign-in, so that sign-ins are stored one at a time.
    private var signIn: Task<Void, any Error>?
    /// The latest sign-out, for which a later renewal waits.
    private nonisolated let signOutTask = LockedState<Task<Void, any Error>?>(nil)
    /// Whether the store may have a token that could not be read.
    private var mayHaveStoredToken = false

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The user that the tokens belong to.
    ///   - store: The store that keeps tokens between launches of the app.
    ///   - refresher: The refresher of tokens that have a refresh token; `nil` signs in again instead.
    ///   - now: Returns the device's time, with which the expiry of tokens is compared.
    ///   - login: A closure that signs the user in if there is no token or it cannot be renewed.
    public init(
        cacheIdentifier: String,
        store: any TokenStore = MemoryTokenStore(),
        refresher: TokenRefresher? = nil,
        now: @escaping @Sendable () -> Date = { Date() },
        login: @escaping Login
    ) {
        self.cacheIdentifier = cacheIdentifier
        self.login = login
        token = SessionToken(owner: cacheIdentifier, now: now)
        renews = refresher != nil
        session = TokenSession(
            store: store,
            refresher: refresher ?? TokenRefresher { $0 },
            partition: cacheIdentifier,
            now: now
        )
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
        try await update(after: token.removals)
    }

    private func update(after removals: Int, mayBeLate: Bool = true) async throws {
        // A call from before a sign-out must not end a renewal from after it.
        try checkRemovals(removals)
        let task: Task<Void, any Error>
        let number = token.number
        var isShared = false
        if let renewal, renewal.removals == removals {
            task = renewal.task
            isShared = true
        } else {
            // A sign-out has ended the former renewal.
            renewal?.task.cancel()
            task = Task { try await renew(after: removals) }
            renewal = (task, removals)
        }
        defer { if renewal?.task == task { renewal = nil } }
        try await task.value
        // The renewal had already issued its token, which the service has refused since.
        if isShared, mayBeLate, token.isRefused, token.number == number {
            renewal = renewal?.task == task ? nil : renewal
            try await update(after: removals, mayBeLate: false)
        }
    }

    /// Restores a token of an earlier launch from the store, or signs the user in if the store has none.
    ///
    /// - Throws: The error of the sign-in, or an error of the token store.
    public func prepare() async throws {
        let removals = token.removals
        try await restore()
        if currentAccessToken(for: cacheIdentifier) == nil { try await update(after: removals) }
    }

    /// Restores a token of an earlier launch from the store, if the store has one.
    ///
    /// If the store cannot be read, as before the first unlocking of the device, the next renewal reads it again.
    ///
    /// - Throws: An error of the token store.
    func restore() async throws {
        let removals = token.removals
        mayHaveStoredToken = true
        await waitForSignOut()
        let stored = try await session.current()
        mayHaveStoredToken = false
        if let stored, stored.partition == cacheIdentifier {
            token.take(stored.token, isIssued: false, after: removals)
        }
    }

    /// Ends the use of the delegate: a token that arrives later is dropped.
    nonisolated func end() {
        token.end()
        Task { @MainActor in renewal?.task.cancel() }
    }

    /// Removes the token, also from the store unless that has the token of another user.
    ///
    /// - Throws: An error of the token store.
    public nonisolated func signOut() async throws {
        let task = signOutTask.withLock { latest in
            // A renewal that begins after the removal waits for the task.
            token.remove()
            let task = Task { [session, cacheIdentifier, former = latest] in
                _ = await former?.result
                let stored = try? await session.current()
                guard stored.map({ $0.partition == cacheIdentifier }) ?? true else { return }
                try await session.signOut()
            }
            latest = task
            return task
        }
        try await task.value
    }

    /// Waits until the latest sign-out and the latest sign-in have changed the store.
    private func waitForSignOut() async {
        _ = await signOutTask.withLock { $0 }?.result
        _ = await signIn?.result
    }

    /// Renews the token or signs the user in.
    ///
    /// - Parameter removals: The number of removals of the token when the renewal was requested.
    /// - Throws: `CancellationError` after a sign-out or the end of the delegate; else the error of the sign-in or of the
    ///   token store.
    private func renew(after removals: Int) async throws {
        await waitForSignOut()
        try checkRemovals(removals)
        if mayHaveStoredToken {
            try await restore()
            if currentAccessToken(for: cacheIdentifier) != nil { return }
        }
        if renews, let stored = try await session.current(), stored.partition == cacheIdentifier,
            stored.token.refreshToken != nil, await refresh(after: removals)
        {
            return try checkRemovals(removals)
        }
        try checkRemovals(removals)
        try Task.checkCancellation()
        let issued = try await login()
        guard !issued.accessToken.isEmpty else { throw SensibillSDK.IdentityError.noToken }
        let task = Task { [former = signIn] in
            _ = await former?.result
            try await store(issued, after: removals)
        }
        signIn = task
        try await task.value
    }

    /// Checks that neither a sign-out nor the end of the delegate has ended a renewal.
    private func checkRemovals(_ removals: Int) throws {
        guard !token.hasEnded, token.removals == removals else { throw CancellationError() }
    }

    /// Stores the token of a sign-in, which calls use afterwards.
    ///
    /// - Throws: `CancellationError` after a sign-out, which leaves nothing stored; else the error of the token store.
    private func store(_ issued: OAuthToken, after removals: Int) async throws {
        try checkRemovals(removals)
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
        token.take(issued, isIssued: true, after: removals)
    }

    /// Renews the token with the refresh token; `false` if a sign-in is required.
    private func refresh(after removals: Int) async -> Bool {
        guard (try? await session.refresh()) != nil, let renewed = try? await session.current() else { return false }
        token.take(renewed.token, isIssued: true, after: removals)
        return true
    }
}
