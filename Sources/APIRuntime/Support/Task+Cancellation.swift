extension Task where Failure == any Error {
    /// Waits for the result of a task that other callers wait for too.
    ///
    /// - Returns: The value of the task.
    /// - Throws: The error of the task; `CancellationError` as soon as the caller is cancelled. The task goes on.
    package func valueUnlessCancelled() async throws -> Success {
        let gate = ResponseGate<Result<Success, any Error>>()
        Task<Void, Never> { gate.open(await result) }
        return try await withTaskCancellationHandler {
            try await gate.response().get()
        } onCancel: {
            gate.open(.failure(_Concurrency.CancellationError()))
        }
    }
}
