import APIRuntime

/// Lets the first answer through and drops the others.
final class AnswerGate<Answer: Sendable>: Sendable {
    private enum State {
        case closed
        case awaited(CheckedContinuation<Answer, Never>)
        case open(Answer)
        case left
    }

    private let state = Lock(State.closed)

    /// Gives an answer, from any thread.
    func open(_ answer: Answer) {
        let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
            switch state {
            case .closed:
                state = .open(answer)
                return nil
            case .awaited(let continuation):
                state = .left
                return continuation
            case .open, .left:
                return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// The first answer.
    ///
    /// To be asked for once.
    func answer() async -> Answer {
        await withCheckedContinuation { continuation in
            let early: Answer? = state.withLock { state in
                if case .open(let answer) = state {
                    state = .left
                    return .some(answer)
                }
                state = .awaited(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
