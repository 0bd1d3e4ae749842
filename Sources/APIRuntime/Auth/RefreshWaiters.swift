/// The tasks that wait for one renewal, each of which may give up alone.
struct RefreshWaiters {
    /// What a waiter is woken with: the failure of the renewal, or `nil` to ask again.
    typealias Continuation = CheckedContinuation<AuthenticationError?, Never>

    private var waiting: [Int: Continuation] = [:]
    private var next = 0

    /// Count of the tasks that wait.
    var count: Int { waiting.count }

    /// A number for the next waiter.
    mutating func makeID() -> Int {
        next += 1
        return next
    }

    /// Keeps a waiter until it is woken.
    mutating func add(_ continuation: Continuation, id: Int) {
        waiting[id] = continuation
    }

    /// Wakes one waiter, if it still waits.
    mutating func wake(_ id: Int, with failure: AuthenticationError?) {
        waiting.removeValue(forKey: id)?.resume(returning: failure)
    }

    /// Takes all waiters out, for the caller to wake.
    mutating func takeAll() -> [Continuation] {
        defer { waiting = [:] }
        return Array(waiting.values)
    }
}
