import HTTPTypes

/// Reports each attempt to the client's logger and observer.
struct LoggingStage: CallMiddleware {
    let log: CallLog
    let clock: any Clock<Duration>

    /// Measures the later stages, and the body of a streamed response up to its end.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard !Task.isCancelled else { throw CallFailure.cancelled }
        if log.isSilent { return try await next(request, context) }
        let elapsed = stopwatch(clock)
        do {
            var response = try await next(request, context)
            let status = response.head.status.code
            switch response.body {
            case .bytes(let bytes):
                let cache: CallEvent.CacheResult? = context.isCached ? .miss : nil
                log.note(context, context.attempt, status, bytes.count, elapsed(), cache: cache)
            case .chunks(let chunks):
                let rules = StreamedBody.Rules(clock: clock) { bytes, failure in
                    log.note(context, context.attempt, status, bytes, elapsed(), failure: failure)
                }
                response.body = .chunks(StreamedBody(chunks, rules).sequence)
            }
            return response
        } catch {
            let failure = CallFailure(stageError: error).transportCode
            log.note(context, context.attempt, nil, 0, elapsed(), failure: failure)
            throw error
        }
    }
}

extension CallLog {
    /// Reports one attempt.
    func note(
        _ context: MiddlewareContext,
        _ attempt: Int,
        _ status: Int?,
        _ bytes: Int,
        _ duration: Duration,
        cache: CallEvent.CacheResult? = nil,
        failure: TransportError.Code? = nil
    ) {
        guard !isSilent else { return }
        note(
            CallEvent(
                operation: context.operation,
                method: context.plan.call.method.rawValue,
                path: context.pathTemplate,
                attempt: attempt,
                status: status,
                bytes: bytes,
                duration: duration,
                cache: cache,
                failure: failure
            )
        )
    }

    /// Reports a response that no request was sent for.
    func note(_ context: MiddlewareContext, cached response: MiddlewareResponse, as result: CallEvent.CacheResult) {
        note(context, 0, response.head.status.code, response.completeLength, .zero, cache: result)
    }
}

/// Returns a closure that measures the time since this call.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
