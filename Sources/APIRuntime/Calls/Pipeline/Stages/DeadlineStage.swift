/// Limits the later stages to the time that remains for the call.
struct DeadlineStage: CallMiddleware {
    let clock: any Clock<Duration>

    /// Passes the deadline on, and ends a call that is not ended at its deadline as a whole.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard let total = context.plan.deadline else { return try await next(request, context) }
        var context = context
        let deadline = context.start ?? CallDeadline(after: total, clock: clock)
        context.deadline = deadline
        if context.isRaced { return try await next(request, context) }
        return try await DeadlineRace(clock: clock).run(within: deadline.remaining ?? total) { [context] in
            try await next(request, context)
        }
    }
}

/// Ends an operation when its time is over.
struct DeadlineRace: Sendable {
    let clock: any Clock<Duration>

    /// Runs an operation, and cancels it after a time.
    ///
    /// The method returns at the deadline even if the operation ignores its cancellation. When the task is cancelled
    /// earlier, it waits for the operation, up to the deadline.
    ///
    /// - Throws: The error of the operation; ``TransportError/Code/timedOut`` when the time is over first.
    func run<Value: Sendable>(
        within limit: Duration,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = FirstResult<Value>()
        // Not a task group, which would wait for an operation that ignores its cancellation.
        let operation = Task {
            do {
                race.settle(.success(try await body()))
            } catch {
                race.settle(.failure(error))
            }
        }
        let timer = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            race.settle(.failure(TransportError(.timedOut, "The call's deadline passed.")))
            operation.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await race.result().get()
        } onCancel: {
            operation.cancel()
        }
    }
}

/// The first of several results; later ones are dropped.
private final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Result<Value, any Error>, Never>)
        case settled(Result<Value, any Error>)
    }

    private let state = LockedState(State.open)

    /// Records a result, unless there is one.
    func settle(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Result<Value, any Error>, Never>? in
            switch state {
            case .open:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .settled(result)
                return continuation
            case .settled:
                return nil
            }
        }
        continuation?.resume(returning: result)
    }

    /// Waits for the first result; called once.
    func result() async -> Result<Value, any Error> {
        await withCheckedContinuation { continuation in
            let settled = state.withLock { state -> Result<Value, any Error>? in
                if case .settled(let result) = state { return result }
                state = .awaited(continuation)
                return nil
            }
            if let settled { continuation.resume(returning: settled) }
        }
    }
}
