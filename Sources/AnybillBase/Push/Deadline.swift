import APIRuntime

/// A limit on the time of a call that may not end when it is cancelled.
enum Deadline {
    /// Runs a closure, and stops waiting for it after a time.
    ///
    /// - Throws: The error of the closure, or a ``TransportError`` after the time.
    static func run(
        within time: Duration,
        clock: any Clock<Duration>,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        let work = Task {
            do {
                try await body()
                continuation.yield(.success(()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task {
            try await clock.sleep(for: time)
            continuation.yield(.failure(TransportError.timedOut))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
