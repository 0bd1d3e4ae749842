/// Sends each value to any number of listeners; each has a stream of its own.
///
/// A listener that stops listening is forgotten at once. The streams end with the object.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var last = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = LockedState(State())
    private let limit: Int?

    /// Creates a broadcast without listeners.
    ///
    /// - Parameter limit: How many values, the newest ones, are kept for a listener that does not keep up; `nil` for all.
    package init(keepingNewest limit: Int? = nil) {
        self.limit = limit
    }

    deinit {
        for listener in listeners { listener.finish() }
    }

    /// Count of the streams that somebody still holds.
    package var count: Int { state.withLock { $0.listeners.count } }

    /// A stream of the values that are sent from now on, after one for this listener alone, unless that is `nil`.
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

    // A listener is called without the lock, which it takes when it stops listening.
    private var listeners: [AsyncStream<Element>.Continuation] { state.withLock { Array($0.listeners.values) } }
}
