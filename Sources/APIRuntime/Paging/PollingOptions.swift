import HTTPTypes

/// How often a client asks for the state of work that a server takes its time for.
///
/// Generated operations with `x-polling` take one; see ``OperationGroup/poll(_:until:_:)``.
public struct PollingOptions: Hashable, Sendable {
    /// Wait between a response and the next question.
    public var interval: Duration

    /// What each wait is multiplied by for the next one; 1 keeps the interval, more backs off.
    public var backoff: Double

    /// Longest wait, also when the server asks for a longer one by `Retry-After`.
    public var maximumInterval: Duration

    /// How long the server may hold its response back until the state changes; `nil` where it cannot.
    ///
    /// Goes to the operation's parameter for it. A response that was held back that long is asked for again at once.
    public var wait: Duration?

    /// Time for all questions together; `nil` asks without end.
    public var deadline: Duration?

    /// Creates a habit: every second, for 10 minutes at most.
    public init(
        interval: Duration = .seconds(1),
        backoff: Double = 1,
        maximumInterval: Duration = .seconds(60),
        wait: Duration? = nil,
        deadline: Duration? = .seconds(600)
    ) {
        precondition(backoff >= 1, "Waits do not become shorter.")
        self.interval = interval
        self.backoff = backoff
        self.maximumInterval = maximumInterval
        self.wait = wait
        self.deadline = deadline
    }

    /// The wait before the next question.
    ///
    /// - Parameters:
    ///   - count: Number of responses so far; 1 or more.
    ///   - asked: What the server asked for; `nil` for nothing.
    ///   - held: How long the last response took.
    /// - Returns: The wait; zero asks again at once.
    func pause(after count: Int, asked: Duration?, held: Duration) -> Duration {
        // A server that asks for no wait at all leaves it to the interval.
        if let asked, asked > .zero { return min(asked, maximumInterval) }
        if let wait, held >= wait { return .zero }
        var pause = interval
        for _ in 1..<max(count, 1) where pause < maximumInterval && backoff > 1 { pause = pause * backoff }
        return min(pause, maximumInterval)
    }
}

extension OperationGroup {
    /// Calls an operation again and again until its response says that the work has ended.
    ///
    /// ```swift
    /// let done = try await client.documents.poll(PollingOptions(), until: { $0.state != .processing }) { group, wait in
    ///     try await group.get(id: id, wait: wait)
    /// }
    /// ```
    ///
    /// A failure of the operation ends the waiting; transient ones are left to the call's retries.
    ///
    /// - Parameters:
    ///   - polling: How often, and for how long.
    ///   - isDone: Whether a response is the last one.
    ///   - call: Calls the operation of the group it is given, with the time for which the server may hold its response
    ///     back; `nil` for no time.
    /// - Returns: The last response.
    /// - Throws: What the operation throws; its `transport` failure with ``TransportError/Code/timedOut`` when the
    ///   deadline has passed, its `cancelled` when the task was cancelled.
    public func poll<Value, Failure: OperationError>(
        _ polling: PollingOptions,
        until isDone: (Value) -> Bool,
        _ call: (Self, Duration?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var course = PollCourse(polling, sender.core)
        while true {
            let value = try await course.next(self, call)
            if isDone(value) { return value }
        }
    }

    /// The states of work that a server takes its time for, each as it comes, the last one included.
    ///
    /// - Parameters:
    ///   - polling: How often, and for how long.
    ///   - isDone: Whether a response is the last one.
    ///   - call: Calls the operation of the group it is given.
    /// - Returns: The responses; the sequence fails as ``poll(_:until:_:)`` does.
    public func states<Value: Sendable, Failure: OperationError>(
        _ polling: PollingOptions,
        until isDone: @escaping @Sendable (Value) -> Bool,
        _ call: @escaping @Sendable (Self, Duration?) async throws(Failure) -> Value
    ) -> ResponseSequence<Value> {
        ResponseSequence {
            let walk = LockedState((course: PollCourse(polling, sender.core), isOver: false))
            return {
                var (course, isOver) = walk.withLock { $0 }
                if isOver { return nil }
                let value = try await course.next(self, call)
                isOver = isDone(value)
                walk.withLock { [course, isOver] in $0 = (course, isOver) }
                return value
            }
        }
    }
}

/// How far the questions about one piece of work have come.
private struct PollCourse: Sendable {
    private let polling: PollingOptions
    private let core: SenderCore
    private let deadline: CallDeadline
    private var count = 0
    private var pause = Duration.zero

    init(_ polling: PollingOptions, _ core: SenderCore) {
        self.polling = polling
        self.core = core
        deadline = CallDeadline(after: polling.deadline, clock: core.configuration.clock)
    }

    /// Waits until the next question is due, and asks it.
    mutating func next<Group: OperationGroup, Value, Failure: OperationError>(
        _ group: Group,
        _ call: (Group, Duration?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if count > 0 {
            do {
                try await rest()
            } catch {
                throw Failure(error)
            }
        }
        let recorder = ResponseRecorder()
        let elapsed = stopwatch(core.configuration.clock)
        let hold = polling.wait.map { deadline.limit($0) ?? $0 }
        let value = try await call(Group(sender: group.sender.recording(in: recorder)), hold)
        count += 1
        let now = core.configuration.now()
        let fields = recorder.head?.headers ?? [:]
        let asked = fields[.retryAfter].flatMap { RetryAfter.delay(from: $0, now: fields.serverTime(now) ?? now) }
        pause = polling.pause(after: count, asked: asked, held: elapsed())
        return value
    }

    private func rest() async throws(CallFailure) {
        guard deadline.allows(pause) else {
            throw .transport(TransportError(.timedOut, "The work did not end in time."))
        }
        if pause > .zero { try await core.pause(pause) }
    }
}
