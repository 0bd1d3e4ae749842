import HTTPTypes

/// The account of the requests that one pass through the retry stage has sent.
final class AttemptAccount: Sendable {
    private struct State {
        var count = 0
        var isReplayable = true
        var rewinds = true
        var mayHaveActed = false
    }

    private let state = LockedState(State())

    /// Starts an attempt.
    ///
    /// - Returns: Its number, from 1.
    func next() -> Int {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    /// Records a request that is about to be sent, as all middlewares have left it.
    func note(isReplayable: Bool, rewinds: Bool) {
        state.withLock { state in
            state.isReplayable = state.isReplayable && isReplayable
            state.rewinds = state.rewinds && rewinds
        }
    }

    /// Records that the server may have acted on a request.
    func noteEffect() {
        state.withLock { $0.mayHaveActed = true }
    }

    /// Returns whether the requests so far allow another attempt.
    ///
    /// A middleware behind the retry stage may have changed the method or the body of the request, sent several requests,
    /// or failed like a request that was never sent.
    func allowsAttempt(after outcome: AttemptOutcome) -> Bool {
        state.withLock { state in
            state.rewinds && (state.isReplayable || (outcome == .notSent && !state.mayHaveActed))
        }
    }
}

/// The last request that the stages behind the cache have sent for one call.
final class SentRequest: Sendable {
    private let state = LockedState<(head: HTTPRequest?, isOwnerChanged: Bool)>((nil, false))

    /// The request as the transport received it; `nil` if none was sent.
    var head: HTTPRequest? { state.withLock { $0.head } }

    /// Whether a middleware behind the cache has changed the user of a request.
    var isOwnerChanged: Bool { state.withLock { $0.isOwnerChanged } }

    /// Records a request.
    func note(_ head: HTTPRequest, isOwnerChanged: Bool) {
        state.withLock { $0 = (head, $0.isOwnerChanged || isOwnerChanged) }
    }
}
