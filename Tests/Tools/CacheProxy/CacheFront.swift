import APIRuntime
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server on loopback that sends the cache's responses without additions.
struct CacheFront: Sendable {
    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private let cache: ProxyCache

    init(_ cache: ProxyCache) {
        self.cache = cache
    }

    /// Listens until the channel of the server closes.
    ///
    /// Cancelling the task instead traps if a connection has been accepted and is not yet served.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 chooses a free one.
    ///   - onReady: A closure called with the channel, whose local address has the port.
    /// - Throws: An error if the port is in use.
    func run(port: Int, onReady: @Sendable (any Channel) -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    // The encoder does not recognize responses to HEAD, and would announce chunks that are never sent.
                    var encoding = HTTPResponseEncoder.Configuration()
                    encoding.automaticallySetFramingHeaders = false
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withEncoderConfiguration: encoding)
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        onReady(server.channel)
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    // A broken connection does not affect the others.
                    group.addTask { try? await serve(connection) }
                }
            }
        }
    }

    private func serve(_ connection: Connection) async throws {
        try await connection.executeThenClose { inbound, outbound in
            var head: HTTPRequestHead?
            var body: [UInt8] = []
            for try await part in inbound {
                switch part {
                case .head(let next):
                    head = next
                    body = []
                    if next.headers[canonicalForm: "expect"].contains("100-continue") {
                        try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
                    }
                case .body(let buffer): body += buffer.readableBytesView
                case .end:
                    guard let request = head else { continue }
                    let response = try await response(HTTPRequest(request), body, outbound)
                    try await write(response, to: request, outbound)
                    if !request.isKeepAlive { return }
                }
            }
        }
    }

    /// Returns the final response, and sends interim ones as they are received.
    private func response(
        _ request: HTTPRequest,
        _ body: [UInt8],
        _ outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws -> RawResponse {
        let (interims, source) = AsyncStream<HTTPResponseHead>.makeStream()
        let tell: @Sendable (HTTPResponseHead) -> Void = { source.yield($0) }
        async let response = OriginTransport.$onInterim.withValue(tell) {
            let response = await cache.response(request, body: body)
            source.finish()
            return response
        }
        for await interim in interims where interim.status != .continue {
            let fields = ProxyCache.endToEnd(HTTPFields(interim.headers))
            let headers = HTTPHeaders(fields.map { ($0.name.rawName, $0.value) })
            try await outbound.write(
                .head(HTTPResponseHead(version: .http1_1, status: interim.status, headers: headers))
            )
        }
        return await response
    }

    private func write(
        _ response: RawResponse,
        to request: HTTPRequestHead,
        _ outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        var headers = HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) })
        let hasBody = request.method != .HEAD && ![204, 304].contains(response.status)
        if hasBody { headers.replaceOrAdd(name: "content-length", value: "\(response.body.count)") }
        if !request.isKeepAlive { headers.add(name: "connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: response.status),
            headers: headers
        )
        try await outbound.write(.head(head))
        if hasBody, !response.body.isEmpty {
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: response.body))))
        }
        try await outbound.write(.end(nil))
    }
}

extension HTTPRequest {
    /// Creates a request head from a method, path and header fields.
    fileprivate init(_ head: HTTPRequestHead) {
        // The server's parser uses a different name for this method.
        let name = head.method == .MSEARCH ? "M-SEARCH" : head.method.rawValue
        let method = HTTPRequest.Method(rawValue: name) ?? .get
        let fields = HTTPFields(head.headers)
        self.init(method: method, scheme: nil, authority: nil, path: head.uri, headerFields: fields)
    }
}

extension HTTPFields {
    /// Creates header fields in the order of a message, without invalid ones.
    init(_ headers: HTTPHeaders) {
        self.init()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
        }
    }
}
