/// A gate that runs asynchronous work one at a time, in the order of the calls.
actor SerialGate {
    private var last: Task<Void, Never>?

    /// Runs a closure after all earlier ones; cancelling the caller cancels only its own closure.
    ///
    /// - Throws: The error of `body`.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let former = last
        let task = Task {
            await former?.value
            return try await body()
        }
        last = Task { _ = await task.result }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
