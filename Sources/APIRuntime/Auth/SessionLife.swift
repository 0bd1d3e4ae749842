/// The time from a sign-in to the end of its session, which ends once and for all.
///
/// Calls keep a reference and check it without suspending, so that no other user can sign in between a check and its use.
final class SessionLife: Sendable {
    private struct State {
        var failure: AuthenticationError?
        var handlers: [Int: @Sendable () -> Void] = [:]
        var last = 0
        var isAnnounced = false
        /// The calls that wait for the announcement.
        var waiting: [Int: ResponseGate<Void>] = [:]
        var entry: StoredToken?
        var renewal: Task<StoredToken?, Never>?
    }

    /// The identity of the session; `nil` for an entry of a store that has none.
    let generation: String?

    /// The partition of the cache that holds the session's responses.
    let cachePartition: String

    private let state = LockedState(State())

    /// Creates a session that has not ended.
    init(generation: String?, cachePartition: String) {
        self.generation = generation
        self.cachePartition = cachePartition
    }

    /// The error of the session's calls; `nil` until the session has ended.
    var failure: AuthenticationError? { state.withLock { $0.failure } }

    /// Ends the session, unless it has ended, and calls the handlers.
    ///
    /// - Parameter failure: The error with which the session's calls end.
    func end(with failure: AuthenticationError) {
        let handlers = state.withLock { state in
            guard state.failure == nil else { return [@Sendable () -> Void]() }
            state.failure = failure
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Registers a handler for the end; calls it immediately if the session has ended.
    ///
    /// - Returns: The number for ``forget(_:)``; `nil` when the handler was called.
    func onEnd(_ handler: @escaping @Sendable () -> Void) -> Int? {
        let id = state.withLock { state -> Int? in
            guard state.failure == nil else { return nil }
            state.last += 1
            state.handlers[state.last] = handler
            return state.last
        }
        if id == nil { handler() }
        return id
    }

    /// Removes a handler.
    func forget(_ id: Int) {
        state.withLock { $0.handlers[id] = nil }
    }

    /// Records that the observers of the session have been notified of its end.
    func announced() {
        let gates = state.withLock { state in
            state.isAnnounced = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for gate in gates { gate.open(()) }
    }

    /// Waits until the observers of the session have been notified of its end, or the task is cancelled.
    func announcement() async {
        let gate = ResponseGate<Void>()
        let id = state.withLock { state -> Int? in
            if state.isAnnounced { return nil }
            state.last += 1
            state.waiting[state.last] = gate
            return state.last
        }
        guard let id else { return }
        await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            gate.open(())
        }
        state.withLock { $0.waiting[id] = nil }
    }

    /// Records the entry that the session holds now.
    func hold(_ entry: StoredToken) {
        state.withLock { $0.entry = entry }
    }

    /// Records the last renewal of the session, which returns the entry that the server has issued.
    func began(_ renewal: Task<StoredToken?, Never>) {
        state.withLock { $0.renewal = renewal }
    }

    /// Returns the last entry of the session, after a renewal in progress.
    ///
    /// A renewal that ends after the session no longer counts, but it has used up the session's refresh token.
    func lastEntry() async -> StoredToken? {
        let (entry, renewal) = state.withLock { ($0.entry, $0.renewal) }
        return await renewal?.value ?? entry
    }

    /// The number of registered handlers, for tests.
    var handlerCount: Int { state.withLock { $0.handlers.count } }
}
