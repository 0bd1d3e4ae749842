#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reports the events of one session in order, and deletes what its ended sessions leave behind.
///
/// The closure of a sign-out runs at once, may take any time, and may use the session. Its event and all later ones are
/// reported when it has returned; if it never does, none of them is.
final class SessionAnnouncer: Sendable {
    /// The events of one change, which are reported together.
    private struct Announcement: Sendable {
        let place: Int
        /// `nil` until the change is complete, and the closures of its sign-outs have returned.
        var events: [SessionEvent]?
    }

    private struct State: Sendable {
        /// The caches of the clients that use the session, each once.
        var caches: [ObjectIdentifier: ResponseCache] = [:]
        /// The cache partitions of ended sessions, whose responses have not been deleted yet.
        var retired: Set<String> = []
        /// The announcements that wait for earlier ones, or for the end of their changes.
        var queue: [Announcement] = []
        var lastPlace = 0
    }

    private let state = LockedState(State())
    // A subscriber that does not read its stream holds at most these events.
    private let observers = Broadcast<SessionEvent>(keepingNewest: 32)
    private let now: @Sendable () -> Date
    private let onSignOut: @Sendable (String) async -> Void

    /// Creates an announcer without observers.
    init(now: @escaping @Sendable () -> Date, onSignOut: @escaping @Sendable (String) async -> Void) {
        self.now = now
        self.onSignOut = onSignOut
    }

    /// A stream of future events.
    var events: AsyncStream<SessionEvent> { observers.stream() }

    /// The number of event streams in use, for tests.
    var observerCount: Int { observers.count }

    /// Adds a cache whose responses are deleted when their session ends.
    func add(_ cache: ResponseCache) {
        state.withLock { $0.caches[cache.id] = cache }
    }

    /// Remembers the cache partition of a session that has ended.
    func retire(_ partition: String) {
        state.withLock { _ = $0.retired.insert(partition) }
    }

    /// Deletes the stored responses of a partition and of all retired ones.
    func clearCaches(of partition: String) async {
        let (caches, partitions) = state.withLock { state in
            let partitions = state.retired.union([partition])
            state.retired = []
            return (Array(state.caches.values), partitions.sorted())
        }
        for cache in caches {
            for name in partitions { await cache.removeAll(partition: name, now: now()) }
        }
    }

    /// Reserves the place of a change that has just been made, because events keep the order of the changes.
    ///
    /// - Returns: The place, which must be passed to ``announce(_:at:)``.
    func reserve() -> Int {
        state.withLock { state in
            state.lastPlace += 1
            state.queue.append(Announcement(place: state.lastPlace))
            return state.lastPlace
        }
    }

    /// Runs the closure of each sign-out, and then reports the events after those of all earlier changes.
    ///
    /// The method does not wait for the closures of earlier changes, which may wait for the task that calls it. Events that
    /// have to wait for them are reported after the method has returned.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - place: The place of the change.
    func announce(_ events: [SessionEvent], at place: Int) async {
        for event in events {
            guard case .signedOut(let partition, _) = event else { continue }
            await clearCaches(of: partition)
            await onSignOut(partition)
        }
        state.withLock { state in
            guard let index = state.queue.firstIndex(where: { $0.place == place }) else { return }
            state.queue[index].events = events
            // Under the lock: two changes that are complete at the same time must not swap.
            while let complete = state.queue.first?.events {
                for event in complete { observers.send(event) }
                state.queue.removeFirst()
            }
        }
    }
}
