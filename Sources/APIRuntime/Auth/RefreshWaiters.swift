/// The tasks that wait for one renewal, each of which can be cancelled separately.
struct RefreshWaiters {
    /// The continuation of a waiter, resumed with the failure of the renewal, or `nil` to try again.
    typealias Continuation = CheckedContinuation<AuthenticationError?, Never>

    private var waiting: [Int: Continuation] = [:]
    private var next = 0

    /// The number of waiting tasks.
    var count: Int { waiting.count }

    /// Returns a number for the next waiter.
    mutating func makeID() -> Int {
        next += 1
        return next
    }

    /// Stores a waiter until it is resumed.
    mutating func add(_ continuation: Continuation, id: Int) {
        waiting[id] = continuation
    }

    /// Resumes one waiter, if it still waits.
    mutating func wake(_ id: Int, with failure: AuthenticationError?) {
        waiting.removeValue(forKey: id)?.resume(returning: failure)
    }

    /// The number of the latest waiter; 0 before the first one.
    var last: Int { next }

    /// Removes the waiters up to a number and returns them for the caller to resume.
    mutating func take(upTo last: Int) -> [Continuation] {
        let ids = waiting.keys.filter { $0 <= last }
        return ids.compactMap { waiting.removeValue(forKey: $0) }
    }

    /// Removes all waiters and returns them for the caller to resume.
    mutating func takeAll() -> [Continuation] {
        defer { waiting = [:] }
        return Array(waiting.values)
    }
}
