import APIRuntime
import Foundation

/// The reason for which a call had no valid token.
enum TokenFault: Equatable, Sendable {
    /// There was no token, and none could be requested.
    case missing
    /// The service refused the token, even after a renewal.
    case refused
}

/// The access token of a session, which every thread can read at once.
///
/// Calls read it without the main actor, which an observer of the app may block.
final class SessionToken: Sendable {
    private struct State {
        var record = TokenRecord()
        var listener: (@Sendable () -> Void)?
    }

    private let owner: String
    private let now: @Sendable () -> Date
    private let state = LockedState(State())

    /// Creates a session without a token.
    ///
    /// - Parameters:
    ///   - owner: The user that the tokens belong to.
    ///   - now: Returns the device's time.
    init(owner: String, now: @escaping @Sendable () -> Date) {
        self.owner = owner
        self.now = now
    }

    /// Returns the token; `nil` if there is none, if it has expired, and for another user.
    func value(for user: String) -> String? {
        guard user == owner else { return nil }
        let time = now()
        return state.withLock { $0.record.value(at: time) }
    }

    /// Sets the closure that is called when a token has arrived, and when the service has accepted one for the first
    /// time.
    func onChange(_ listener: (@Sendable () -> Void)?) {
        state.withLock { $0.listener = listener }
    }

    /// Replaces the token, unless the session has ended or the token was removed in the meantime.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - isIssued: Whether the token was issued just now, rather than restored from a store.
    ///   - removals: The number of removals when the token was requested.
    func take(_ token: OAuthToken, isIssued: Bool, after removals: Int) {
        let time = now()
        change { $0.removals == removals && $0.take(token, isIssued: isIssued, at: time) }
    }

    /// Removes the token.
    ///
    /// A token that was requested before must not be used afterwards; see ``removals``.
    func remove() {
        state.withLock { $0.record.remove() }
    }

    /// Ends the session: a token that arrives later is dropped.
    func end() {
        state.withLock { state in
            state.record.end()
            state.listener = nil
        }
    }

    /// The number of times that the token was removed.
    var removals: Int { state.withLock { $0.record.removals } }

    /// Whether the session has ended.
    var hasEnded: Bool { state.withLock { $0.record.hasEnded } }

    /// Records that the service accepted a token.
    func wasAccepted(_ token: String) {
        change { $0.wasAccepted(token) }
    }

    /// Records that the service refused a token.
    func wasRefused(_ token: String) {
        state.withLock { $0.record.wasRefused(token) }
    }

    /// Whether the service refused the current token.
    var isRefused: Bool { state.withLock { $0.record.isRefused } }

    /// The number of tokens that have arrived.
    var number: Int { state.withLock { $0.record.number } }

    /// Whether a token that arrived after a number of others removes the reason for which a call failed.
    func removes(_ fault: TokenFault, after number: Int) -> Bool {
        let time = now()
        return state.withLock { $0.record.removes(fault, after: number, at: time) }
    }

    private func change(_ body: (inout TokenRecord) -> Bool) {
        let listener = state.withLock { state in body(&state.record) ? state.listener : nil }
        listener?()
    }
}

/// A token and the service's judgement of it.
///
/// Makes decisions only; performs no work. Tokens are numbered in the order of their arrival.
struct TokenRecord: Sendable {
    private var token: String?
    private var expiresAt: Date?
    private var lastAccepted = 0
    private var lastRefused = 0

    /// The number of the current token: that of the tokens that have arrived.
    private(set) var number = 0

    /// The number of times that the token was removed.
    private(set) var removals = 0

    /// Whether the session has ended.
    private(set) var hasEnded = false

    /// Returns the token; `nil` if there is none or if it has expired.
    func value(at time: Date) -> String? {
        if let expiresAt, expiresAt <= time { return nil }
        return token
    }

    /// Replaces the token.
    ///
    /// A token that expires before it is issued is a sign of a wrong clock of the device, and is used until the service
    /// refuses it.
    ///
    /// - Returns: Whether this is another token than before.
    mutating func take(_ next: OAuthToken, isIssued: Bool, at time: Date) -> Bool {
        guard !hasEnded else { return false }
        let isOther = token != next.accessToken
        token = next.accessToken
        expiresAt = next.expiresAt
        if isIssued, let end = expiresAt, end <= time { expiresAt = nil }
        if isOther { number += 1 }
        return isOther
    }

    /// Removes the token.
    mutating func remove() {
        removals += 1
        token = nil
        expiresAt = nil
    }

    /// Ends the session.
    mutating func end() {
        hasEnded = true
    }

    /// Records that the service accepted a token.
    ///
    /// - Returns: Whether it has not accepted this one before.
    mutating func wasAccepted(_ accepted: String) -> Bool {
        guard accepted == token, lastAccepted < number else { return false }
        lastAccepted = number
        return true
    }

    /// Records that the service refused a token.
    mutating func wasRefused(_ refused: String) {
        if refused == token { lastRefused = number }
    }

    /// Whether the service refused the current token.
    var isRefused: Bool { number > 0 && lastRefused == number }

    /// Whether the token removes the reason for which a call failed.
    ///
    /// After a refusal, another new token proves nothing: only one that has worked ends the wait for it. Otherwise, two
    /// kinds of calls that are refused would wake each other with each renewal.
    ///
    /// - Parameters:
    ///   - fault: The reason.
    ///   - former: The number of the token when the call began. If that one was of no use, for example because the app
    ///     has replaced the delegate, it is of none later.
    ///   - time: The device's time.
    /// - Returns: Whether the same call may succeed now.
    func removes(_ fault: TokenFault, after former: Int, at time: Date) -> Bool {
        switch fault {
        case .missing: value(at: time) != nil && number > max(lastRefused, former)
        case .refused: lastAccepted > max(lastRefused, former)
        }
    }
}
