#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes

extension OperationSender {
    /// Sends a call and returns its response when the head has arrived; the body follows in chunks.
    ///
    /// The response is neither cached nor stored. Retries and renewed credentials apply up to the head. Reading the body
    /// throws later failures.
    ///
    /// - Returns: The response with a status from 200 to 299.
    /// - Throws: The operation's error, for any failure up to the head.
    @_spi(Generated)
    public func sendStream<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> ResponseStream {
        let opened = try taken(await open(call, options, failing), call, options, failing)
        return ResponseStream(opened) { E($0) }
    }

    /// Returns the events of a response whose data is JSON; the call is sent when the first event is requested.
    ///
    /// ``CallOptions/stream`` contains the settings of the stream. Data of `[DONE]`, by which some services end a stream, ends
    /// the sequence.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - call: The call.
    ///   - options: The caller's settings.
    ///   - isWhole: Whether a value is decoded from an object with the `event`, `id` and `data` of an event instead of the
    ///     data alone. The data is JSON or text.
    ///   - jsonEvents: The names of the events whose data is JSON even if the type accepts it as text.
    ///   - failing: The operation's error type.
    /// - Returns: The events, in order.
    @_spi(Generated)
    public func sendEvents<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        isWhole: Bool = false,
        jsonEvents: [String] = [],
        failing: E.Type
    ) -> ResponseSequence<ServerSentEvent<T>> {
        let skip = skipping(call, options)
        return events(call, options, failing, last: Array("[DONE]".utf8)) {
            [reading = pipeline.reading] (event) throws(DecodingFailure) in
            do throws(DecodingFailure) {
                guard isWhole else { return try event.decodedData(reading) }
                return try event.decoded(reading, isJSON: jsonEvents.contains(event.name))
            } catch {
                guard let skip else { throw error }
                skip(error)
                return nil
            }
        }
    }

    /// Returns the events of a response whose data is text; the call is sent when the first event is requested.
    @_spi(Generated)
    public func sendTextEvents<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ServerSentEvent<String>> {
        events(call, options, failing) { String(decoding: $0.data, as: UTF8.self) }
    }

    /// Returns the JSON values on the lines of a response; the call is sent when the first value is requested.
    @_spi(Generated)
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

    /// Returns the JSON values of a text sequence (RFC 7464); the call is sent when the first value is requested.
    @_spi(Generated)
    public func sendTextSequence<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<T> {
        let parser = TextSequenceParser<T>(
            reading: pipeline.reading,
            maximumBytes: streaming(options).maximumElementBytes,
            skip: skipping(call, options)
        )
        return elements(parser, call, options, failing)
    }

    /// Returns the parts of a multipart response as JSON; the call is sent when the first part is requested.
    @_spi(Generated)
    public func sendParts<T: JSONCodable, E: OperationError>(
        of type: T.Type = T.self,
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ResponsePart<T>> {
        let skip = skipping(call, options)
        let limit = streaming(options).maximumElementBytes
        let parser = PartParser<T>(maximumBytes: limit) {
            [reading = pipeline.reading] (bytes) throws(DecodingFailure) in
            do throws(DecodingFailure) {
                return try JSONCoding.decode(T.self, from: bytes, options: reading)
            } catch {
                guard let skip else { throw error }
                skip(error)
                return nil
            }
        }
        return elements(parser, call, options, failing)
    }

    /// Returns the parts of a multipart response as bytes; the call is sent when the first part is requested.
    @_spi(Generated)
    public func sendDataParts<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) -> ResponseSequence<ResponsePart<Data>> {
        let limit = streaming(options).maximumElementBytes
        let parser = PartParser<Data>(maximumBytes: limit) { (bytes) throws(DecodingFailure) in Data(bytes) }
        return elements(parser, call, options, failing)
    }
}

extension OperationSender {
    /// Sends a call and returns when the head of its response has arrived.
    func open<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _: E.Type,
        refused: ((RawResponse) -> Void)? = nil
    ) async throws(E) -> OpenedResponse {
        let opened: OpenedResponse
        do {
            opened = try await received(call, options)
        } catch {
            throw E(error)
        }
        note(opened.head)
        guard !opened.head.isSuccess else {
            guard let failure = opened.head.otherSuccess(than: call.statuses) else { return opened }
            throw E(.unreadable(status: opened.head.status, failure))
        }
        refused?(opened.head)
        throw Self.failure(opened.head)
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

    /// Returns the response, unless its media type clearly differs from the documented ones, or its part of the document
    /// from the requested one.
    func taken<E: OperationError>(
        _ opened: OpenedResponse,
        _ call: OperationCall,
        _ options: CallOptions,
        _: E.Type
    ) throws(E) -> OpenedResponse {
        guard let failure = opened.head.refusal(call.accept) ?? opened.head.otherPart(than: call, options) else {
            return opened
        }
        throw E(.unreadable(status: opened.head.status, failure))
    }

    private func elements<Parser: ElementParser, E: OperationError>(
        _ parser: Parser,
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type
    ) -> ResponseSequence<Parser.Element> {
        ResponseSequence {
            let owner = scope ?? OwnerScope.current ?? OwnerScope()
            let reader = ElementReader(
                parser,
                scope: owner,
                open: { try taken(await bound(to: owner).open(call, options, failing), call, options, failing) },
                fail: { E($0) }
            )
            return { try await reader.next() }
        }
    }

    private func events<Value: Sendable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type,
        last: [UInt8]? = nil,
        _ decode: @escaping @Sendable (ServerSentEvent<[UInt8]>) throws(DecodingFailure) -> Value?
    ) -> ResponseSequence<ServerSentEvent<Value>> {
        var call = call
        if !call.accept.hasPrefix("text/event-stream") { call.accept = "text/event-stream" }
        var options = options
        // Another connection is another request, which could act twice.
        if !call.replay.isReplayable { options.stream?.reconnection = nil }
        return ResponseSequence { [call, options] in
            var own = options
            own.fixIdempotencyKey(of: call)
            let refusal = LockedState<Duration?>(nil)
            let source = EventReader<Value>.Source(
                scope: { [configuration = pipeline.configuration, total = own.deadline] in
                    let total = total ?? configuration.deadline
                    let deadline = CallDeadline(after: total, clock: configuration.clock)
                    return OwnerScope(within: scope ?? OwnerScope.current, deadline: deadline)
                },
                open: connection(call, own, failing, refusal),
                refusal: { refusal.withLock { $0 } },
                fail: { E($0) },
                decode: decode,
                last: last,
                isTransient: { [retry = own.retry ?? pipeline.configuration.retry] error in
                    (error as? E)?.isTransient(under: retry) ?? false
                },
                pause: { (delay, scope) async throws(CallFailure) in try await pipeline.pause(delay, in: scope) },
                random: pipeline.configuration.random
            )
            let reader = EventReader(source, streaming(own))
            return { try await reader.next() }
        }
    }

    /// Returns a closure that sends a call for one more connection of a stream.
    ///
    /// Each iteration starts with the owner of that time, and ends with it.
    private func connection<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type,
        _ refusal: LockedState<Duration?>
    ) -> @Sendable (_ lastEventID: String?, _ scope: OwnerScope) async throws -> OpenedResponse {
        { (id, scope) in
            var next = call
            // A header field begins and ends without space, and a server cannot receive a control character.
            if let id = id?.trimmingSpaces(), !id.isEmpty, HTTPField.isValidValue(id) {
                next.setHeader("last-event-id", id)
            }
            refusal.withLock { $0 = nil }
            return try await bound(to: scope).open(next, options, failing) { [pipeline] response in
                let fields = response.headers
                let now = pipeline.configuration.now()
                let delay = fields[.retryAfter].flatMap {
                    RetryAfter.delay(from: $0, now: fields.serverTime(now) ?? now)
                }
                refusal.withLock { $0 = delay }
            }
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
