/// Lets asynchronous pieces of work through one at a time, in the order in which they came.
actor SerialGate {
    private var last: Task<Void, Never>?

    /// Runs a body after all that came before it; a cancelled caller cancels its own body only.
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
