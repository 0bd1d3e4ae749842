extension OperationSender {
    /// Sends a call and gives its response as soon as the head has come; the body follows piece by piece.
    ///
    /// The cache is left alone. Retries and refreshed credentials work up to the head; what goes wrong behind it is
    /// thrown by the body.
    ///
    /// - Returns: The response with a status from 200 to 299.
    /// - Throws: The operation's error, for any failure up to the head.
    public func sendStream<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> ResponseStream {
        let opened = try await open(call, options, failing)
        return ResponseStream(opened) { E(CallFailure($0)) }
    }

    /// Sends a call whose response is a stream of events with JSON data, when its first event is asked for.
    ///
    /// Options for the stream are in ``CallOptions/stream``.
    public func sendEvents<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ServerSentEvent<T>> {
        let skip = skipping(call, options)
        return events(call, options, failing) { [core] (data) throws(DecodingFailure) in
            do throws(DecodingFailure) {
                return try JSONCoding.decode(T.self, from: data, options: core.reading)
            } catch {
                guard let skip else { throw error }
                skip(error)
                return nil
            }
        }
    }

    /// Sends a call whose response is a stream of events with text, when its first event is asked for.
    public func sendTextEvents<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ServerSentEvent<String>> {
        events(call, options, failing) { String(decoding: $0, as: UTF8.self) }
    }

    /// Sends a call whose response has one JSON value on each line, when its first value is asked for.
    public func sendLines<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<T> {
        let parser = JSONLinesParser<T>(
            reading: core.reading,
            maximumBytes: streaming(options).maximumElementBytes,
            skip: skipping(call, options)
        )
        return elements(parser, call, options, failing)
    }

    /// Sends a call whose response holds one large JSON array, when its first element is asked for.
    ///
    /// No more than one element and one piece of the response are in memory.
    ///
    /// - Parameters:
    ///   - type: The elements' type.
    ///   - path: Names of the members that lead to the array; empty for a response that is the array.
    ///   - call: The call.
    ///   - options: What the caller wants otherwise.
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
            options: core.reading,
            maximumElementBytes: streaming(options).maximumElementBytes
        )
        stream.skip = skipping(call, options)
        return elements(JSONArrayParser(stream), call, options, failing)
    }
}

extension OperationSender {
    /// Sends a call up to the head of its response.
    func open<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _: E.Type
    ) async throws(E) -> OpenedResponse {
        let opened: OpenedResponse
        do {
            opened = try await core.open(call, options)
        } catch {
            throw E(error)
        }
        note(opened.head)
        guard !opened.head.isSuccess else { return opened }
        if let documented = try? E.documented(opened.head) { throw documented }
        throw E(.undocumented(opened.head))
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
        let source = EventReader<Value>.Source(
            open: { [call] id in
                var next = call
                if let id, !id.isEmpty { next.setHeader("last-event-id", id) }
                return try await open(next, options, failing)
            },
            fail: { E($0) },
            decode: decode,
            isTransient: { ($0 as? E)?.isTransient(under: options.retry ?? core.configuration.retry) ?? false },
            clock: core.configuration.clock,
            random: core.configuration.random
        )
        return ResponseSequence {
            let reader = EventReader(source, streaming(options))
            return { try await reader.next() }
        }
    }

    private func streaming(_ options: CallOptions) -> StreamOptions { options.stream ?? StreamOptions() }

    private func skipping(_ call: OperationCall, _ options: CallOptions) -> (@Sendable (DecodingFailure) -> Void)? {
        guard streaming(options).skipsInvalidElements else { return nil }
        return { [core] in core.log.note(skipped: [$0], in: call.operation) }
    }
}

extension OperationError {
    /// Whether another connection may do better: the server could not be reached, or its status says so.
    fileprivate func isTransient(under policy: RetryPolicy) -> Bool {
        if let failure, AttemptOutcome(failure) != nil { return true }
        return status.map { policy.retryableStatuses.contains($0) } ?? false
    }
}
