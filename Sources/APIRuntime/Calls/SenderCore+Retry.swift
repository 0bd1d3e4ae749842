import HTTPTypes

extension SenderCore {
    /// Sends a call until its outcome is final.
    func sendRetrying(_ prepared: PreparedCall, _ course: inout CallCourse) async throws(CallFailure) -> RawResponse {
        let host = prepared.head.authority ?? ""
        prepared.retry.budget?.noteCall(to: host)
        var attempt = 1
        while true {
            let delay: Duration
            do {
                let response = try await sendAuthorized(prepared, &course)
                let outcome = AttemptOutcome.status(response.status)
                guard !response.isSuccess, let wait = self.delay(after: outcome, attempt, response, prepared) else {
                    return response
                }
                guard mayRetry(prepared, after: wait, host: host) else { return response }
                delay = wait
            } catch {
                guard let outcome = AttemptOutcome(error),
                    let wait = self.delay(after: outcome, attempt, nil, prepared),
                    mayRetry(prepared, after: wait, host: host)
                else { throw error }
                delay = wait
            }
            try await pause(delay)
            attempt += 1
        }
    }

    private func delay(
        after outcome: AttemptOutcome,
        _ attempt: Int,
        _ response: RawResponse?,
        _ prepared: PreparedCall
    ) -> Duration? {
        prepared.retry.delay(
            after: outcome,
            attempt: attempt,
            replayable: prepared.call.replay.isReplayable,
            bodyRewinds: prepared.isResendable,
            retryAfter: response?.headers[.retryAfter],
            now: response?.headers.serverTime(configuration.now()) ?? configuration.now(),
            random: configuration.random()
        )
    }

    /// Whether the deadline leaves time for the wait and the budget has a retry left, which is then used up.
    private func mayRetry(_ prepared: PreparedCall, after delay: Duration, host: String) -> Bool {
        guard prepared.deadline?.allows(delay) ?? true else { return false }
        return prepared.retry.budget?.take(for: host) ?? true
    }

    /// How long to wait before a download that broke off starts again; `nil` when it must not.
    func delay(afterBreak failure: CallFailure, _ attempt: Int, _ call: OperationCall, _ options: CallOptions)
        -> Duration?
    {
        guard let outcome = AttemptOutcome(failure), let prepared = try? prepare(call, options),
            let wait = delay(after: outcome, attempt, nil, prepared),
            mayRetry(prepared, after: wait, host: prepared.head.authority ?? "")
        else { return nil }
        return wait
    }

    /// Waits on the client's clock.
    func pause(_ delay: Duration) async throws(CallFailure) {
        do {
            try await configuration.clock.sleep(for: delay)
        } catch {
            throw .cancelled
        }
    }
}

extension AttemptOutcome {
    /// The outcome that a failure means; `nil` for one that another attempt would not change.
    init?(_ failure: CallFailure) {
        guard case .transport(let error) = failure else { return nil }
        switch error.code {
        case .unreachable: self = .notSent
        case .connection: self = .connectionLost
        case .timedOut: self = .timedOut
        default: return nil
        }
    }
}
