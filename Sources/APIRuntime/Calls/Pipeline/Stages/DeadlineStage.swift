/// Limits the later stages to the time that remains for the call.
///
/// ``CallPipeline`` starts the time and ends a call for whose response a caller waits. This stage ends the other ones,
/// which are the renewals of stale responses.
struct DeadlineStage: CallMiddleware {
    let clock: any Clock<Duration>

    /// Passes the deadline on, and ends a request for which no caller waits.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard let deadline = context.start else { return try await next(request, context) }
        var context = context
        context.deadline = deadline
        guard !context.isRaced, let remaining = deadline.remaining else { return try await next(request, context) }
        return try await DeadlineRace(clock: clock).run(within: remaining) { [context] in
            try await next(request, context)
        }
    }
}

/// A limit on the time of an operation that may ignore its cancellation.
package struct DeadlineRace: Sendable {
    private let clock: any Clock<Duration>

    /// Creates a limit that a clock measures.
    package init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Runs an operation, and cancels it after a time.
    ///
    /// The method returns at the deadline even if the operation ignores its cancellation. When the task is cancelled
    /// earlier, it waits for the operation, up to the deadline.
    ///
    /// - Parameters:
    ///   - limit: The time.
    ///   - failure: The error at the end of the time.
    ///   - body: The operation.
    /// - Returns: The result of the operation.
    /// - Throws: The error of the operation; `failure` when the time is over first.
    package func run<Value: Sendable>(
        within limit: Duration,
        failure: TransportError = TransportError(.timedOut, "The call's deadline passed."),
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = ResponseGate<Result<Value, any Error>>()
        // Not a task group, which would wait for an operation that ignores its cancellation.
        let operation = Task {
            do {
                race.open(.success(try await body()))
            } catch {
                race.open(.failure(error))
            }
        }
        let timer = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            race.open(.failure(failure))
            operation.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await race.response().get()
        } onCancel: {
            operation.cancel()
        }
    }
}
