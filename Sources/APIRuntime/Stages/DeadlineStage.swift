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
