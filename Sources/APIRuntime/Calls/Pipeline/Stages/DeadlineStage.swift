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
    /// - Throws: The error of the operation; ``TransportError/Code/timedOut`` when the time is over first.
    func run<Value: Sendable>(
        within limit: Duration,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let result = await withTaskGroup(of: Result<Value, any Error>.self) { group in
            group.addTask {
                do {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do {
                    try await clock.sleep(for: limit)
                    return .failure(TransportError(.timedOut, "The call's deadline passed."))
                } catch {
                    return .failure(CallFailure.cancelled)
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(CallFailure.cancelled)
        }
        return try result.get()
    }
}
