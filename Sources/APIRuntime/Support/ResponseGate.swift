/// A gate that passes on the first response and drops the others.
package final class ResponseGate<Value: Sendable>: Sendable {
    private enum State {
        case closed
        case awaited(CheckedContinuation<Value, Never>)
        case open(Value)
        case left
    }

    private let state = LockedState(State.closed)

    /// Creates a gate without a response.
    package init() {}

    /// Provides a response; may be called from any thread.
    package func open(_ response: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .closed:
                state = .open(response)
                return nil
            case .awaited(let continuation):
                state = .left
                return continuation
            case .open, .left:
                return nil
            }
        }
        waiting?.resume(returning: response)
    }

    /// Waits for the first response.
    ///
    /// Call this method only once.
    package func response() async -> Value {
        await withCheckedContinuation { continuation in
            let early: Value? = state.withLock { state in
                if case .open(let response) = state {
                    state = .left
                    return .some(response)
                }
                state = .awaited(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
