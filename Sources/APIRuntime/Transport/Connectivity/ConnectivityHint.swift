/// What is believed about the way to the network.
///
/// A hint, never a verdict: nothing is refused because of it. On Apple systems `PathMonitorConnectivity` asks the system;
/// ``ManualConnectivity`` believes what it is told.
public protocol ConnectivityHint: Sendable {
    /// Whether there is a way now; `nil` when nothing is known.
    var isReachable: Bool? { get }

    /// What is believed from now on, beginning with what is believed now.
    func changes() -> AsyncStream<Bool>
}

/// A hint that is set by hand: by a test, or by an app that knows better.
public final class ManualConnectivity: ConnectivityHint {
    private struct State: Sendable {
        var isReachable: Bool?
        var listeners: [Int: AsyncStream<Bool>.Continuation] = [:]
        var next = 0
    }

    private let state: LockedState<State>

    /// Creates a hint.
    ///
    /// - Parameter isReachable: What is believed at first; `nil` for nothing.
    public init(isReachable: Bool? = nil) {
        state = LockedState(State(isReachable: isReachable))
    }

    /// What was set last.
    public var isReachable: Bool? { state.withLock { $0.isReachable } }

    /// Sets what is believed from now on.
    public func set(_ isReachable: Bool) {
        let listeners = state.withLock { state in
            state.isReachable = isReachable
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(isReachable) }
    }

    /// What is set from now on, beginning with what was set last.
    public func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            if let isReachable = state.isReachable { continuation.yield(isReachable) }
            return state.next
        }
        continuation.onTermination = { [state] _ in state.withLock { $0.listeners[id] = nil } }
        return stream
    }
}
