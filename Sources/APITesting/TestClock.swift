import APIRuntime

/// A clock whose time changes only when a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// async let slept: Void = clock.sleep(for: .seconds(30))
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(30))
/// try await slept
/// ```
///
/// Pass it to a client with `ClientConfiguration.testing(_:clock:date:isStrict:)`.
public final class TestClock: Clock, Sendable {
    /// A point in the clock's time.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let offset: Duration

        /// Creates an instant.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns the instant after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration from this instant to another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether the first instant is earlier.
        public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let state = LockedState(TestClockState())

    /// Creates a clock at time zero.
    public init() {}

    /// The current time of the clock.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    /// The smallest step, which is always zero.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that are currently sleeping.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock reaches or passes the deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let wakes = state.withLock { $0.add(id, until: deadline.offset, continuation) }
                wakes.forEach { $0() }
            }
        } onCancel: {
            let wakes = state.withLock { $0.cancel(id) }
            wakes.forEach { $0() }
        }
    }

    /// Advances the clock and resumes all tasks whose deadline has passed, earliest first.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A clock cannot go back.")
        let wakes = state.withLock { $0.advance(by: duration) }
        wakes.forEach { $0() }
    }

    /// Waits until at least this number of tasks are sleeping, or until the task is cancelled, as at the time limit of a
    /// test.
    public func sleepers(_ count: Int) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wakes = state.withLock { $0.watch(id, count, continuation) }
                wakes.forEach { $0() }
            }
        } onCancel: {
            let wakes = state.withLock { $0.cancelWatch(id) }
            wakes.forEach { $0() }
        }
    }
}

/// The sleeping and waiting tasks of a ``TestClock``.
///
/// Methods return the continuations so that the caller can resume them after the lock is released.
private struct TestClockState: Sendable {
    typealias Wake = @Sendable () -> Void

    struct Sleeper: Sendable {
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    struct Watcher: Sendable {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    var now = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    private var watchers: [Watcher] = []
    private var cancelled: Set<Int> = []
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func add(_ id: Int, until deadline: Duration, _ continuation: CheckedContinuation<Void, any Error>)
        -> [Wake]
    {
        if cancelled.remove(id) != nil { return [{ continuation.resume(throwing: CancellationError()) }] }
        if deadline <= now { return [{ continuation.resume() }] }
        sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
        return satisfiedWatchers()
    }

    mutating func cancel(_ id: Int) -> [Wake] {
        guard let sleeper = sleepers.removeValue(forKey: id) else {
            cancelled.insert(id)
            return []
        }
        return [{ sleeper.continuation.resume(throwing: CancellationError()) }]
    }

    mutating func advance(by duration: Duration) -> [Wake] {
        now += duration
        let due = sleepers.filter { $0.value.deadline <= now }
        for id in due.keys { sleepers[id] = nil }
        let order = due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        return order.map { sleeper in { sleeper.value.continuation.resume() } }
    }

    mutating func watch(_ id: Int, _ count: Int, _ continuation: CheckedContinuation<Void, Never>) -> [Wake] {
        if cancelled.remove(id) != nil { return [{ continuation.resume() }] }
        watchers.append(Watcher(id: id, count: count, continuation: continuation))
        return satisfiedWatchers()
    }

    mutating func cancelWatch(_ id: Int) -> [Wake] {
        guard let index = watchers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return []
        }
        let watcher = watchers.remove(at: index)
        return [{ watcher.continuation.resume() }]
    }

    private mutating func satisfiedWatchers() -> [Wake] {
        let count = sleepers.count
        let satisfied = watchers.filter { $0.count <= count }
        watchers.removeAll { $0.count <= count }
        return satisfied.map { watcher in { watcher.continuation.resume() } }
    }
}
