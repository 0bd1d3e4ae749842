import HTTPTypes

/// Requests on their way, and the equal calls that wait for each.
final class CallSharing: Sendable {
    /// What makes two calls equal.
    struct Key: Hashable, Sendable {
        let head: HTTPRequest
        let owner: String
        let timeout: Duration?
        let total: Duration?
    }

    typealias Outcome = Result<SentResponse, CallFailure>
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

    /// Number of calls that wait, for tests.
    var waiterCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

    /// The outcome of the equal request on its way, or of a new one.
    ///
    /// - Parameters:
    ///   - key: What makes calls equal.
    ///   - send: Sends the request; runs in a task of its own.
    /// - Returns: The outcome, and whether another call's request gave it.
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
                waiter.resume(returning: .failure(.cancelled))
                return false
            }
            if state.flights[key] != nil {
                state.flights[key]?.waiters[id] = waiter
                return true
            }
            let flight = state.makeID()
            let task = Task.detached {
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

    /// Takes a cancelled call out, and the request with the last one.
    private func leave(_ key: Key, _ id: Int) {
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.flights[key]?.waiters.removeValue(forKey: id) else { return (nil, nil) }
            guard state.flights[key]?.waiters.isEmpty ?? false else { return (waiter, nil) }
            return (waiter, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        waiter?.resume(returning: .failure(.cancelled))
    }
}

extension SenderCore {
    /// Sends a call, or waits for an equal one where the client wants that.
    func sendShared(_ prepared: PreparedCall) async throws(CallFailure) -> SentResponse {
        guard configuration.sharesEqualRequests, prepared.head.method == .get, prepared.call.body == nil,
            prepared.progress == nil, let owner = await partition(for: prepared)
        else { return try await sendBounded(prepared) }
        let key = CallSharing.Key(
            head: prepared.head,
            owner: owner,
            timeout: prepared.timeout,
            total: prepared.total
        )
        let (outcome, isShared) = await sharing.outcome(of: key) {
            do throws(CallFailure) {
                return .success(try await self.sendBounded(prepared))
            } catch {
                return .failure(error)
            }
        }
        let sent = try outcome.get()
        if isShared {
            note(prepared, 0, sent.response.status, sent.response.body.count, .zero, cache: .shared)
        }
        return sent
    }
}
