import APIRuntime
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// A transport that sends each request over a separate connection, and reports interim responses.
///
/// Bodies, codings and redirects pass unchanged. A request is never sent twice, and never over a connection that the
/// server may be closing, because a test suite counts the server's requests.
struct OriginTransport: HTTPTransport {
    private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    /// A closure called with each interim response (102, 103) to the requests that the task sends.
    @TaskLocal static var onInterim: (@Sendable (HTTPResponseHead) -> Void)?

    private let host: String
    private let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try request.validate()
        let start = ContinuousClock.now
        do {
            return try await exchange(request)
        } catch let error as TransportError {
            throw error
        } catch {
            if Task.isCancelled { throw .cancelled }
            if let timeout = request.timeout, start.duration(to: .now) >= timeout { throw .timedOut }
            throw TransportError(.connection, "The server gave no whole response.", underlying: "\(error)")
        }
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = HTTPResponseDecoder(
                        leftOverBytesStrategy: .dropBytes,
                        informationalResponseStrategy: .forward
                    )
                    try channel.pipeline.syncOperations.addHandlers(
                        HTTPRequestEncoder(),
                        ByteToMessageHandler(decoder)
                    )
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let channel = connection.channel
        let alarm = request.timeout.map { timeout in
            channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) { channel.close(promise: nil) }
        }
        defer { alarm?.cancel() }
        return try await connection.executeThenClose { inbound, outbound in
            try await write(request, outbound)
            return try await read(inbound, upTo: request.maximumBytes)
        }
    }

    private func write(
        _ request: TransportRequest,
        _ outbound: NIOAsyncChannelOutboundWriter<HTTPClientRequestPart>
    ) async throws {
        let body: [UInt8]
        switch request.body {
        case nil: body = []
        case .bytes(let bytes): body = bytes
        default: throw TransportError(.invalidRequest, "The proxy sends whole bodies only.")
        }
        var headers = HTTPHeaders([("host", request.head.authority ?? host)])
        headers.add(contentsOf: request.head.headerFields.map { ($0.name.rawName, $0.value) })
        if request.body != nil { headers.replaceOrAdd(name: "content-length", value: "\(body.count)") }
        headers.add(name: "connection", value: "close")
        let head = HTTPRequestHead(
            version: .http1_1,
            method: HTTPMethod(rawValue: request.head.method.rawValue),
            uri: request.head.path ?? "/",
            headers: headers
        )
        try await outbound.write(.head(head))
        if !body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
        try await outbound.write(.end(nil))
    }

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>,
        upTo limit: Int
    ) async throws -> TransportResponse {
        var head: HTTPResponse?
        var body: [UInt8] = []
        for try await part in inbound {
            switch part {
            case .head(let next) where next.status.code < 200: Self.onInterim?(next)
            case .head(let next): head = HTTPResponse(next)
            case .body(let buffer):
                guard buffer.readableBytes <= limit - body.count else { throw TransportError.tooLarge(limit) }
                body += buffer.readableBytesView
            case .end:
                if let head { return TransportResponse(head, body: .bytes(body)) }
            }
        }
        throw TransportError(.connection, "The server closed the connection before its response was whole.")
    }
}

extension HTTPResponse {
    /// Creates a response head from a status and header fields.
    fileprivate init(_ head: HTTPResponseHead) {
        self.init(status: .init(code: Int(head.status.code)), headerFields: HTTPFields(head.headers))
    }
}
