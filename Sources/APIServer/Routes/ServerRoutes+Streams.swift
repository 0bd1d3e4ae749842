public import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ServerRoutes {
    /// Adds a route that responds with server-sent events whose data is JSON.
    public func events<Value: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "text/event-stream",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler:
            @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<
                ResponseSequence<ServerSentEvent<Value>>
            >
    ) {
        let idle = options.eventComment
        stream(operation, method, path, status, type, server, failures, security, idle, handler) { event, isExact in
            EventEncoding.value(event, isExact: &isExact)
        }
    }

    /// Adds a route that responds with server-sent events whose data is text.
    public func events(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "text/event-stream",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler:
            @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<
                ResponseSequence<ServerSentEvent<String>>
            >
    ) {
        let idle = options.eventComment
        stream(operation, method, path, status, type, server, failures, security, idle, handler) { event, _ in
            EventEncoding.bytes(event, data: Array(event.data.utf8))
        }
    }

    /// Adds a route that responds with server-sent events whose values contain the name and data of an event.
    public func wholeEvents<Value: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "text/event-stream",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler:
            @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<
                ResponseSequence<ServerSentEvent<Value>>
            >
    ) {
        let idle = options.eventComment
        stream(operation, method, path, status, type, server, failures, security, idle, handler) { event, isExact in
            EventEncoding.whole(event, isExact: &isExact)
        }
    }

    /// Adds a route that responds with JSON values, each on a line.
    public func lines<Item: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "application/jsonl",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<ResponseSequence<Item>>
    ) {
        stream(operation, method, path, status, type, server, failures, security, nil, handler) { item, isExact in
            JSONCoding.encode(item, options: .response, isExact: &isExact) + [0x0A]
        }
    }

    /// Adds a route that responds with a JSON text sequence (RFC 7464).
    public func textSequence<Item: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "application/json-seq",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<ResponseSequence<Item>>
    ) {
        stream(operation, method, path, status, type, server, failures, security, nil, handler) { item, isExact in
            [0x1E] + JSONCoding.encode(item, options: .response, isExact: &isExact) + [0x0A]
        }
    }

    /// Adds a route that responds with the parts of a multipart body, each JSON.
    public func parts<Value: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "multipart/mixed",
        partType: String = "application/json",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler:
            @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<
                ResponseSequence<ResponsePart<Value>>
            >
    ) {
        stream(operation, method, path, status, server, failures, security, handler) {
            let encoding = PartEncoding()
            return ItemEncoding(type: encoding.contentType(type)) { part, isExact in
                let content = JSONCoding.encode(part.value, options: .response, isExact: &isExact)
                return encoding.bytes(part.headers, content, standard: partType)
            } last: {
                encoding.last
            }
        }
    }

    /// Adds a route that responds with the parts of a multipart body, each bytes.
    public func parts(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "multipart/mixed",
        partType: String = "application/octet-stream",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler:
            @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<ResponseSequence<ResponsePart<Data>>>
    ) {
        stream(operation, method, path, status, server, failures, security, handler) {
            let encoding = PartEncoding()
            return ItemEncoding(type: encoding.contentType(type)) { part, _ in
                encoding.bytes(part.headers, [UInt8](part.value), standard: partType)
            } last: {
                encoding.last
            }
        }
    }

    /// Adds a route that sends each item when it is available, with the same encoding in all responses.
    private func stream<Item: Sendable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        _ status: Int,
        _ type: String,
        _ server: String?,
        _ failures: FailureMedia?,
        _ security: RouteSecurity?,
        _ idle: IdleChunk?,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<ResponseSequence<Item>>,
        encode: @escaping @Sendable (Item, _ isExact: inout Bool) -> [UInt8]
    ) {
        let encoding = ItemEncoding(type: type, encode: encode, idle: idle)
        stream(operation, method, path, status, server, failures, security, handler) { encoding }
    }

    /// Adds a route that sends each item when it is available.
    ///
    /// `encoding` is called for each response, so that a client cannot know the boundary of another one.
    private func stream<Item: Sendable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        _ status: Int,
        _ server: String?,
        _ failures: FailureMedia?,
        _ security: RouteSecurity?,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<ResponseSequence<Item>>,
        encoding: @escaping @Sendable () -> ItemEncoding<Item>
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { input in
            let reply = try await handler(&input)
            let encoding = encoding()
            var response = RawServerResponse(status: status, contentType: encoding.type)
            // The stream may last much longer than the request, whose parameters and body it does not need.
            let log = input.log
            response.stream = .stream(
                BodyStream(length: nil, isReplayable: false) {
                    let chunks = EncodedItems(
                        reply.body,
                        encode: encoding.encode,
                        last: encoding.last,
                        idle: encoding.idle
                    )
                    return BodyChunks {
                        do {
                            return try await chunks.next()
                        } catch {
                            // The status is sent already.
                            if !(error is CancellationError) { log.note(error, isSent: false) }
                            throw error
                        }
                    }
                }
            )
            return response.with(reply)
        }
    }
}

/// The encoding of the items of one response.
private struct ItemEncoding<Item>: Sendable {
    /// The media type of the response.
    let type: String

    /// Returns the bytes of an item.
    ///
    /// Sets its second argument to `false` for a number that JSON does not have. The body then ends with an error after the
    /// previous item.
    let encode: @Sendable (Item, _ isExact: inout Bool) -> [UInt8]

    /// Returns the bytes after the last item.
    let last: @Sendable () -> [UInt8]

    /// The chunk of a stream that has no item; `nil` if its media type has no bytes without a meaning.
    let idle: IdleChunk?

    init(
        type: String,
        encode: @escaping @Sendable (Item, _ isExact: inout Bool) -> [UInt8],
        last: @escaping @Sendable () -> [UInt8] = { [] },
        idle: IdleChunk? = nil
    ) {
        self.type = type
        self.encode = encode
        self.last = last
        self.idle = idle
    }
}
