import HTTPTypes

/// Sends a request until its outcome is final.
struct RetryStage: CallMiddleware {
    private let configuration: ClientConfiguration

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sends attempt after attempt as the retry policy allows.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let host = request.head.authority ?? ""
        let plan = context.plan
        plan.retry.budget?.noteCall(to: host)
        var context = context
        let attempts = AttemptAccount()
        context.attempts = attempts
        var round = 1
        var former: Result<MiddlewareResponse, any Error>?
        while true {
            let delay: Duration
            context.attempt = attempts.next()
            do {
                let response = try await next(request, context)
                guard !response.isSuccess, let wait = wait(after: response, round, request, context, host) else {
                    return response
                }
                delay = wait
                former = .success(response)
            } catch {
                guard let outcome = AttemptOutcome(CallFailure(stageError: error)),
                    let wait = wait(after: outcome, round, request, context, host, [:])
                else { return try attempts.outcome(of: error, after: former) }
                delay = wait
                former = .failure(error)
            }
            do {
                try await configuration.clock.sleep(for: delay.sleepable)
            } catch {
                throw CallFailure.cancelled
            }
            try context.callOwner.check()
            round += 1
        }
    }

    private func wait(
        after response: MiddlewareResponse,
        _ round: Int,
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ host: String
    ) -> Duration? {
        let outcome = AttemptOutcome.status(response.head.status.code)
        return wait(after: outcome, round, request, context, host, response.head.headerFields)
    }

    /// The wait before the next attempt, whose retry is then taken from the budget; `nil` when the outcome is final.
    private func wait(
        after outcome: AttemptOutcome,
        _ round: Int,
        _ request: MiddlewareRequest,
        _ context: MiddlewareContext,
        _ host: String,
        _ fields: HTTPFields
    ) -> Duration? {
        let plan = context.plan
        guard context.attempts?.allowsAttempt(after: outcome) ?? true,
            let delay = plan.retryDelay(after: outcome, attempt: round, request: request, fields, configuration),
            context.deadline?.allows(delay) ?? true,
            plan.retry.budget?.take(for: host) ?? true
        else { return nil }
        return delay
    }
}

extension AttemptOutcome {
    /// The outcome that a failure means; `nil` for one that another attempt would not change.
    init?(_ failure: CallFailure) {
        guard case .transport(let error) = failure else { return nil }
        switch error.code {
        case .unreachable, .connection, .malformedResponse, .timedOut:
            // Only this allows a payment to be sent again; a redirect that cannot be reached follows one that was made.
            if error.sent.isNothing {
                self = .notSent
            } else {
                self = error.code == .timedOut ? .timedOut : .connectionLost
            }
        default: return nil
        }
    }
}
