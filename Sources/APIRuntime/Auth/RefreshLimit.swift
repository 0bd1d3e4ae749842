internal import Foundation

/// How often a session may renew its token before it stops for a while.
///
/// A server that refuses every token it has just given would otherwise keep an app renewing for ever.
public struct RefreshLimit: Hashable, Sendable {
    /// Renewals allowed within the interval; 1 or more.
    public var count: Int

    /// Length of the sliding interval.
    public var interval: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - count: Renewals allowed within the interval; 1 or more.
    ///   - interval: Length of the sliding interval.
    public init(count: Int = 5, interval: Duration = .seconds(10)) {
        precondition(count > 0, "A limit of renewals must allow at least one.")
        self.count = count
        self.interval = interval
    }
}

/// The times of recent renewals, no more than the limit has use for.
struct RefreshWindow {
    /// How many are allowed.
    let limit: RefreshLimit
    private var starts: [Date] = []

    /// Starts empty.
    init(limit: RefreshLimit) {
        self.limit = limit
    }

    /// Whether one more renewal may start now; counts it when it may.
    mutating func admit(at now: Date) -> Bool {
        // A start in the future means that the clock was set back: it says nothing about the present.
        starts.removeAll { $0 > now || now.timeIntervalSince($0) >= limit.interval.inSeconds }
        guard starts.count < limit.count else { return false }
        starts.append(now)
        return true
    }

    /// Forgets all renewals, as for a new user.
    mutating func reset() {
        starts = []
    }
}
