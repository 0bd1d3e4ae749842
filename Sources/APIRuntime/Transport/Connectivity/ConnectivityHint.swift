/// A source of hints about the network connection.
///
/// A hint may be wrong, so that no request is refused because of it. On Apple systems `PathMonitorConnectivity` observes
/// the system; ``ManualConnectivity`` is set by the app.
public protocol ConnectivityHint: Sendable {
    /// Whether the network is probably reachable; `nil` when unknown.
    var isReachable: Bool? { get }

    /// The current hint and all later ones.
    func changes() -> AsyncStream<Bool>
}

/// A hint that the app or a test sets.
public final class ManualConnectivity: ConnectivityHint {
    private struct State: Sendable {
        var isReachable: Bool?
        var listeners: [Int: AsyncStream<Bool>.Continuation] = [:]
        var next = 0
    }

    private let state: LockedState<State>

    /// Creates a hint.
    ///
    /// - Parameter isReachable: The initial hint; `nil` for none.
    public init(isReachable: Bool? = nil) {
        state = LockedState(State(isReachable: isReachable))
    }

    /// The last hint that was set.
    public var isReachable: Bool? { state.withLock { $0.isReachable } }

    /// Sets the hint.
    public func set(_ isReachable: Bool) {
        // Under the lock, so that listeners receive the hints in their order.
        state.withLock { state in
            state.isReachable = isReachable
            for listener in state.listeners.values { listener.yield(isReachable) }
        }
    }

    /// The current hint and all later ones.
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
