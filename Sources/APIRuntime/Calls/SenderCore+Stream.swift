import HTTPTypes

extension SenderCore {
    /// Sends a call through all stages but the cache, up to the head of its answer.
    func open(_ call: Call, _ options: CallOptions) async throws(CallFailure) -> OpenedAnswer {
        guard !Task.isCancelled else { throw .cancelled }
        if options.cache == .cacheOnly {
            throw .transport(TransportError(.notCached, "An answer that is read while it arrives is never cached."))
        }
        var prepared = try prepare(call, options)
        prepared.stream = options.stream ?? StreamOptions()
        let sent = try await sendBounded(prepared)
        await invalidate(after: sent, prepared)
        let body = sent.answer.stream ?? StreamedBody(BodyChunks([]), rules(for: prepared, total: nil) { _, _ in })
        return OpenedAnswer(head: sent.answer, body: body)
    }

    /// The answer to a streamed attempt: with its body on the way when it is a success, whole otherwise.
    func streamed(
        _ answer: TransportAnswer,
        to request: TransportRequest,
        _ prepared: PreparedCall,
        onEnd: @escaping @Sendable (Int, TransportError.Code?) -> Void
    ) async throws(TransportError) -> ReceivedAnswer {
        let fields = answer.head.headerFields
        let status = answer.head.status.code
        guard (200..<300).contains(status) else {
            let body = try await answer.body.collect(upTo: configuration.limits.maximumAnswerBytes)
            return ReceivedAnswer(status: status, headers: fields, body: body, reading: reading)
        }
        let isPlain = fields[.contentEncoding] == nil
        let total = isPlain ? fields[.contentLength].flatMap { Int($0) } : nil
        var received = ReceivedAnswer(status: status, headers: fields, reading: reading)
        received.stream = StreamedBody(answer.body.chunks, rules(for: prepared, total: total, onEnd: onEnd))
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

extension AnswerBody {
    /// The body piece by piece, also when it is complete.
    fileprivate var chunks: BodyChunks {
        switch self {
        case .bytes(let bytes): BodyChunks(bytes)
        case .chunks(let chunks): chunks
        }
    }
}
