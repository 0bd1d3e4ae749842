#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A state machine that decides when to renew a token and which result counts; it performs no work.
///
/// Every event returns the step for the actor to take, so all decisions can be tested without tasks.
struct RefreshState {
    /// The permission to renew one token once.
    struct RefreshAttempt: Equatable, Sendable {
        /// The number of the renewal; a result with an old number is dropped.
        let id: Int
        /// The token to renew.
        let held: HeldToken
    }

    /// The next step for a task that needs a credential.
    enum Step: Equatable, Sendable {
        /// Read the store, then repeat the request for a step.
        case load
        /// Send the request with this credential.
        case send(AuthCredential)
        /// Wait for the renewal in progress.
        case join
        /// Start a renewal, then wait for it.
        case refresh(RefreshAttempt)
        /// Return the 401 response to the caller.
        case deliver
        /// Throw this error.
        case fail(AuthenticationError)
    }

    /// The end of the last renewal, if it failed.
    private struct RenewalFailure {
        let time: Date
        let error: AuthenticationError
    }

    private enum Phase {
        case unknown
        case signedOut
        case signedIn(HeldToken)
    }

    /// The seconds during which a renewed token that is refused, and was never accepted, is not renewed again.
    static let refusalGrace = 5.0
    /// The seconds after a failed renewal during which a token that is still valid is used without renewal.
    static let failurePause = 10.0

    private let refreshAhead: Duration
    private let needsRefreshToken: Bool
    private var phase = Phase.unknown
    private var running: RefreshAttempt?
    private var window: RefreshWindow
    private var lastFailure: RenewalFailure?
    private var lastSave: Date?
    private var isSaving = false
    private var lastVersion = 0
    private var lastAttempt = 0
    private var serverClock = ServerClock()
    private let anonymousPartition: String?

    /// Creates a state that does not yet know whether a user is signed in.
    ///
    /// - Parameters:
    ///   - refreshAhead: The time before a token's expiry at which it is renewed.
    ///   - limit: The number of renewals within an interval.
    ///   - needsRefreshToken: Whether only a token with a refresh token can be renewed.
    ///   - anonymousPartition: The partition that does not identify its user; `nil` for none.
    init(
        refreshAhead: Duration = .seconds(60),
        limit: RefreshLimit = RefreshLimit(),
        needsRefreshToken: Bool = true,
        anonymousPartition: String? = nil
    ) {
        self.refreshAhead = refreshAhead
        self.needsRefreshToken = needsRefreshToken
        self.anonymousPartition = anonymousPartition
        window = RefreshWindow(limit: limit)
    }

    /// The token in use; `nil` when no user is signed in, or the store has not been read.
    var held: HeldToken? {
        if case .signedIn(let held) = phase { held } else { nil }
    }

    /// Whether the store must be read first.
    var needsLoad: Bool {
        if case .unknown = phase { true } else { false }
    }
}

// MARK: - Questions

extension RefreshState {
    /// Returns the step for a task that needs a credential.
    mutating func needed(at now: Date) -> Step {
        guard let held else { return needsLoad ? .load : .fail(.signedOut) }
        guard isDue(held, at: now), isRenewable(held) else { return .send(held.credential) }
        if running != nil { return .join }
        if isUsable(held, at: now), let lastFailure, abs(now.timeIntervalSince(lastFailure.time)) < Self.failurePause {
            return .send(held.credential)
        }
        let step = start(held, at: now)
        return if case .fail = step, isUsable(held, at: now) { .send(held.credential) } else { step }
    }

    /// Returns the step after the server sent 401 for a credential.
    mutating func refused(_ credential: AuthCredential, at now: Date) -> Step {
        guard let held else { return needsLoad ? .load : .fail(.signedOut) }
        // The request was made in another session: it must not be sent with this session's credential.
        guard held.isOwner(of: credential) else { return .deliver }
        if credential.version < held.version { return needed(at: now) }
        guard isRenewable(held) else { return .deliver }
        if running != nil { return .join }
        // A new token that has never worked would be followed by another that does not work.
        if held.isRenewed, !held.isAccepted, isFresh(held, at: now), isUsable(held, at: now) { return .deliver }
        return start(held, at: now)
    }

    /// Returns the step when the app requests a renewal, regardless of the token's age.
    mutating func demanded(at now: Date) -> Step {
        guard let held else { return needsLoad ? .load : .fail(.signedOut) }
        guard isRenewable(held) else { return .send(held.credential) }
        return running == nil ? start(held, at: now) : .join
    }

    /// Returns the credential for a task that waited for a renewal.
    ///
    /// - Parameters:
    ///   - failure: The error of the renewal; `nil` when it succeeded or was dropped.
    ///   - refused: The credential that caused the 401; `nil` when the waiter only needed one.
    ///   - now: The device's time.
    /// - Returns: The credential; `nil` to return the 401 response to the caller.
    /// - Throws: The failure, unless the current token is still usable; `.signedOut` when no user is signed in.
    func settled(
        after failure: AuthenticationError?,
        refused: AuthCredential?,
        at now: Date
    ) throws(AuthenticationError) -> AuthCredential? {
        guard let held else { throw failure ?? .signedOut }
        if let refused {
            guard held.isOwner(of: refused) else { return nil }
            if held.version > refused.version { return held.credential }
            if let failure { throw failure }
            return nil
        }
        if let failure, failure.code == .cancelled || !isUsable(held, at: now) { throw failure }
        return held.credential
    }

    private mutating func start(_ held: HeldToken, at now: Date) -> Step {
        guard window.admit(at: now) else {
            // After renewals that failed, the reason is not that the server refuses renewed credentials.
            guard let lastFailure, lastFailure.error.code != .cancelled else { return .fail(.tooManyRefreshes) }
            return .fail(lastFailure.error)
        }
        lastAttempt += 1
        let attempt = RefreshAttempt(id: lastAttempt, held: held)
        running = attempt
        return .refresh(attempt)
    }

    private func isRenewable(_ held: HeldToken) -> Bool {
        !needsRefreshToken || held.token.refreshToken != nil
    }

    private func isDue(_ held: HeldToken, at now: Date) -> Bool {
        guard let remaining = held.remaining(at: now, offset: serverClock.offset) else { return false }
        return remaining <= held.margin(ahead: refreshAhead, offset: serverClock.offset)
    }

    private func isUsable(_ held: HeldToken, at now: Date) -> Bool {
        held.remaining(at: now, offset: serverClock.offset).map { $0 > 0 } ?? true
    }

    private func isFresh(_ held: HeldToken, at now: Date) -> Bool {
        guard let since = held.since else { return false }
        return abs(now.timeIntervalSince(since)) < Self.refusalGrace
    }
}

// MARK: - Changes

extension RefreshState {
    /// The result of a renewal, before it is known whether it still counts.
    enum Result: Equatable, Sendable {
        /// A new pair that is in the store.
        case renewed(StoredToken)
        /// A new pair that could not be stored in place of another entry.
        case unsaved(StoredToken, over: StoredToken)
        /// Another process had already stored this entry.
        case adopted(StoredToken)
        /// Another process signed out before or during the renewal.
        case removed
        /// The server refused the refresh token; the store is empty now.
        case rejected(status: Int?)
        /// The renewal failed without a final refusal.
        case failed(AuthenticationError)
    }

    /// The consequences of a finished renewal for waiters and observers.
    struct RefreshOutcome: Equatable {
        /// The error for the waiters; `nil` lets them try again.
        var failure: AuthenticationError?
        /// The events to report, in order.
        ///
        /// A sign-out among them deletes its partition first.
        var events: [SessionEvent] = []
    }

    /// Records the entry read from the store; ignored when a user has signed in or out in the meantime.
    mutating func loaded(_ entry: StoredToken?) {
        guard needsLoad else { return }
        if let entry {
            hold(entry, since: nil, isRenewed: false)
        } else {
            phase = .signedOut
        }
    }

    /// Returns whether the session of an entry is already in progress.
    func isHeld(_ entry: StoredToken) -> Bool {
        held.map { $0.generation != nil && $0.generation == entry.generation } ?? false
    }

    /// Records a sign-in whose entry is in the store.
    mutating func signedIn(_ entry: StoredToken, at now: Date) -> [SessionEvent] {
        // The entry was read from the store while it was being saved. It may have been renewed since, and its refresh token
        // must not be used again.
        if isHeld(entry) { return [.signedIn(partition: entry.partition)] }
        let former = held
        running = nil
        lastFailure = nil
        window.reset()
        hold(entry, since: now, isRenewed: false)
        let end = former.flatMap { former in
            // A name that does not identify the user may be that of another one.
            former.partition == entry.partition && entry.partition != anonymousPartition
                ? nil : SessionEvent.signedOut(partition: former.partition, reason: .replaced)
        }
        return [end, .signedIn(partition: entry.partition)].compactMap { $0 }
    }

    /// Ends the session; a renewal in progress no longer counts.
    ///
    /// - Returns: The events to report; empty when no user was signed in.
    mutating func signedOut(_ reason: SessionEvent.Reason) -> [SessionEvent] {
        let former = held?.partition
        running = nil
        lastFailure = nil
        phase = .signedOut
        return former.map { [.signedOut(partition: $0, reason: reason)] } ?? []
    }

    /// Whether a renewal counts: nobody has signed in or out since its start.
    func isRunning(_ attempt: RefreshAttempt) -> Bool { running?.id == attempt.id }

    /// Records the end of a renewal.
    ///
    /// - Returns: The outcome; `nil` when it no longer counts, because of a sign-out or another sign-in.
    mutating func finished(_ attempt: RefreshAttempt, _ result: Result, at now: Date) -> RefreshOutcome? {
        guard running?.id == attempt.id else { return nil }
        running = nil
        switch result {
        case .renewed(let entry):
            return renewed(entry, saved: entry, at: now)
        case .unsaved(let entry, let former):
            var outcome = renewed(entry, saved: former, at: now)
            outcome.events.append(.notStored(partition: entry.partition))
            return outcome
        case .adopted(let entry):
            return adopted(entry)
        case .removed:
            return RefreshOutcome(failure: .signedOut, events: signedOut(.elsewhere))
        case .rejected(let status):
            return RefreshOutcome(failure: .rejected(status: status), events: signedOut(.rejected(status: status)))
        case .failed(let failure):
            lastFailure = RenewalFailure(time: now, error: failure)
            return RefreshOutcome(failure: failure)
        }
    }

    /// Records the status of a response to a request that carried a credential.
    mutating func noteResponse(to credential: AuthCredential, status: Int) {
        guard status != 401, var held, held.version == credential.version, !held.isAccepted else { return }
        held.isAccepted = true
        phase = .signedIn(held)
    }

    /// Records the server's time.
    mutating func noteServerDate(_ date: Date, at now: Date) {
        serverClock.note(date, at: now)
    }

    private mutating func renewed(_ entry: StoredToken, saved: StoredToken, at now: Date) -> RefreshOutcome {
        lastFailure = nil
        lastSave = nil
        hold(entry, saved: saved, since: now, isRenewed: true, continues: true)
        return RefreshOutcome(events: [.refreshed(partition: entry.partition)])
    }

    private mutating func adopted(_ entry: StoredToken) -> RefreshOutcome {
        let former = held
        lastFailure = nil
        let continues = former.map { isContinued($0, by: entry) } ?? false
        hold(entry, since: nil, isRenewed: false, continues: continues)
        // The same user may have signed in again: only a name that does not identify the user ends the old session.
        guard let former, former.partition != entry.partition || !continues && entry.partition == anonymousPartition
        else { return RefreshOutcome(events: [.refreshed(partition: entry.partition)]) }
        let end = SessionEvent.signedOut(partition: former.partition, reason: .replaced)
        return RefreshOutcome(events: [end, .signedIn(partition: entry.partition)])
    }

    /// Returns whether an entry that another process stored belongs to the session of a token.
    ///
    /// Without a generation on one side, a name that identifies the user decides.
    func isContinued(_ held: HeldToken, by entry: StoredToken) -> Bool {
        guard held.partition == entry.partition else { return false }
        if let generation = held.generation, generation == entry.generation { return true }
        return (held.generation == nil || entry.generation == nil) && entry.partition != anonymousPartition
    }

    private mutating func hold(
        _ entry: StoredToken,
        saved: StoredToken? = nil,
        since: Date?,
        isRenewed: Bool,
        continues: Bool = false
    ) {
        lastVersion += 1
        let former = continues ? held : nil
        var next = HeldToken(
            token: entry.token,
            partition: entry.partition,
            generation: entry.generation ?? former?.generation,
            version: lastVersion,
            firstVersion: former?.firstVersion ?? lastVersion,
            saved: saved ?? entry,
            since: since,
            isRenewed: isRenewed
        )
        // The server issues no expired tokens: if one seems to be, its clock is not the one that the responses show.
        if isRenewed, entry.token.issuedAt == nil, let since {
            next.isUntimed = next.remaining(at: since, offset: serverClock.offset).map { $0 <= 0 } ?? false
        }
        phase = .signedIn(next)
    }
}

// MARK: - Pairs that could not be stored

extension RefreshState {
    /// The permission to store the held pair once more.
    struct SaveAttempt: Equatable, Sendable {
        /// The entry to store.
        let entry: StoredToken
        /// The entry that the store holds, whose refresh token must not be used again.
        let former: StoredToken
        /// The version number of the pair's credential.
        let version: Int
    }

    /// Returns the permission to store the held pair, if the store does not have it; `nil` soon after the last attempt.
    mutating func save(at now: Date) -> SaveAttempt? {
        guard let held, held.saved != held.entry, running == nil, !isSaving else { return nil }
        if let lastSave, abs(now.timeIntervalSince(lastSave)) < Self.failurePause { return nil }
        lastSave = now
        isSaving = true
        return SaveAttempt(entry: held.entry, former: held.saved, version: held.version)
    }

    /// Returns whether the pair of an attempt is still held, and no renewal is using it.
    func isCurrent(_ attempt: SaveAttempt) -> Bool {
        held?.version == attempt.version && running == nil
    }

    /// Records the end of an attempt.
    mutating func ended(_ attempt: SaveAttempt, isStored: Bool) {
        isSaving = false
        guard isStored, var held, held.version == attempt.version else { return }
        held.saved = attempt.entry
        phase = .signedIn(held)
    }
}
