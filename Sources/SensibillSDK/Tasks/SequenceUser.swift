import APIRuntime

/// The user of several requests that belong together, which is the user of the first one.
final class SequenceUser: Sendable {
    /// The user of the requests that the current task sends; `nil` for separate requests.
    @TaskLocal static var current: SequenceUser?

    private struct State {
        /// The user of the first request; `nil` before it.
        var identifier: String??
        /// The position of the last requested page; `nil` before the first one.
        var position: Int?
    }

    private let state = LockedState(State())

    /// Creates the user of requests, none of which has been sent.
    init() {}

    /// Returns whether a user may send the next request.
    ///
    /// - Parameter user: The user; `nil` for nobody.
    /// - Returns: Whether the user is that of the first request.
    func admits(_ user: UserBinding?) -> Bool {
        state.withLock { state in
            let first = state.identifier ?? user?.cacheIdentifier
            state.identifier = .some(first)
            return first == user?.cacheIdentifier
        }
    }

    /// Notes the position of the next page, and forgets the user if it does not follow the last one, because another
    /// iteration has begun.
    func turn(to position: Int) {
        state.withLock { state in
            let follows = position > 0 && state.position.map { $0 == position || $0 + 1 == position } ?? false
            if !follows { state.identifier = nil }
            state.position = position
        }
    }
}
