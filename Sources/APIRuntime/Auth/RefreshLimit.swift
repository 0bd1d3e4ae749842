#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The number of times that a session may renew its token before it pauses.
///
/// Without a limit, a server that refuses every new token would keep an app renewing forever.
public struct RefreshLimit: Hashable, Sendable {
    /// The number of renewals allowed within the interval; 1 or more.
    public var count: Int

    /// The length of the sliding interval.
    public var interval: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - count: The number of renewals allowed within the interval; 1 or more.
    ///   - interval: The length of the sliding interval.
    public init(count: Int = 5, interval: Duration = .seconds(10)) {
        precondition(count > 0, "A limit of renewals must allow at least one.")
        self.count = count
        self.interval = interval
    }
}

/// The times of recent renewals within the interval of a limit.
struct RefreshWindow {
    /// The number of renewals allowed and its interval.
    let limit: RefreshLimit
    private var starts: [Date] = []

    /// Creates an empty window.
    init(limit: RefreshLimit) {
        self.limit = limit
    }

    /// Returns whether one more renewal may start now, and counts it if so.
    mutating func admit(at now: Date) -> Bool {
        // A start in the future means that the clock was set back, so it is ignored.
        starts.removeAll { $0 > now || now.timeIntervalSince($0) >= limit.interval.inSeconds }
        guard starts.count < limit.count else { return false }
        starts.append(now)
        return true
    }

    /// Removes all renewals, as for a new user.
    mutating func reset() {
        starts = []
    }
}
