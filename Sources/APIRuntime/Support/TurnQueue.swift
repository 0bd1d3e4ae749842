/// A lock for asynchronous work: tasks take turns in the order in which they ask.
final class TurnQueue: Sendable {
    private struct State {
        var isTaken = false
        var lastID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// Waiters that were cancelled before they waited.
        var cancelled: Set<Int> = []
    }

    private let state = LockedState(State())

    /// Waits for the turn, which lasts until ``release()``.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first; there is no turn to release then.
    func take() async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Bool? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(returning: false)
        }
        // A cancellation that came after the turn was taken leaves its mark.
        state.withLock { _ = $0.cancelled.remove(id) }
        guard isTaken else { throw CancellationError() }
    }

    /// Runs work during a turn, also in a cancelled task.
    ///
    /// - Returns: The result of the work.
    func run<Result: Sendable>(_ body: () async -> Result) async -> Result {
        _ = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.lastID += 1
                state.waiting.append((state.lastID, continuation))
                return false
            }
            if isFree { continuation.resume(returning: true) }
        }
        defer { release() }
        return await body()
    }

    /// Ends the turn, and begins that of the task that has waited longest.
    func release() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
