public import Foundation

/// A user's session: keeps the token, renews it once for everybody who needs it, and says when it ends.
///
/// - Ten parallel 401s start one renewal; so does a token that is about to expire.
/// - The new pair is stored before anybody goes on with it. A cancelled task stops waiting; the renewal goes on.
/// - A refusal by the server signs the user out; a lost connection does not.
/// - A renewal that ends after a sign-out, or after another sign-in, is dropped.
/// - A server that refuses what it has just given ends no session and starts no loop: the caller gets the 401.
public actor TokenSession: CredentialSource {
    private let store: any TokenStore
    private let refresher: TokenRefresher
    private let defaultPartition: String
    private let now: @Sendable () -> Date
    private let onSignOut: @Sendable (String) async -> Void

    /// Caches of the clients that use the session, each once.
    private let caches = LockedState<[ObjectIdentifier: ResponseCache]>([:])
    // One who never listens holds at most these events.
    private let observers = Broadcast<SessionEvent>(keepingNewest: 32)

    private var state: RefreshState
    private var waiters = RefreshWaiters()
    private var signOuts = 0
    private var lastWrite: Task<Void, Never>?

    /// Creates a session over what the store holds.
    ///
    /// - Parameters:
    ///   - store: Keeps the token; read when the first credential is needed.
    ///   - refresher: Renews the token; must not send through this session.
    ///   - refreshAhead: Time before the end of a token at which it is renewed; at most half of its life is used.
    ///   - refreshLimit: How often it may renew before it stops for a while.
    ///   - partition: Owner's name for ``signIn(_:partition:)`` without one; the same for all users, so that a sign-in
    ///     deletes cached responses as a sign-out does.
    ///   - now: The device's time.
    ///   - onSignOut: Called with the partition whenever a session has ended, before observers hear of it; the place to
    ///     delete the data of the app. The caches of the clients are empty by then. It may use the session.
    public init(
        store: any TokenStore = MemoryTokenStore(),
        refresher: TokenRefresher,
        refreshAhead: Duration = .seconds(60),
        refreshLimit: RefreshLimit = RefreshLimit(),
        partition: String = "user",
        now: @escaping @Sendable () -> Date = { Date() },
        onSignOut: @escaping @Sendable (_ partition: String) async -> Void = { _ in }
    ) {
        self.store = store
        self.refresher = refresher
        self.defaultPartition = partition
        self.now = now
        self.onSignOut = onSignOut
        state = RefreshState(
            refreshAhead: refreshAhead,
            limit: refreshLimit,
            needsRefreshToken: refresher.needsRefreshToken
        )
    }

    /// Wipes the owner's part of a cache whenever the session ends; keeps the cache for as long as it lives itself.
    public nonisolated func evictAtSignOut(_ cache: ResponseCache) {
        caches.withLock { $0[cache.id] = cache }
    }

    /// What happens from now on; each use is a stream of its own, which ends with the session's last reference.
    ///
    /// A stream that is not read holds the newest 32 events.
    public nonisolated var events: AsyncStream<SessionEvent> {
        observers.stream()
    }

    /// Tells the session the server's time, such as the `Date` field of a response that has just come.
    ///
    /// Ends of tokens that are absolute times are compared with it, so a device whose clock is wrong renews in time.
    public func noteServerDate(_ date: Date) {
        state.noteServerDate(date, at: now())
    }

    /// Takes note of the server's clock, and of a token that works.
    ///
    /// One that has worked is renewed at once when it is refused later, however young it is.
    public func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {
        state.answered(credential, status: status)
        if let serverDate { noteServerDate(serverDate) }
    }

    /// Count of the tasks that wait for a renewal, for tests.
    var waiterCount: Int { waiters.count }

    /// Count of the streams of events in use, for tests.
    nonisolated var observerCount: Int { observers.count }
}

// MARK: - Credentials

extension TokenSession {
    /// The credential to send now, renewed when it is about to expire.
    ///
    /// - Throws: ``AuthenticationError`` with `.signedOut` when nobody is signed in; `.rejected` when the session has
    ///   just ended; `.unreachable`, `.storage` or `.tooManyRefreshes` when an expired token could not be renewed;
    ///   `.cancelled` when the task was.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        try await loadIfNeeded()
        guard let credential = try await take(state.needed(at: now()), refused: nil) else {
            throw AuthenticationError.signedOut
        }
        return credential
    }

    /// The credential to send again with after a 401.
    ///
    /// - Parameter credential: The one that the server refused.
    /// - Returns: A newer credential of the same user; `nil` when the token is of another user, cannot be renewed, or
    ///   has been renewed within the last 5 seconds and never worked: then the 401 is not about its age, and yet another
    ///   token would be refused as well. The session goes on, and a refusal later than that renews again.
    /// - Throws: ``AuthenticationError`` as ``credential()`` does.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        try await loadIfNeeded()
        return try await take(state.refused(credential, at: now()), refused: credential)
    }

    /// Renews the token now, or joins the renewal in progress; a token without a refresh token stays as it is.
    ///
    /// - Returns: The new credential.
    /// - Throws: ``AuthenticationError`` as ``credential()`` does, also when the old token is still good.
    @discardableResult
    public func refresh() async throws(AuthenticationError) -> AuthCredential {
        try await loadIfNeeded()
        guard let held = state.held else { throw .signedOut }
        return try await take(state.demanded(at: now()), refused: held.credential) ?? held.credential
    }

    /// The owner of the session; `nil` when nobody is signed in or the store cannot be read.
    ///
    /// Renews nothing.
    public func partition() async -> String? {
        try? await loadIfNeeded()
        return state.held?.partition
    }

    /// The token and its owner as they are; `nil` when nobody is signed in.
    ///
    /// Renews nothing.
    ///
    /// - Throws: ``AuthenticationError`` with `.storage` when the store cannot be read.
    public func current() async throws(AuthenticationError) -> StoredToken? {
        try await loadIfNeeded()
        return state.held.map { StoredToken(token: $0.token, partition: $0.partition) }
    }

    private func loadIfNeeded() async throws(AuthenticationError) {
        guard state.needsLoad else { return }
        let entry: StoredToken?
        do {
            entry = try await store.load()
        } catch {
            // Somebody may have signed in or out meanwhile: then the store's failure does not matter.
            if state.needsLoad { throw AuthenticationError.storage("read") }
            return
        }
        state.loaded(entry)
    }

    private func take(
        _ step: RefreshState.Step,
        refused: AuthCredential?
    ) async throws(AuthenticationError) -> AuthCredential? {
        switch step {
        case .send(let credential):
            return credential
        case .deliver:
            return nil
        case .fail(let failure):
            throw failure
        case .load:
            throw .signedOut
        case .refresh(let ticket):
            begin(ticket)
        case .join:
            break
        }
        let failure = await wait()
        return try state.settled(after: failure, refused: refused, at: now())
    }
}

// MARK: - Signing in and out

extension TokenSession {
    /// Begins the session of a user; the token is stored before it is used.
    ///
    /// Another user's session ends with it, as ``signOut()`` would end it.
    ///
    /// - Parameters:
    ///   - token: What the server gave.
    ///   - partition: Stable, secret-free name of the user; `nil` takes the one given to the session. It says nothing
    ///     about who this is, so that whatever is cached under it is deleted.
    /// - Throws: ``AuthenticationError`` with `.storage` when the token could not be stored, which changes nothing;
    ///   `.signedOut` when ``signOut()`` was called meanwhile.
    public func signIn(_ token: OAuthToken, partition: String? = nil) async throws(AuthenticationError) {
        let entry = StoredToken(token: token, partition: partition ?? defaultPartition)
        let signOutsBefore = signOuts
        let written = await write { [store] in
            try await store.save(entry)
            if partition == nil { await self.clearCaches(of: entry.partition) }
            return await self.adopt(entry, signOutsBefore: signOutsBefore)
        }
        guard let written else { throw .storage("written") }
        guard let events = written else { throw .signedOut }
        // The former user may have had calls on their way until now.
        if partition == nil { await clearCaches(of: entry.partition) }
        await announce(events)
    }

    /// Ends the session; at once for new calls, then in the store, then in the cache.
    ///
    /// - Throws: ``AuthenticationError`` with `.storage` when the token may still be in the store. The session has ended
    ///   all the same.
    public func signOut() async throws(AuthenticationError) {
        signOuts += 1
        // Read for the owner's name alone: what was cached for it has to go.
        try? await loadIfNeeded()
        let events = state.signedOut(.requested)
        wakeAll()
        let removed: Void? = await write { [store] in try await store.remove() }
        await announce(events)
        if removed == nil { throw .storage("cleared") }
    }

    private func adopt(_ entry: StoredToken, signOutsBefore: Int) -> [SessionEvent]? {
        guard signOuts == signOutsBefore else { return nil }
        let events = state.signedIn(entry, at: now())
        wakeAll()
        return events
    }

    private func wakeAll() {
        for waiter in waiters.takeAll() {
            waiter.resume(returning: nil)
        }
    }

    /// Runs writes to the store in the order in which they were asked for, whether or not the callers are cancelled.
    ///
    /// - Returns: What the body returned; `nil` when it threw.
    private func write<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async -> Value? {
        let former = lastWrite
        let task = Task.detached {
            await former?.value
            return try? await body()
        }
        lastWrite = Task.detached { _ = await task.value }
        return await task.value
    }

    /// Undoes the write of a renewal that no longer counts, in case the store does not compare and write in one step.
    private func takeBack(_ result: RefreshState.Result) async {
        guard case .renewed(let entry) = result else { return }
        _ = await write { [store] in try await store.replace(entry, with: self.state.held?.saved) }
    }
}

// MARK: - Renewal

extension TokenSession {
    private func begin(_ ticket: RefreshState.RefreshAttempt) {
        let renewal = TokenRenewal(store: store, refresher: refresher, ticket: ticket)
        // Detached: it belongs to no caller, so neither a caller's cancellation nor its task-local values reach it.
        Task.detached { [weak self] in
            let result = await renewal.run()
            await self?.end(ticket, result)
        }
    }

    private func end(_ ticket: RefreshState.RefreshAttempt, _ result: RefreshState.Result) async {
        guard let settlement = state.finished(ticket, result, at: now()) else { return await takeBack(result) }
        // Taken out first: whoever joins a later renewal while observers are told must not be woken by this one.
        let woken = waiters.takeAll()
        await announce(settlement.events)
        for waiter in woken {
            waiter.resume(returning: settlement.failure)
        }
    }

    private func wait() async -> AuthenticationError? {
        let id = waiters.makeID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: .cancelled)
                } else {
                    waiters.add(continuation, id: id)
                }
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
    }

    private func giveUp(_ id: Int) {
        waiters.wake(id, with: .cancelled)
    }

    private func announce(_ events: [SessionEvent]) async {
        for event in events {
            if case .signedOut(let partition, _) = event {
                await clearCaches(of: partition)
                await onSignOut(partition)
            }
            observers.send(event)
        }
    }

    private func clearCaches(of partition: String) async {
        for cache in caches.withLock({ $0.values }) { await cache.removeAll(partition: partition, now: now()) }
    }
}
