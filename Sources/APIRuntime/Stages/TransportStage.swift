import HTTPTypes

/// Sends the request through the client's transport: the end of every chain.
struct TransportStage: CallMiddleware {
    private let transport: any HTTPTransport
    private let maximumBytes: Int
    private let clock: any Clock<Duration>

    init(_ configuration: ClientConfiguration) {
        transport = configuration.transport
        maximumBytes = configuration.limits.maximumResponseBytes
        clock = configuration.clock
    }

    /// Sends the request and never calls `next`.
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard !Task.isCancelled else { throw CallFailure.cancelled }
        let outgoing = transportRequest(request, context)
        if context.plan.hasMiddleware { try check(outgoing) }
        let isKnown = context.isIdentityKnown(request)
        context.attempts?.note(isReplayable: outgoing.isReplayable, rewinds: request.body?.isReplayable ?? true)
        context.sent?.note(request.head, isOwnerChanged: !isKnown)
        let attempt = CallDeadline(after: outgoing.timeout, clock: clock)
        let response = try await send(outgoing, context)
        // A part without a request for one would pass for the whole (RFC 9110, section 15.3.7), unless it is documented.
        guard
            response.head.status != .partialContent || outgoing.head.headerFields[.range] != nil
                || context.plan.call.statuses.contains(where: { $0.contains(206) })
        else {
            throw TransportError.malformedResponse("The server sent a part of the response instead of the whole.")
        }
        var body = try await body(of: response, context, limit: outgoing.maximumBytes, until: attempt)
        if response.head.status.code >= 400, case .bytes(let bytes) = body, !bytes.isEmpty {
            let scrubber = SecretScrubber(request.head, context.plan.credentials.map(\.scheme.placement))
            body = .bytes(scrubber.scrubbed(bytes))
        }
        var result = MiddlewareResponse(head: response.head, body: body, source: .network, owners: isKnown ? [] : nil)
        result.redirects = response.redirects
        return result
    }

    /// Sends a request, and records whether the server may have acted on it.
    private func send(
        _ request: TransportRequest,
        _ context: MiddlewareContext
    ) async throws(TransportError) -> TransportResponse {
        do {
            let response = try await transport.send(request)
            // A server that refuses a credential has not acted, unless it redirected the request before.
            if response.head.status != .unauthorized || response.redirects.count > 0 { context.noteEffect() }
            return response
        } catch {
            if !error.sent.isNothing { context.noteEffect() }
            throw error
        }
    }

    /// Refuses a head that a middleware has made unsafe.
    private func check(_ request: TransportRequest) throws(TransportError) {
        for field in request.head.headerFields where !HeaderValue.isValid(field.value) {
            let message = "The value of the header \(field.name.canonicalName) holds a control character."
            throw TransportError(.invalidRequest, message)
        }
        try request.validate()
    }

    private func transportRequest(_ request: MiddlewareRequest, _ context: MiddlewareContext) -> TransportRequest {
        let plan = context.plan
        var outgoing = TransportRequest(
            request.head,
            body: request.body,
            timeout: timeout(context),
            maximumBytes: maximumBytes
        )
        outgoing.isReplayable = plan.isReplayable(request.head)
        outgoing.finalRedirects = plan.finalRedirects
        if let stream = plan.stream {
            outgoing.delivery = .streamed
            outgoing.maximumBytes = stream.maximumBytes ?? .max
        }
        if let report = plan.progress, let body = request.body {
            let total = body.length
            outgoing.progress = { report(TransferProgress(.upload, bytes: $0, total: total)) }
        }
        return outgoing
    }

    /// The longest time for an attempt.
    private func timeout(_ context: MiddlewareContext) -> Duration? {
        // Calls with later deadlines can still join a shared request, which ends with the last of them.
        if context.isShared { return context.plan.timeout }
        return context.deadline?.limit(context.plan.timeout) ?? context.plan.timeout
    }

    /// The body of a response: as chunks for a streamed call that succeeded, complete for all others.
    private func body(
        of response: TransportResponse,
        _ context: MiddlewareContext,
        limit: Int,
        until attempt: CallDeadline
    ) async throws -> TransportResponseBody {
        guard let stream = context.plan.stream else {
            return .bytes(try await response.body.collect(upTo: limit))
        }
        guard (200..<300).contains(response.head.status.code) else {
            // The transport limits the time up to the head of a streamed response; the rest of this one is limited here.
            var rules = StreamedBody.Rules(clock: clock)
            rules.idleTimeout = stream.idleTimeout
            rules.deadline = attempt
            let body = TransportResponseBody.chunks(StreamedBody(response.body.chunks, rules).sequence)
            return .bytes(try await body.complete(upTo: maximumBytes))
        }
        let rules = rules(for: context, stream, response.head.headerFields)
        var chunks = response.body.chunks
        chunks.isUntouched = true
        return .chunks(StreamedBody(chunks, rules).sequence)
    }

    private func rules(
        for context: MiddlewareContext,
        _ stream: StreamOptions,
        _ fields: HTTPFields
    ) -> StreamedBody.Rules {
        var rules = StreamedBody.Rules(clock: clock)
        rules.maximumBytes = stream.maximumBytes ?? .max
        rules.idleTimeout = stream.idleTimeout
        rules.deadline = context.deadline
        if let report = context.plan.progress {
            let isPlain = fields[.contentEncoding] == nil
            let total = isPlain ? fields[.contentLength].flatMap { Int($0) } : nil
            rules.progress = { report(TransferProgress(.download, bytes: $0, total: total)) }
        }
        return rules
    }
}
