import HTTPTypes

/// The intervals at which a client requests the state of long-running work.
///
/// Generated operations with `x-polling` have such a parameter; see ``OperationGroup/poll(_:until:_:)``.
public struct PollingOptions: Hashable, Sendable {
    /// Wait between a response and the next request.
    public var interval: Duration

    /// Factor from one wait to the next; 1 for a constant interval.
    public var backoff: Double

    /// The maximum delay, even if `Retry-After` requests a longer one.
    public var maximumInterval: Duration

    /// Longest time for which the server may delay its response until the state changes; `nil` when it cannot.
    ///
    /// It is the value of the operation's parameter for this time. After a delay of that length the next request is sent
    /// immediately.
    public var wait: Duration?

    /// Longest time for all requests and the waits between them; `nil` for no limit.
    public var deadline: Duration?

    /// Creates options: by default a request every second, for up to 10 minutes.
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

    /// Returns the wait before the next request.
    ///
    /// - Parameters:
    ///   - count: Number of responses so far; 1 or more.
    ///   - asked: The wait that the server asks for; `nil` for none.
    ///   - held: Duration of the last request.
    /// - Returns: The wait; zero sends the next request immediately.
    func pause(after count: Int, asked: Duration?, held: Duration) -> Duration {
        // When the server asks for a wait of zero, the interval applies.
        if let asked, asked > .zero { return min(asked, maximumInterval) }
        if let wait, held >= wait { return .zero }
        let longest = maximumInterval / .seconds(1)
        var pause = interval / .seconds(1)
        for _ in 1..<max(count, 1) where pause < longest && backoff > 1 { pause *= backoff }
        return pause < longest ? .seconds(pause) : maximumInterval
    }
}

extension OperationGroup {
    /// Calls an operation repeatedly until its response reports the end of the work.
    ///
    /// ```swift
    /// let done = try await client.documents.poll(
    ///     PollingOptions(),
    ///     until: { $0.state != .processing }
    /// ) { group, wait throws(GetDocumentError) in
    ///     try await group.get(id: id, wait: wait)
    /// }
    /// ```
    ///
    /// A failure of the operation ends the polling; the retries of each call handle transient failures.
    ///
    /// - Parameters:
    ///   - polling: The intervals and the deadline.
    ///   - isDone: Returns whether a response is the last one.
    ///   - call: Calls the operation of its first argument. The second one is the time for which the server may delay its
    ///     response; `nil` for none.
    /// - Returns: The last response.
    /// - Throws: The operation's error: also its `transport` failure with ``TransportError/Code/timedOut`` when the deadline
    ///   passes, and its `cancelled` failure when the task is cancelled.
    public nonisolated(nonsending) func poll<Value, Failure: OperationError>(
        _ polling: PollingOptions,
        until isDone: (Value) -> Bool,
        _ call: nonisolated(nonsending) (Self, Duration?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var course = PollCourse(polling, sender.pipeline)
        while true {
            let value = try await course.next(self, call)
            if isDone(value) { return value }
        }
    }

    /// Returns the states of long-running work as they arrive, including the last one.
    ///
    /// - Parameters:
    ///   - polling: The intervals and the deadline.
    ///   - isDone: Returns whether a response is the last one.
    ///   - call: Calls the operation of its first argument.
    /// - Returns: The responses; the sequence throws the same errors as ``poll(_:until:_:)``.
    public func states<Value: Sendable, Failure: OperationError>(
        _ polling: PollingOptions,
        until isDone: @escaping @Sendable (Value) -> Bool,
        _ call: @escaping @Sendable (Self, Duration?) async throws(Failure) -> Value
    ) -> ResponseSequence<Value> {
        ResponseSequence {
            let walk = LockedState((course: PollCourse(polling, sender.pipeline), isOver: false))
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

/// The state of one polling.
private struct PollCourse: Sendable {
    private let polling: PollingOptions
    private let pipeline: CallPipeline
    private let deadline: CallDeadline
    /// The owner and the deadline of all requests.
    private let scope: OwnerScope
    private var count = 0
    private var pause = Duration.zero

    init(_ polling: PollingOptions, _ pipeline: CallPipeline) {
        self.polling = polling
        self.pipeline = pipeline
        deadline = CallDeadline(after: polling.deadline, clock: pipeline.configuration.clock)
        scope = OwnerScope(deadline: deadline)
    }

    /// Waits until the next request is due, and sends it.
    nonisolated(nonsending) mutating func next<Group: OperationGroup, Value, Failure: OperationError>(
        _ group: Group,
        _ call: nonisolated(nonsending) (Group, Duration?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if count > 0 {
            do {
                try await rest()
            } catch {
                throw Failure(error)
            }
        }
        let recorder = ResponseRecorder()
        let elapsed = stopwatch(pipeline.configuration.clock)
        let hold = polling.wait.map { deadline.limit($0) ?? $0 }
        let sender = group.sender.recording(in: recorder).bound(to: scope)
        let value = try await call(Group(sender: sender), hold)
        count += 1
        let now = pipeline.configuration.now()
        let fields = recorder.head?.headers ?? [:]
        let asked = fields[.retryAfter].flatMap { RetryAfter.delay(from: $0, now: fields.serverTime(now) ?? now) }
        pause = polling.pause(after: count, asked: asked, held: elapsed())
        return value
    }

    private func rest() async throws(CallFailure) {
        guard deadline.allows(pause) else {
            throw .transport(TransportError(.timedOut, "The work did not end in time."))
        }
        if pause > .zero { try await pipeline.pause(pause, in: scope) }
    }
}
