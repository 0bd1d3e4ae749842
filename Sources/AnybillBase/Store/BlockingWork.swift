import Dispatch

/// Work that blocks its thread, such as that of SQLite.
enum BlockingWork {
    /// Runs work on a queue, because on the threads that all tasks share it could delay the whole app.
    ///
    /// - Throws: The error of the work.
    static func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: Result(catching: work))
            }
        }
        return try result.get()
    }
}
