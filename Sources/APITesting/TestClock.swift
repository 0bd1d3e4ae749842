import APIRuntime

/// A clock that moves only when it is told to.
///
/// ```swift
/// let clock = TestClock()
/// async let slept: Void = clock.sleep(for: .seconds(30))
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(30))
/// try await slept
/// ```
///
/// Give it to a client by ``ClientConfiguration/testing(_:clock:date:isStrict:)``.
public final class TestClock: Clock, Sendable {
    /// A point in the clock's time.
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public let offset: Duration

        /// Creates an instant.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The instant that much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Time from this instant to the other one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether the first is earlier.
        public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let state = LockedState(TestClockState())

    /// Creates a clock at time zero.
    public init() {}

    /// The clock's time.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    /// Smallest step; there is none, so zero.
    public var minimumResolution: Duration { .zero }

    /// Number of tasks that sleep now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock is moved to the deadline or past it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
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

    /// Moves the clock forward and wakes everybody whose time has come, earliest first.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A clock cannot go back.")
        let wakes = state.withLock { $0.advance(by: duration) }
        wakes.forEach { $0() }
    }

    /// Waits until at least that many tasks sleep.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let wakes = state.withLock { $0.watch(count, continuation) }
            wakes.forEach { $0() }
        }
    }
}

/// Who waits for a ``TestClock``.
///
/// Continuations are handed out, to be resumed when the lock is free.
private struct TestClockState: Sendable {
    typealias Wake = @Sendable () -> Void

    struct Sleeper: Sendable {
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    struct Watcher: Sendable {
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

    mutating func watch(_ count: Int, _ continuation: CheckedContinuation<Void, Never>) -> [Wake] {
        watchers.append(Watcher(count: count, continuation: continuation))
        return satisfiedWatchers()
    }

    private mutating func satisfiedWatchers() -> [Wake] {
        let count = sleepers.count
        let satisfied = watchers.filter { $0.count <= count }
        watchers.removeAll { $0.count <= count }
        return satisfied.map { watcher in { watcher.continuation.resume() } }
    }
}
