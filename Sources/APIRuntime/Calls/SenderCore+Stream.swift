import HTTPTypes

extension SenderCore {
    /// Sends a call through all stages but the cache, up to the head of its response.
    func open(_ call: OperationCall, _ options: CallOptions) async throws(CallFailure) -> OpenedResponse {
        guard !Task.isCancelled else { throw .cancelled }
        if options.cache == .cacheOnly {
            throw .transport(TransportError(.notCached, "A response that is read while it arrives is never cached."))
        }
        var prepared = try prepare(call, options)
        prepared.stream = options.stream ?? StreamOptions()
        let sent = try await sendBounded(prepared)
        await invalidate(after: sent, prepared)
        let body = sent.response.stream ?? StreamedBody(BodyChunks([]), rules(for: prepared, total: nil) { _, _ in })
        return OpenedResponse(head: sent.response, body: body)
    }

    /// The response to a streamed attempt: with its body on the way when it is a success, whole otherwise.
    func streamed(
        _ response: TransportResponse,
        to request: TransportRequest,
        _ prepared: PreparedCall,
        onEnd: @escaping @Sendable (Int, TransportError.Code?) -> Void
    ) async throws(TransportError) -> RawResponse {
        let fields = response.head.headerFields
        let status = response.head.status.code
        guard (200..<300).contains(status) else {
            let body = try await response.body.collect(upTo: configuration.limits.maximumResponseBytes)
            return RawResponse(status: status, headers: fields, body: body, reading: reading)
        }
        let isPlain = fields[.contentEncoding] == nil
        let total = isPlain ? fields[.contentLength].flatMap { Int($0) } : nil
        var received = RawResponse(status: status, headers: fields, reading: reading)
        received.stream = StreamedBody(response.body.chunks, rules(for: prepared, total: total, onEnd: onEnd))
        return received
    }

    private func rules(
        for prepared: PreparedCall,
        total: Int?,
        onEnd: @escaping @Sendable (Int, TransportError.Code?) -> Void
    ) -> StreamedBody.Rules {
        var rules = StreamedBody.Rules(
            maximumBytes: prepared.stream?.maximumBytes ?? .max,
            idleTimeout: prepared.stream?.idleTimeout,
            deadline: prepared.deadline,
            clock: configuration.clock,
            onEnd: onEnd
        )
        if let tell = prepared.progress {
            rules.progress = { tell(TransferProgress(.download, bytes: $0, total: total)) }
        }
        return rules
    }
}

extension TransportResponseBody {
    /// The body piece by piece, also when it is complete.
    fileprivate var chunks: BodyChunks {
        switch self {
        case .bytes(let bytes): BodyChunks(bytes)
        case .chunks(let chunks): chunks
        }
    }
}
