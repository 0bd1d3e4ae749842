import HTTPTypes

extension OperationSender {
    /// Sends a call and returns its response when the head has arrived; the body follows in chunks.
    ///
    /// The response is neither cached nor stored. Retries and renewed credentials apply up to the head. Reading the body
    /// throws later failures.
    ///
    /// - Returns: The response with a status from 200 to 299.
    /// - Throws: The operation's error, for any failure up to the head.
    public func sendStream<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> ResponseStream {
        let opened = try await open(call, options, failing)
        return ResponseStream(opened) { E($0) }
    }

    /// Returns the events of a response whose data is JSON; the call is sent when the first event is requested.
    ///
    /// ``CallOptions/stream`` contains the settings of the stream.
    public func sendEvents<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ServerSentEvent<T>> {
        let skip = skipping(call, options)
        return events(call, options, failing) { [pipeline] (data) throws(DecodingFailure) in
            do throws(DecodingFailure) {
                return try JSONCoding.decode(T.self, from: data, options: pipeline.reading)
            } catch {
                guard let skip else { throw error }
                skip(error)
                return nil
            }
        }
    }

    /// Returns the events of a response whose data is text; the call is sent when the first event is requested.
    public func sendTextEvents<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ServerSentEvent<String>> {
        events(call, options, failing) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the JSON values on the lines of a response; the call is sent when the first value is requested.
    public func sendLines<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<T> {
        let parser = JSONLinesParser<T>(
            reading: pipeline.reading,
            maximumBytes: streaming(options).maximumElementBytes,
            skip: skipping(call, options)
        )
        return elements(parser, call, options, failing)
    }

    /// Returns the elements of a large JSON array in a response; the call is sent when the first element is requested.
    ///
    /// No more than one element and one chunk of the response are in memory.
    ///
    /// - Parameters:
    ///   - type: The elements' type.
    ///   - path: Names of the properties that lead to the array; empty for a response that is the array.
    ///   - call: The call.
    ///   - options: The caller's settings.
    ///   - failing: The operation's error type.
    /// - Returns: The elements, in order.
    public func sendElements<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        at path: [String] = [],
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<T> {
        var stream = JSONArrayStream<T>(
            at: path,
            options: pipeline.reading,
            maximumElementBytes: streaming(options).maximumElementBytes
        )
        stream.skip = skipping(call, options)
        return elements(JSONArrayParser(stream), call, options, failing)
    }
}

extension OperationSender {
    /// Sends a call and returns when the head of its response has arrived.
    func open<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _: E.Type
    ) async throws(E) -> OpenedResponse {
        let opened: OpenedResponse
        do {
            opened = try await received(call, options)
        } catch {
            throw E(error)
        }
        note(opened.head)
        guard !opened.head.isSuccess else { return opened }
        if let documented = try? E.documented(opened.head) { throw documented }
        throw E(.undocumented(opened.head))
    }

    /// Sends a call through all stages, and reads the body of a failure.
    private func received(_ call: OperationCall, _ options: CallOptions) async throws(CallFailure) -> OpenedResponse {
        let stream = options.stream ?? StreamOptions()
        let response = try await pipeline.send(call, options, tags: tags, stream: stream, scope: scope)
        guard response.isSuccess else {
            let limit = pipeline.configuration.limits.maximumResponseBytes
            let whole = try await RawResponse(response, limit: limit, pipeline.reading)
            return OpenedResponse(head: whole, body: OpenedBody(chunks: BodyChunks([])))
        }
        let head = RawResponse(
            status: response.head.status.code,
            headers: response.head.headerFields,
            reading: pipeline.reading
        )
        return OpenedResponse(head: head, body: OpenedBody(chunks: response.body.chunks))
    }

    private func elements<Parser: ElementParser, E: OperationError>(
        _ parser: Parser,
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type
    ) -> ResponseSequence<Parser.Element> {
        ResponseSequence {
            let reader = ElementReader(
                parser,
                open: { try await open(call, options, failing) },
                fail: { E($0) }
            )
            return { try await reader.next() }
        }
    }

    private func events<Value: Sendable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type,
        _ decode: @escaping @Sendable ([UInt8]) throws(DecodingFailure) -> Value?
    ) -> ResponseSequence<ServerSentEvent<Value>> {
        var call = call
        call.accept = "text/event-stream"
        // Each iteration starts with the owner of that time, and ends with it.
        let connect = { @Sendable [call] (id: String?, scope: OwnerScope) async throws -> OpenedResponse in
            var next = call
            if let id, !id.isEmpty { next.setHeader("last-event-id", id) }
            return try await bound(to: scope).open(next, options, failing)
        }
        let source = EventReader<Value>.Source(
            open: connect,
            fail: { E($0) },
            decode: decode,
            isTransient: { ($0 as? E)?.isTransient(under: options.retry ?? pipeline.configuration.retry) ?? false },
            pause: { (delay, scope) async throws(CallFailure) in try await pipeline.pause(delay, in: scope) },
            random: pipeline.configuration.random
        )
        return ResponseSequence {
            let reader = EventReader(source, streaming(options))
            return { try await reader.next() }
        }
    }

    private func streaming(_ options: CallOptions) -> StreamOptions { options.stream ?? StreamOptions() }

    private func skipping(_ call: OperationCall, _ options: CallOptions) -> (@Sendable (DecodingFailure) -> Void)? {
        guard streaming(options).skipsInvalidElements else { return nil }
        return { [pipeline] in pipeline.log.note(skipped: [$0], in: call.operation) }
    }
}

extension OperationError {
    /// Whether another connection may succeed: the server was not reached, or its status is retryable.
    fileprivate func isTransient(under policy: RetryPolicy) -> Bool {
        if let failure, AttemptOutcome(failure) != nil { return true }
        return status.map { policy.retryableStatuses.contains($0) } ?? false
    }
}
