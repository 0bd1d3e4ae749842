/// Something that happened to a session.
public enum SessionEvent: Hashable, Sendable {
    /// Why a session ended.
    public enum Reason: Hashable, Sendable {
        /// The app asked for it.
        case requested
        /// The server refused to renew the token.
        case rejected(status: Int?)
        /// Somebody else signed in on the same session.
        case replaced
        /// Another process that shares the store signed out.
        case elsewhere
    }

    /// A user signed in.
    case signedIn(partition: String)

    /// The token was renewed, here or by another process that shares the store.
    case refreshed(partition: String)

    /// The session ended; the cached responses of the partition have been deleted.
    case signedOut(partition: String, reason: Reason)

    /// A renewed token is in use but could not be stored; the next renewal tries again.
    case notStored(partition: String)
}

/// The observers of one session: each has a stream of its own.
///
/// An observer that stops listening is forgotten at once, and one that never listens holds at most the newest 32 events.
final class SessionObservers: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
    }

    private let state = LockedState(State())

    /// Ends all streams.
    deinit {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.finish()
        }
    }

    /// Count of the streams that somebody still holds.
    var count: Int {
        state.withLock { $0.continuations.count }
    }

    /// A new stream of what happens from now on.
    func stream() -> AsyncStream<SessionEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionEvent.self,
            bufferingPolicy: .bufferingNewest(32)
        )
        let id = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    /// Tells every observer.
    func send(_ event: SessionEvent) {
        for continuation in state.withLock({ Array($0.continuations.values) }) {
            continuation.yield(event)
        }
    }
}
