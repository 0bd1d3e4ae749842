import HTTPTypes

/// What one call has done so far.
struct CallCourse: Sendable {
    /// Number of requests sent.
    var sent = 0

    /// Owners of the credentials that were sent last; empty for none.
    var owners: [String] = []
}

extension SenderCore {
    /// Sends one request and notes how it went.
    func attempt(
        _ prepared: PreparedCall,
        _ head: HTTPRequest,
        _ course: inout CallCourse
    ) async throws(CallFailure) -> ReceivedAnswer {
        guard !Task.isCancelled else { throw .cancelled }
        course.sent += 1
        var request = TransportRequest(
            head,
            body: prepared.call.body,
            timeout: prepared.deadline?.limit(prepared.timeout) ?? prepared.timeout,
            maximumBytes: configuration.limits.maximumAnswerBytes
        )
        request.isReplayable = prepared.call.replay.isReplayable
        if log.isSilent {
            do {
                return try await transmit(request)
            } catch {
                throw CallFailure(error)
            }
        }
        return try await observed(prepared, request, attempt: course.sent)
    }

    private func transmit(_ request: TransportRequest) async throws(TransportError) -> ReceivedAnswer {
        let answer = try await configuration.transport.send(request)
        let body: [UInt8]
        switch answer.body {
        case .bytes(let bytes) where bytes.count <= request.maximumBytes: body = bytes
        case let other: body = try await other.collect(upTo: request.maximumBytes)
        }
        return ReceivedAnswer(
            status: answer.head.status.code,
            headers: answer.head.headerFields,
            body: body,
            reading: reading
        )
    }

    private func observed(
        _ prepared: PreparedCall,
        _ request: TransportRequest,
        attempt: Int
    ) async throws(CallFailure) -> ReceivedAnswer {
        let elapsed = stopwatch(configuration.clock)
        do {
            let answer = try await transmit(request)
            note(
                prepared,
                attempt: attempt,
                answer: answer,
                duration: elapsed(),
                cache: prepared.isCached ? .miss : nil
            )
            return answer
        } catch {
            note(prepared, attempt: attempt, duration: elapsed(), failure: error.code)
            throw CallFailure(error)
        }
    }

    /// Passes an event to the logger and the observer.
    func note(
        _ prepared: PreparedCall,
        attempt: Int,
        answer: ReceivedAnswer? = nil,
        duration: Duration = .zero,
        cache: CallEvent.CacheResult? = nil,
        failure: TransportError.Code? = nil
    ) {
        guard !log.isSilent else { return }
        log.note(
            CallEvent(
                operation: prepared.call.operation,
                method: prepared.call.method.rawValue,
                path: prepared.call.path.pattern,
                attempt: attempt,
                status: answer?.status,
                bytes: answer?.body.count ?? 0,
                duration: duration,
                cache: cache,
                failure: failure
            )
        )
    }
}

/// A closure that says how much time has passed on a clock since now.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
