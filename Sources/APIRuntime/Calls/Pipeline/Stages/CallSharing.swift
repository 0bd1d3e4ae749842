import HTTPTypes

/// The requests in flight of one client, each with the equal calls that wait for its response.
final class CallSharing: Sendable {
    /// The properties in which two calls must agree to share a request.
    struct Key: Hashable, Sendable {
        let head: HTTPRequest
        let owner: [CredentialOwner]
        let timeout: Duration?
        let total: Duration?
    }

    typealias Outcome = Result<MiddlewareResponse, any Error>
    private typealias Waiter = CheckedContinuation<Outcome, Never>

    private struct Flight: Sendable {
        let id: Int
        let task: Task<Void, Never>
        var waiters: [Int: Waiter] = [:]
    }

    private struct State: Sendable {
        var flights: [Key: Flight] = [:]
        var lastID = 0

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = LockedState(State())

    /// Number of waiting calls, for tests.
    var waiterCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

    /// Returns the outcome of an equal request in flight, or of a new one.
    ///
    /// - Parameters:
    ///   - key: The properties that equal calls have in common.
    ///   - send: Sends the request. It runs in a separate task with the task-local values of the first caller.
    /// - Returns: The outcome, and whether it belongs to another call's request.
    func outcome(of key: Key, _ send: @escaping @Sendable () async -> Outcome) async -> (Outcome, isShared: Bool) {
        let id = state.withLock { $0.makeID() }
        let isShared = LockedState(false)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: Waiter) in
                let joined = join(key, id, waiter, send)
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
        _ send: @escaping @Sendable () async -> Outcome
    ) -> Bool {
        state.withLock { state in
            if Task.isCancelled {
                waiter.resume(returning: .failure(CallFailure.cancelled))
                return false
            }
            if state.flights[key] != nil {
                state.flights[key]?.waiters[id] = waiter
                return true
            }
            let flight = state.makeID()
            // Not detached: the task inherits task-local values, but not the first caller's cancellation.
            let task = Task {
                let outcome = await send()
                self.land(key, flight, outcome)
            }
            state.flights[key] = Flight(id: flight, task: task, waiters: [id: waiter])
            return false
        }
    }

    private func land(_ key: Key, _ flight: Int, _ outcome: Outcome) {
        let waiters = state.withLock { state -> [Waiter] in
            guard let landed = state.flights[key], landed.id == flight else { return [] }
            state.flights[key] = nil
            return Array(landed.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    /// Removes a cancelled call, and cancels the request with its last call.
    private func leave(_ key: Key, _ id: Int) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.flights[key]?.waiters.removeValue(forKey: id) else { return (nil, nil) }
            guard state.flights[key]?.waiters.isEmpty ?? false else { return (waiter, nil) }
            return (waiter, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        waiter?.resume(returning: .failure(CallFailure.cancelled))
    }
}
