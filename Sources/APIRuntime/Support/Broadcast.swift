/// Sends each value to any number of listeners, each with a separate stream.
///
/// A stream that is no longer used is removed immediately. The streams finish when the object is deallocated.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var last = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = LockedState(State())
    private let limit: Int?

    /// Creates a broadcast without listeners.
    ///
    /// - Parameter limit: The number of newest values that are kept for a slow listener; `nil` for all.
    package init(keepingNewest limit: Int? = nil) {
        self.limit = limit
    }

    deinit {
        for listener in listeners { listener.finish() }
    }

    /// The number of streams in use.
    package var count: Int { state.withLock { $0.listeners.count } }

    /// Returns a stream of future values that starts with `first`, unless it is `nil`.
    package func stream(first: Element? = nil) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded
        )
        if let first { continuation.yield(first) }
        let id = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Sends a value to every listener.
    package func send(_ value: Element) {
        for listener in listeners { listener.yield(value) }
    }

    // Continuations are called without the lock, because a termination handler acquires it.
    private var listeners: [AsyncStream<Element>.Continuation] { state.withLock { Array($0.listeners.values) } }
}
