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
        let request = request(prepared, head)
        if log.isSilent {
            do {
                return try await transmit(request, prepared) { _, _ in }
            } catch {
                throw CallFailure(error)
            }
        }
        return try await observed(prepared, request, attempt: course.sent)
    }

    private func request(_ prepared: PreparedCall, _ head: HTTPRequest) -> TransportRequest {
        var request = TransportRequest(
            head,
            body: prepared.call.body,
            timeout: prepared.deadline?.limit(prepared.timeout) ?? prepared.timeout,
            maximumBytes: configuration.limits.maximumAnswerBytes
        )
        request.isReplayable = prepared.call.replay.isReplayable
        if let stream = prepared.stream {
            request.delivery = .streamed
            request.maximumBytes = stream.maximumBytes ?? .max
        }
        if let tell = prepared.progress, let body = prepared.call.body {
            let total = body.length
            request.progress = { tell(TransferProgress(.upload, bytes: $0, total: total)) }
        }
        return request
    }

    private func transmit(
        _ request: TransportRequest,
        _ prepared: PreparedCall,
        onEnd: @escaping @Sendable (Int, TransportError.Code?) -> Void
    ) async throws(TransportError) -> ReceivedAnswer {
        let answer = try await configuration.transport.send(request)
        if prepared.stream != nil { return try await streamed(answer, to: request, prepared, onEnd: onEnd) }
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
        let status = Lock<Int?>(nil)
        do {
            let answer = try await transmit(request, prepared) { bytes, failure in
                let status = status.withLock { $0 }
                self.note(prepared, attempt, status, bytes, elapsed(), failure: failure)
            }
            status.withLock { $0 = answer.status }
            // A streamed answer is noted when its body has ended.
            if answer.stream == nil {
                let cache: CallEvent.CacheResult? = prepared.isCached ? .miss : nil
                note(prepared, attempt, answer.status, answer.body.count, elapsed(), cache: cache)
            }
            return answer
        } catch {
            note(prepared, attempt, nil, 0, elapsed(), failure: error.code)
            throw CallFailure(error)
        }
    }

    /// Passes an event to the logger and the observer.
    func note(
        _ prepared: PreparedCall,
        _ attempt: Int,
        _ status: Int?,
        _ bytes: Int,
        _ duration: Duration,
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
                status: status,
                bytes: bytes,
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
