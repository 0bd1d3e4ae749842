import HTTPTypes

/// The requests in flight of one client, each with the equal calls that wait for its response.
final class CallSharing: Sendable {
    /// The properties in which two calls must agree to share a request.
    struct Key: Hashable, Sendable {
        let head: HTTPRequest
        let owner: [CredentialOwner]
        let timeout: Duration?
        /// The number of deletions in the cache, which clients can share.
        let deletions: Int?
        /// The value of ``CallSharing/writes``.
        let writes: Int
    }

    typealias Outcome = Result<MiddlewareResponse, any Error>

    /// A call that waits for the response.
    private struct Waiter: Sendable {
        let continuation: CheckedContinuation<Outcome, Never>
        /// `nil` without a deadline.
        let deadline: CallDeadline?
    }

    private struct Flight: Sendable {
        let id: Int
        let task: Task<Void, Never>
        var waiters: [Int: Waiter] = [:]
    }

    private struct State: Sendable {
        var flights: [Key: Flight] = [:]
        var lastID = 0
        var writes = 0

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = LockedState(State())

    /// Number of waiting calls, for tests.
    var waiterCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Number of the client's writes that have ended, successful or not.
    var writes: Int { state.withLock { $0.writes } }

    /// Counts the end of a write: later calls join none of the requests in flight.
    func noteWrite() {
        state.withLock { $0.writes += 1 }
    }

    /// Returns the outcome of an equal request in flight, or of a new one.
    ///
    /// The request ends when no call waits for it any more.
    ///
    /// - Parameters:
    ///   - key: The properties that equal calls have in common.
    ///   - deadline: The deadline of the call; `nil` for none.
    ///   - send: Sends the request. It runs in a separate task with the task-local values of the first caller. Its
    ///     argument is the last deadline of the calls that wait, at any time.
    /// - Returns: The outcome, and whether it belongs to another call's request.
    func outcome(
        of key: Key,
        until deadline: CallDeadline?,
        _ send: @escaping @Sendable (CallDeadline) async -> Outcome
    ) async -> (Outcome, isShared: Bool) {
        let id = state.withLock { $0.makeID() }
        let isShared = LockedState(false)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let joined = join(key, id, Waiter(continuation: continuation, deadline: deadline), send)
                isShared.withLock { $0 = joined }
            }
        } onCancel: {
            leave(key, id)
        }
        return (outcome, isShared.withLock { $0 })
    }

    private func join(
        _ key: Key,
        _ id: Int,
        _ waiter: Waiter,
        _ send: @escaping @Sendable (CallDeadline) async -> Outcome
    ) -> Bool {
        state.withLock { state in
            if Task.isCancelled {
                waiter.continuation.resume(returning: .failure(CallFailure.cancelled))
                return false
            }
            if state.flights[key] != nil {
                state.flights[key]?.waiters[id] = waiter
                return true
            }
            let flight = state.makeID()
            // Not detached: the task inherits task-local values, but not the first caller's cancellation.
            let task = Task {
                let outcome = await send(CallDeadline { self.remainingTime(of: key, flight) })
                self.land(key, flight, outcome)
            }
            state.flights[key] = Flight(id: flight, task: task, waiters: [id: waiter])
            return false
        }
    }

    /// The time until the last deadline of the calls that wait for a request; `nil` if one of them has no deadline, zero
    /// if there are no calls.
    private func remainingTime(of key: Key, _ flight: Int) -> Duration? {
        let deadlines = state.withLock { state -> [CallDeadline?] in
            guard let current = state.flights[key], current.id == flight else { return [] }
            return current.waiters.values.map(\.deadline)
        }
        var longest = Duration.zero
        for deadline in deadlines {
            guard let remaining = deadline?.remaining else { return nil }
            longest = max(longest, remaining)
        }
        return longest
    }

    private func land(_ key: Key, _ flight: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let landed = state.flights[key], landed.id == flight else { return [] }
            state.flights[key] = nil
            return Array(landed.waiters.values)
        }
        for waiter in waiters { waiter.continuation.resume(returning: outcome) }
    }

    /// Removes a cancelled call, and cancels the request with its last call.
    private func leave(_ key: Key, _ id: Int) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.flights[key]?.waiters.removeValue(forKey: id) else { return (nil, nil) }
            guard state.flights[key]?.waiters.isEmpty ?? false else { return (waiter, nil) }
            return (waiter, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        waiter?.continuation.resume(returning: .failure(CallFailure.cancelled))
    }
}
