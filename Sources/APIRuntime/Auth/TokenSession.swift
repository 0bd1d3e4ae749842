#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A user's session: keeps the token, renews it once for all callers, and reports when it ends.
///
/// - Ten parallel 401 responses start one renewal; so does a token that is about to expire.
/// - The new pair is stored before a caller uses it. A cancelled task stops waiting; the renewal continues.
/// - A refusal by the server signs the user out; a lost connection does not.
/// - A renewal that ends after a sign-out, or after another sign-in, is dropped.
/// - A call belongs to the session in which it started. A sign-out, or a sign-in over the session, ends its outstanding
///   calls with ``AuthenticationError/Code/sessionEnded``; none of them continues with another user's token.
/// - When a server refuses the token that it has just issued, the session neither ends nor renews again: the caller
///   receives the 401.
public actor TokenSession: CredentialSource {
    let store: any TokenStore
    private let refresher: TokenRefresher
    private let defaultPartition: String
    let now: @Sendable () -> Date
    private let announcer: SessionAnnouncer

    var state: RefreshState
    private var waiters = RefreshWaiters()
    /// The session in progress, which the calls observe; `nil` while no user is signed in.
    private(set) var life: SessionLife?
    private var firstVersion: Int?
    private(set) var signOuts = 0
    /// The generations of the session's own entries that the store may hold, also if it has failed to save them.
    private var ownGenerations: Set<String> = []
    var lastWrite: Task<Void, Never>?
    var lastSave: Task<Void, Never>?

    /// Creates a session that uses the entry of a store.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the token; read when the first credential is needed.
    ///   - refresher: The refresher that renews the token; it must not send through this session.
    ///   - refreshAhead: The time before the token's expiry at which it is renewed; at most half of its lifetime is
    ///     used.
    ///   - refreshLimit: The number of renewals within an interval before the session pauses.
    ///   - partition: The owner's name for ``signIn(_:partition:)`` without one; the same for all users, so that a
    ///     sign-in deletes cached responses as a sign-out does.
    ///   - now: Returns the device's time.
    ///   - onSignOut: Called with the partition whenever a session has ended, before observers receive the event;
    ///     deletes the app's own data. The caches of the clients are already empty. The closure may use the session; it
    ///     cancels a call of the ended session before it waits for it, because the call may wait for the closure. It runs
    ///     at once, even if the closure of an earlier session has not returned.
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
        announcer = SessionAnnouncer(now: now, onSignOut: onSignOut)
        state = RefreshState(
            refreshAhead: refreshAhead,
            limit: refreshLimit,
            needsRefreshToken: refresher.needsRefreshToken,
            anonymousPartition: partition
        )
    }

    /// Registers a cache, whose responses of the owner are deleted when the session ends; keeps it as long as the
    /// session exists.
    public nonisolated func evictAtSignOut(_ cache: ResponseCache) {
        announcer.add(cache)
    }

    /// A stream of future events; each access returns a new stream, which finishes when the session is deallocated.
    ///
    /// A stream that is not read holds the newest 32 events.
    public nonisolated var events: AsyncStream<SessionEvent> {
        announcer.events
    }

    /// Records the server's time, such as the `Date` field of a response that has just been received.
    ///
    /// The session compares absolute expiry times with it, so a device whose clock is wrong renews in time.
    func noteServerDate(_ date: Date) {
        state.noteServerDate(date, at: now())
    }

    /// Records the server's time and marks the token as accepted.
    ///
    /// A token that has worked is renewed at once when the server refuses it later, regardless of its age.
    public func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {
        state.noteResponse(to: credential, status: status)
        if let serverDate { noteServerDate(serverDate) }
        _ = saveAgain()
    }

    /// The number of tasks that wait for a renewal, for tests.
    var waiterCount: Int { waiters.count }

    /// The number of event streams in use, for tests.
    nonisolated var observerCount: Int { announcer.observerCount }
}

// MARK: - Credentials

extension TokenSession {
    /// Returns the credential to send now, renewed when it is about to expire.
    ///
    /// - Throws: ``AuthenticationError`` with `.signedOut` when no user is signed in; `.rejected` when the session has
    ///   just ended; `.unreachable`, `.storage` or `.tooManyRefreshes` when an expired token could not be renewed;
    ///   `.cancelled` when the task is cancelled.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        try await loadIfNeeded()
        if let save = saveAgain() { await Self.wait(for: save) }
        guard let credential = try await take(state.needed(at: now()), refused: nil) else {
            throw AuthenticationError.signedOut
        }
        return credential
    }

    /// Returns the credential for the second attempt after a 401 response.
    ///
    /// - Parameter credential: The credential that the server refused.
    /// - Returns: A newer credential of the same user; `nil` when the token belongs to another user, cannot be renewed,
    ///   or was renewed within the last 5 seconds and has never worked. In the last case the 401 has another cause than
    ///   the token's age, and the server would refuse another token as well. The session continues, and a later refusal
    ///   renews again.
    /// - Throws: ``AuthenticationError`` with the same codes as ``credential()``.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        try await loadIfNeeded()
        return try await take(state.refused(credential, at: now()), refused: credential)
    }

    /// Renews the token now, or waits for the renewal in progress; keeps a token without a refresh token unchanged.
    ///
    /// - Returns: The new credential.
    /// - Throws: ``AuthenticationError`` with the same codes as ``credential()``, also while the old token is still
    ///   valid.
    @discardableResult
    public func refresh() async throws(AuthenticationError) -> AuthCredential {
        try await loadIfNeeded()
        guard let held = state.held else { throw .signedOut }
        let renewed = try await take(state.demanded(at: now()), refused: held.credential)
        if let renewed, held.generation == renewed.generation, renewed.version >= held.firstVersion { return renewed }
        // A sign-in during the renewal has replaced the session: its token is not this caller's.
        guard let current = state.held, current.isOwner(of: held.credential) else { throw .sessionEnded }
        return current.credential
    }

    /// Returns the owner of the session; `nil` when no user is signed in or the store cannot be read.
    ///
    /// The method renews nothing.
    public func partition() async -> String? {
        try? await loadIfNeeded()
        return state.held?.partition
    }

    /// Returns the session in progress; `nil` when no user is signed in or the store cannot be read.
    ///
    /// The method renews nothing.
    public func owner() async -> CredentialOwner? {
        try? await loadIfNeeded()
        guard let held = state.held, let life else { return nil }
        return CredentialOwner(
            partition: held.partition,
            generation: held.generation,
            cachePartition: life.cachePartition,
            life: life
        )
    }

    /// Returns the token and its owner; `nil` when no user is signed in.
    ///
    /// The method renews nothing.
    ///
    /// - Throws: ``AuthenticationError`` with `.storage` when the store cannot be read.
    public func current() async throws(AuthenticationError) -> StoredToken? {
        try await loadIfNeeded()
        return state.held.map { StoredToken(token: $0.token, partition: $0.partition, generation: $0.generation) }
    }

    private func loadIfNeeded() async throws(AuthenticationError) {
        guard state.needsLoad else { return }
        let entry: StoredToken?
        do {
            entry = try await store.load()
        } catch {
            // A user may have signed in or out in the meantime, in which case the store's failure does not matter.
            if state.needsLoad { throw AuthenticationError.storage("read") }
            return
        }
        state.loaded(entry)
        followState(ending: .sessionEnded)
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
        case .refresh(let attempt):
            begin(attempt)
        case .join:
            break
        }
        let failure = await wait()
        return try state.settled(after: failure, refused: refused, at: now())
    }
}

// MARK: - Signing in and out

extension TokenSession {
    /// Starts the session of a user; the token is stored before it is used.
    ///
    /// The method ends another user's session in the same way as ``signOut()``.
    ///
    /// - Parameters:
    ///   - token: The token that the server issued.
    ///   - partition: A stable, secret-free name of the user; `nil` uses the session's default partition. The default
    ///     does not identify the user, so all responses cached under it are deleted.
    /// - Throws: ``AuthenticationError`` with `.storage` when the token could not be stored, which changes nothing;
    ///   `.signedOut` when ``signOut()`` was called during the sign-in.
    public func signIn(_ token: OAuthToken, partition: String? = nil) async throws(AuthenticationError) {
        let generation = UUID().uuidString.lowercased()
        let entry = StoredToken(token: token, partition: partition ?? defaultPartition, generation: generation)
        let signOutsBefore = signOuts
        let isUnknown = state.needsLoad
        let written = await write { [store, announcer] in
            // Only for the owner's name, because the former user's session ends.
            let former = isUnknown ? try? await store.load() : nil
            await self.noteSaving(generation)
            try await store.save(entry)
            if partition == nil { await announcer.clearCaches(of: entry.partition) }
            return await self.adopt(entry, after: former, signOutsBefore: signOutsBefore)
        }
        guard let written else { throw .storage("written") }
        guard let (events, place) = written else { throw .signedOut }
        // A separate task: the caller may be one of the previous user's calls, which the sign-in has cancelled.
        await Task { [announcer] in
            // Other calls of that user may have been in progress until now.
            if partition == nil { await announcer.clearCaches(of: entry.partition) }
            await announcer.announce(events, at: place)
        }.value
    }

    /// Ends the session: immediately for all calls, then in the store, then in the caches.
    ///
    /// Outstanding calls of the session end with ``AuthenticationError/Code/sessionEnded``.
    ///
    /// - Throws: ``AuthenticationError`` with `.storage` when the token may still be in the store. The session has
    ///   ended nevertheless.
    public func signOut() async throws(AuthenticationError) {
        signOuts += 1
        let isUnknown = state.needsLoad
        let held = state.held
        let known = state.signedOut(.requested)
        let place = announcer.reserve()
        followState(ending: .sessionEnded)
        wakeAll()
        // Begins at once, so that a later sign-in is stored after the removal.
        let removal: Removal? = await write { [store] in
            // Only for the owner's name, because the responses cached for it are deleted.
            let former = isUnknown ? try? await store.load() : nil
            // Read now: a sign-in that began earlier may have stored its entry since.
            try await Self.remove(held, or: self.ownGenerations, from: store)
            await self.noteRemoved()
            return Removal(partition: former?.partition)
        }
        let found = removal?.partition.map { SessionEvent.signedOut(partition: $0, reason: .requested) }
        let events = known + [found].compactMap { $0 }
        // A separate task: the caller may be one of the calls that the sign-out has cancelled.
        await Task { [announcer] in await announcer.announce(events, at: place) }.value
        if removal == nil { throw .storage("cleared") }
    }

    private func noteSaving(_ generation: String) { ownGenerations.insert(generation) }

    private func noteRemoved() { ownGenerations = [] }

    /// A finished removal of the stored entry.
    private struct Removal {
        /// The owner of the entry; `nil` if it was known before, or there was none.
        let partition: String?
    }

    /// Starts the session of a stored entry.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - former: The entry that the store held before; `nil` if there was none, or if it was known earlier.
    ///   - signOutsBefore: The number of sign-outs when the sign-in began.
    /// - Returns: The events to report, and their place; `nil` after a sign-out.
    private func adopt(
        _ entry: StoredToken,
        after former: StoredToken?,
        signOutsBefore: Int
    ) -> (events: [SessionEvent], place: Int)? {
        guard signOuts == signOutsBefore else { return nil }
        if let former { state.loaded(former) }
        let isNew = !state.isHeld(entry)
        let events = state.signedIn(entry, at: now())
        followState(ending: .sessionEnded)
        if isNew { wakeAll() }
        return (events, announcer.reserve())
    }

    private func wakeAll() {
        for waiter in waiters.takeAll() {
            waiter.resume(returning: nil)
        }
    }
}

// MARK: - Renewal

extension TokenSession {
    private func begin(_ attempt: RefreshState.RefreshAttempt) {
        let renewal = TokenRenewal(store: store, refresher: refresher, attempt: attempt) {
            [weak self, store] current, next in
            guard let self else { return try await store.renew(current, with: next) }
            return try await replace(current, with: next, for: attempt)
        }
        // The tasks are detached, so neither a caller's cancellation nor its task-local values affect them.
        let run = Task.detached { [lastSave] in
            await lastSave?.value
            return await renewal.run()
        }
        let issued = Task.detached {
            _ = await run.value
            return renewal.issued.withLock { $0 }
        }
        life?.began(issued)
        Task.detached { [weak self] in
            let result = await run.value
            await self?.end(attempt, result)
        }
    }

    private func end(_ attempt: RefreshState.RefreshAttempt, _ result: RefreshState.Result) async {
        guard let outcome = state.finished(attempt, result, at: now()) else { return await takeBack(result) }
        let place = announcer.reserve()
        let ended = followState(ending: outcome.failure ?? .sessionEnded, isAnnounced: false)
        // A task that joins a later renewal while observers are notified must not be resumed by this one. Until then the
        // tasks can be cancelled, as an observer that waits for one of them needs.
        let last = waiters.last
        await announcer.announce(outcome.events, at: place)
        ended?.announced()
        for waiter in waiters.take(upTo: last) {
            waiter.resume(returning: outcome.failure)
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

    /// Ends the calls of a session that has ended, and starts the session of the token that is held now.
    ///
    /// Runs without suspending after each change of the state.
    ///
    /// - Parameters:
    ///   - failure: The error of the calls.
    ///   - isAnnounced: Whether calls that wait for a renewal end at once, and not after the observers' notification.
    /// - Returns: The session that has ended; `nil` for none.
    @discardableResult
    private func followState(ending failure: AuthenticationError, isAnnounced: Bool = true) -> SessionLife? {
        let held = state.held
        if let life, let held, firstVersion == held.firstVersion {
            life.hold(held.entry)
            return nil
        }
        let former = life
        if let former {
            if former.cachePartition != defaultPartition, former.cachePartition.hasPrefix("\(defaultPartition)#") {
                announcer.retire(former.cachePartition)
            }
            former.end(with: failure)
            if isAnnounced { former.announced() }
        }
        firstVersion = held?.firstVersion
        life = held.map { SessionLife(generation: $0.generation, cachePartition: cachePartition(of: $0)) }
        if let held { life?.hold(held.entry) }
        return former
    }

    /// Returns the partition of a token's responses: one for each session if the owner's name identifies no user.
    private func cachePartition(of held: HeldToken) -> String {
        guard held.partition == defaultPartition, let generation = held.generation else { return held.partition }
        return "\(held.partition)#\(generation)"
    }
}
