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
            guard (try? await clock.sleep(for: limit.sleepable)) != nil else { return }
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
