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

    /// Returns the outcome of a call whose last attempt has failed.
    ///
    /// The failure of a request that was not sent must not hide that the server may have acted on an earlier one, of an
    /// earlier attempt or of a middleware that sends several. Without a credential for the last attempt, the outcome is
    /// that of the one before.
    ///
    /// - Parameters:
    ///   - error: The failure of the last attempt.
    ///   - former: The outcome of the attempt before; `nil` for the first attempt.
    /// - Returns: The response to the attempt before, if it is the outcome.
    /// - Throws: The failure of the call.
    func outcome(
        of error: any Error,
        after former: Result<MiddlewareResponse, any Error>?
    ) throws -> MiddlewareResponse {
        guard state.withLock({ $0.mayHaveActed }) else { throw error }
        guard let former, case .unauthenticated(let cause) = CallFailure(stageError: error), !cause.endsSession else {
            throw Self.asSent(error)
        }
        return try former.mapError(Self.asSent).get()
    }

    private static func asSent(_ error: any Error) -> any Error {
        guard case .transport(let error) = CallFailure(stageError: error), error.sent.isNothing else { return error }
        return CallFailure.transport(error.with(sent: .everything))
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

extension MiddlewareContext {
    /// Records that the server may have acted on a request of the call.
    func noteEffect() {
        attempts?.noteEffect()
        sent?.noteEffect()
    }
}

/// The requests that the stages behind the cache have sent for one call.
final class SentRequest: Sendable {
    private struct State {
        var head: HTTPRequest?
        var isOwnerChanged = false
        var effects = 0
    }

    private let state = LockedState(State())

    /// The last request as the transport received it; `nil` if none was sent.
    var head: HTTPRequest? { state.withLock { $0.head } }

    /// Whether a middleware behind the cache has changed the user of a request.
    var isOwnerChanged: Bool { state.withLock { $0.isOwnerChanged } }

    /// The number of requests on which the server may have acted.
    var effects: Int { state.withLock { $0.effects } }

    /// Records a request.
    func note(_ head: HTTPRequest, isOwnerChanged: Bool) {
        state.withLock { state in
            state.head = head
            state.isOwnerChanged = state.isOwnerChanged || isOwnerChanged
        }
    }

    /// Records that the server may have acted on a request.
    func noteEffect() {
        state.withLock { $0.effects += 1 }
    }
}
