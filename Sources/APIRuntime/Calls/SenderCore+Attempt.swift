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
    ) async throws(CallFailure) -> RawResponse {
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
            maximumBytes: configuration.limits.maximumResponseBytes
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
    ) async throws(TransportError) -> RawResponse {
        let response = try await configuration.transport.send(request)
        if prepared.stream != nil { return try await streamed(response, to: request, prepared, onEnd: onEnd) }
        let body: [UInt8]
        switch response.body {
        case .bytes(let bytes) where bytes.count <= request.maximumBytes: body = bytes
        case let other: body = try await other.collect(upTo: request.maximumBytes)
        }
        return RawResponse(
            status: response.head.status.code,
            headers: response.head.headerFields,
            body: body,
            reading: reading
        )
    }

    private func observed(
        _ prepared: PreparedCall,
        _ request: TransportRequest,
        attempt: Int
    ) async throws(CallFailure) -> RawResponse {
        let elapsed = stopwatch(configuration.clock)
        let status = LockedState<Int?>(nil)
        do {
            let response = try await transmit(request, prepared) { bytes, failure in
                let status = status.withLock { $0 }
                self.note(prepared, attempt, status, bytes, elapsed(), failure: failure)
            }
            status.withLock { $0 = response.status }
            // A streamed response is noted when its body has ended.
            if response.stream == nil {
                let cache: CallEvent.CacheResult? = prepared.isCached ? .miss : nil
                note(prepared, attempt, response.status, response.body.count, elapsed(), cache: cache)
            }
            return response
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
