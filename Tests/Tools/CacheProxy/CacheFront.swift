import APIRuntime
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server on loopback that adds nothing of its own to what the cache answers.
struct CacheFront: Sendable {
    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private let cache: ProxyCache

    init(_ cache: ProxyCache) {
        self.cache = cache
    }

    /// Listens until the task is cancelled.
    ///
    /// - Parameters:
    ///   - port: Port to listen on; 0 takes a free one.
    ///   - onReady: Told the port.
    /// - Throws: When the port is taken.
    func run(port: Int, onReady: @Sendable (Int) -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    // The encoder does not know HEAD, and would announce chunks that never come.
                    var encoding = HTTPResponseEncoder.Configuration()
                    encoding.automaticallySetFramingHeaders = false
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withEncoderConfiguration: encoding)
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        onReady(server.channel.localAddress?.port ?? port)
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    // A broken connection ends alone.
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
                case .body(let buffer): body += buffer.readableBytesView
                case .end:
                    guard let request = head else { continue }
                    try await write(await cache.answer(HTTPRequest(request), body: body), to: request, outbound)
                    if !request.isKeepAlive { return }
                }
            }
        }
    }

    private func write(
        _ answer: ReceivedAnswer,
        to request: HTTPRequestHead,
        _ outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        var headers = HTTPHeaders(answer.headers.map { ($0.name.rawName, $0.value) })
        let hasBody = request.method != .HEAD && ![204, 304].contains(answer.status)
        if hasBody { headers.replaceOrAdd(name: "content-length", value: "\(answer.body.count)") }
        if !request.isKeepAlive { headers.add(name: "connection", value: "close") }
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: answer.status),
            headers: headers
        )
        try await outbound.write(.head(head))
        if hasBody, !answer.body.isEmpty {
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: answer.body))))
        }
        try await outbound.write(.end(nil))
    }
}

extension HTTPRequest {
    /// Takes method, path and header fields.
    fileprivate init(_ head: HTTPRequestHead) {
        var fields = HTTPFields()
        for (name, value) in head.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        let method = HTTPRequest.Method(rawValue: head.method.rawValue) ?? .get
        self.init(method: method, scheme: nil, authority: nil, path: head.uri, headerFields: fields)
    }
}
