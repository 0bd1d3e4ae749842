internal import Foundation

/// Decides when to renew a token and whose result counts; does nothing itself.
///
/// Every event returns the step for the actor to take, so all decisions can be tested without tasks.
struct RefreshState {
    /// The right to renew one token, once.
    struct RefreshAttempt: Equatable, Sendable {
        /// Number of the renewal; a result with an old number is dropped.
        let id: Int
        /// The token to renew.
        let held: HeldToken
    }

    /// What to do for somebody who asks for a credential.
    enum Step: Equatable, Sendable {
        /// Read the store first, then ask again.
        case load
        /// Send with this one.
        case send(AuthCredential)
        /// Wait for the renewal in progress.
        case join
        /// Start a renewal, then wait for it.
        case refresh(RefreshAttempt)
        /// Give the 401 to the caller.
        case deliver
        /// Fail.
        case fail(AuthenticationError)
    }

    private enum Phase {
        case unknown
        case signedOut
        case signedIn(HeldToken)
    }

    /// Seconds during which a renewed token that is refused, and was never accepted, is not renewed once more.
    static let refusalGrace = 5.0
    /// Seconds after a failed renewal during which a token that is still valid is used as it is.
    static let failurePause = 10.0

    private let refreshAhead: Duration
    private let needsRefreshToken: Bool
    private var phase = Phase.unknown
    private var running: RefreshAttempt?
    private var window: RefreshWindow
    private var lastFailure: Date?
    private var lastVersion = 0
    private var lastAttempt = 0
    private var offset = 0.0

    /// Starts without knowing whether anybody is signed in.
    init(
        refreshAhead: Duration = .seconds(60),
        limit: RefreshLimit = RefreshLimit(),
        needsRefreshToken: Bool = true
    ) {
        self.refreshAhead = refreshAhead
        self.needsRefreshToken = needsRefreshToken
        window = RefreshWindow(limit: limit)
    }

    /// The token in use; `nil` when nobody is signed in, or nothing is known yet.
    var held: HeldToken? {
        if case .signedIn(let held) = phase { held } else { nil }
    }

    /// Whether the store has to be read first.
    var needsLoad: Bool {
        if case .unknown = phase { true } else { false }
    }
}

// MARK: - Questions

extension RefreshState {
    /// Somebody needs a credential.
    mutating func needed(at now: Date) -> Step {
        guard let held else { return needsLoad ? .load : .fail(.signedOut) }
        guard isDue(held, at: now), isRenewable(held) else { return .send(held.credential) }
        if running != nil { return .join }
        if isUsable(held, at: now), let lastFailure, abs(now.timeIntervalSince(lastFailure)) < Self.failurePause {
            return .send(held.credential)
        }
        let step = start(held, at: now)
        return if case .fail = step, isUsable(held, at: now) { .send(held.credential) } else { step }
    }

    /// The server answered 401 to a credential.
    mutating func refused(_ credential: AuthCredential, at now: Date) -> Step {
        guard let held else { return needsLoad ? .load : .fail(.signedOut) }
        // The request was made for somebody else: it must not be sent in the name of this user.
        guard credential.partition == held.partition else { return .deliver }
        if credential.version < held.version { return needed(at: now) }
        guard isRenewable(held) else { return .deliver }
        if running != nil { return .join }
        // A new token that has never worked would be followed by another one that does not work.
        if held.isRenewed, !held.isAccepted, isFresh(held, at: now), isUsable(held, at: now) { return .deliver }
        return start(held, at: now)
    }

    /// The app asks for a renewal, whatever the token's age.
    mutating func demanded(at now: Date) -> Step {
        guard let held else { return needsLoad ? .load : .fail(.signedOut) }
        guard isRenewable(held) else { return .send(held.credential) }
        return running == nil ? start(held, at: now) : .join
    }

    /// The credential for somebody who waited for a renewal.
    ///
    /// - Parameters:
    ///   - failure: How the renewal failed; `nil` when it succeeded or was dropped.
    ///   - refused: The credential that got the 401; `nil` when the waiter only needed one.
    ///   - now: The device's time.
    /// - Returns: The credential; `nil` when the 401 is the response.
    /// - Throws: The failure, unless the current token can still be used.
    func settled(
        after failure: AuthenticationError?,
        refused: AuthCredential?,
        at now: Date
    ) throws(AuthenticationError) -> AuthCredential? {
        guard let held else { throw failure ?? .signedOut }
        if let refused {
            guard held.partition == refused.partition else { return nil }
            if held.version > refused.version { return held.credential }
            if let failure { throw failure }
            return nil
        }
        if let failure, failure.code == .cancelled || !isUsable(held, at: now) { throw failure }
        return held.credential
    }

    private mutating func start(_ held: HeldToken, at now: Date) -> Step {
        guard window.admit(at: now) else { return .fail(.tooManyRefreshes) }
        lastAttempt += 1
        let ticket = RefreshAttempt(id: lastAttempt, held: held)
        running = ticket
        return .refresh(ticket)
    }

    private func isRenewable(_ held: HeldToken) -> Bool {
        !needsRefreshToken || held.token.refreshToken != nil
    }

    private func isDue(_ held: HeldToken, at now: Date) -> Bool {
        guard let remaining = held.remaining(at: now, offset: offset) else { return false }
        return remaining <= held.margin(ahead: refreshAhead, offset: offset)
    }

    private func isUsable(_ held: HeldToken, at now: Date) -> Bool {
        held.remaining(at: now, offset: offset).map { $0 > 0 } ?? true
    }

    private func isFresh(_ held: HeldToken, at now: Date) -> Bool {
        guard let since = held.since else { return false }
        return abs(now.timeIntervalSince(since)) < Self.refusalGrace
    }
}

// MARK: - Changes

extension RefreshState {
    /// How a renewal ended, before anybody knows whether it still counts.
    enum Result: Equatable, Sendable {
        /// A new pair, which the store has.
        case renewed(StoredToken)
        /// A new pair, which the store could not take.
        case unsaved(StoredToken)
        /// Another process had already put this entry into the store.
        case adopted(StoredToken)
        /// Another process had already signed out, or did so meanwhile.
        case removed
        /// The server refused; the store is empty now.
        case rejected(status: Int?)
        /// Nothing is settled.
        case failed(AuthenticationError)
    }

    /// What the end of a renewal means for waiters and observers.
    struct RefreshOutcome: Equatable {
        /// The failure to give to the waiters; `nil` lets them ask again.
        var failure: AuthenticationError?
        /// What to tell, in order.
        ///
        /// A sign-out among them deletes its partition first.
        var events: [SessionEvent] = []
    }

    /// The store was read; ignored when somebody has signed in or out meanwhile.
    mutating func loaded(_ entry: StoredToken?) {
        guard needsLoad else { return }
        if let entry {
            hold(entry, since: nil, isRenewed: false)
        } else {
            phase = .signedOut
        }
    }

    /// A user has signed in, and the store has the entry.
    mutating func signedIn(_ entry: StoredToken, at now: Date) -> [SessionEvent] {
        let former = held?.partition
        running = nil
        lastFailure = nil
        window.reset()
        hold(entry, since: now, isRenewed: false)
        let end = former.flatMap { former in
            former == entry.partition ? nil : SessionEvent.signedOut(partition: former, reason: .replaced)
        }
        return [end, .signedIn(partition: entry.partition)].compactMap { $0 }
    }

    /// The session ends now; a renewal in progress no longer counts.
    ///
    /// - Returns: What to tell; empty when nobody was signed in.
    mutating func signedOut(_ reason: SessionEvent.Reason) -> [SessionEvent] {
        let former = held?.partition
        running = nil
        lastFailure = nil
        phase = .signedOut
        return former.map { [.signedOut(partition: $0, reason: reason)] } ?? []
    }

    /// A renewal has ended.
    ///
    /// - Returns: What it means; `nil` when it no longer counts, because of a sign-out or another sign-in.
    mutating func finished(_ ticket: RefreshAttempt, _ result: Result, at now: Date) -> RefreshOutcome? {
        guard running?.id == ticket.id else { return nil }
        running = nil
        switch result {
        case .renewed(let entry):
            return renewed(entry, saved: entry, at: now)
        case .unsaved(let entry):
            var settlement = renewed(entry, saved: ticket.held.saved, at: now)
            settlement.events.append(.notStored(partition: entry.partition))
            return settlement
        case .adopted(let entry):
            return adopted(entry)
        case .removed:
            return RefreshOutcome(failure: .signedOut, events: signedOut(.elsewhere))
        case .rejected(let status):
            return RefreshOutcome(failure: .rejected(status: status), events: signedOut(.rejected(status: status)))
        case .failed(let failure):
            lastFailure = now
            return RefreshOutcome(failure: failure)
        }
    }

    /// The server answered a request that carried a credential.
    mutating func answered(_ credential: AuthCredential, status: Int) {
        guard status != 401, var held, held.version == credential.version, !held.isAccepted else { return }
        held.isAccepted = true
        phase = .signedIn(held)
    }

    /// The server's clock was seen.
    mutating func noteServerDate(_ date: Date, at now: Date) {
        offset = date.timeIntervalSince(now)
    }

    private mutating func renewed(_ entry: StoredToken, saved: StoredToken, at now: Date) -> RefreshOutcome {
        lastFailure = nil
        hold(entry, saved: saved, since: now, isRenewed: true)
        return RefreshOutcome(events: [.refreshed(partition: entry.partition)])
    }

    private mutating func adopted(_ entry: StoredToken) -> RefreshOutcome {
        let former = held?.partition
        lastFailure = nil
        hold(entry, since: nil, isRenewed: false)
        guard let former, former != entry.partition else {
            return RefreshOutcome(events: [.refreshed(partition: entry.partition)])
        }
        let end = SessionEvent.signedOut(partition: former, reason: .replaced)
        return RefreshOutcome(events: [end, .signedIn(partition: entry.partition)])
    }

    private mutating func hold(_ entry: StoredToken, saved: StoredToken? = nil, since: Date?, isRenewed: Bool) {
        lastVersion += 1
        phase = .signedIn(
            HeldToken(
                token: entry.token,
                partition: entry.partition,
                version: lastVersion,
                saved: saved ?? entry,
                since: since,
                isRenewed: isRenewed
            )
        )
    }
}
