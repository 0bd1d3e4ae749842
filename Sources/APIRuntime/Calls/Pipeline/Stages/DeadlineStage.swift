/// Ends a call when its deadline passes, whichever stage it has reached.
struct DeadlineStage: CallMiddleware {
    let clock: any Clock<Duration>

    /// Starts the call's time and races the later stages against it.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard let total = context.plan.deadline else { return try await next(request, context) }
        var context = context
        context.deadline = CallDeadline(after: total, clock: clock)
        return try await race(request, context, next, against: total).get()
    }

    private func race(
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ next: MiddlewareNext,
        against total: Duration
    ) async -> Result<MiddlewareResponse, any Error> {
        await withTaskGroup(of: Result<MiddlewareResponse, any Error>.self) { group in
            group.addTask {
                do {
                    return .success(try await next(request, context))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do {
                    try await clock.sleep(for: total)
                    return .failure(TransportError(.timedOut, "The call's deadline passed."))
                } catch {
                    return .failure(CallFailure.cancelled)
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(CallFailure.cancelled)
        }
    }
}
