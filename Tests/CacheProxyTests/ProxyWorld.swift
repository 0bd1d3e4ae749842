import APIRuntime
import APITesting
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import cache_proxy

/// The response of the server behind the proxy to one request.
struct Origin: Sendable {
    var status = 200
    var headers: [(String, String)] = []
    var body = "body"
    /// Whether the server closes the connection instead of responding.
    var closes = false
    /// Whether the server closes the connection after half of the body.
    var breaks = false
    /// The statuses and header fields of interim responses.
    var interims: [(status: Int, fields: [(String, String)])] = []

    /// Creates a response with fields as `Name: value`.
    ///
    /// `DATE` and `DATE-10` are placeholders for the current time and a time in seconds relative to it.
    init(_ fields: String..., status: Int = 200, body: String = "body") {
        self.status = status
        self.body = body
        headers = fields.map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (parts[0], parts[1].trimmingCharacters(in: .whitespaces))
        }
    }

    static var gone: Origin {
        var response = Origin()
        response.closes = true
        return response
    }

    /// The same response, interrupted after half of its body.
    var broken: Origin {
        var response = self
        response.breaks = true
        return response
    }
}

/// The response that the client received.
struct Got: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: String
    /// The number of requests that the server has received so far.
    let seen: Int

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}

/// A client, the proxy and a server, connected over loopback, with a time that the test moves.
final class ProxyWorld: Sendable {
    let date = TestDate(Date(timeIntervalSince1970: 1_700_000_000))
    private let server: OriginServer
    private let port: Int
    private let listener: any Channel
    let path = "/test/\(UUID().uuidString)"

    init(staleIfError: Duration? = nil) async throws {
        let server = try await OriginServer.start()
        let date = date
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        let proxy = CacheFront(ProxyCache(origin: url, staleIfError: staleIfError, now: { date.now }))
        let (channels, ready) = AsyncStream<any Channel>.makeStream()
        Task { try? await proxy.run(port: 0) { ready.yield($0) } }
        listener = try #require(await channels.first { _ in true })
        port = try #require(listener.localAddress?.port)
        self.server = server
    }

    deinit {
        listener.close(promise: nil)
    }

    /// The requests that the server has received.
    var seen: [RecordedHead] { server.requests }

    /// Sends a request through the proxy.
    ///
    /// The server responds with `origin` if it receives a request.
    func send(
        _ method: String = "GET",
        _ fields: [(String, String)] = [],
        suffix: String = "",
        body: String = "",
        origin: Origin = Origin(),
        through transport: (any HTTPTransport)? = nil
    ) async throws -> Got {
        server.next(origin, at: date.now)
        var headers = HTTPFields()
        for (name, value) in fields {
            let name = try #require(HTTPField.Name(name))
            headers.append(HTTPField(name: name, value: placed(value, at: date.now)))
        }
        let head = HTTPRequest(
            method: try #require(HTTPRequest.Method(rawValue: method)),
            scheme: "http",
            authority: "127.0.0.1:\(port)",
            path: path + suffix,
            headerFields: headers
        )
        let request = TransportRequest(head, body: body.isEmpty ? nil : .bytes(Array(body.utf8)), timeout: .seconds(20))
        let response = try await (transport ?? Self.transport).send(request)
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return Got(
            status: response.head.status.code,
            headers: response.head.headerFields,
            body: String(decoding: bytes, as: UTF8.self),
            seen: server.requests.count
        )
    }

    /// Sends a request like ``send(_:_:suffix:body:origin:through:)``, and returns the interim responses too.
    func sendHearing(_ origin: Origin) async throws -> (Got, [HTTPResponseHead]) {
        let heard = LockedState<[HTTPResponseHead]>([])
        let transport = OriginTransport(host: "127.0.0.1", port: port)
        let got = try await OriginTransport.$onInterim.withValue({ head in heard.withLock { $0.append(head) } }) {
            try await send(origin: origin, through: transport)
        }
        return (got, heard.withLock { $0 })
    }

    private static let transport = AsyncHTTPTransport(redirects: RedirectPolicy(maximumHops: 0))
}

/// Replaces the placeholder `DATE` with the time, plus or minus seconds: `DATE-10`.
func placed(_ text: String, at date: Date) -> String {
    guard text.hasPrefix("DATE") else { return text }
    let offset = Double(text.dropFirst(4)) ?? 0
    return HTTPDate.format(date.addingTimeInterval(offset))
}

/// A request as the server received it.
struct RecordedHead: Sendable {
    let method: String
    let headers: HTTPHeaders
}

/// A server that returns the response set by the test.
final class OriginServer: Sendable {
    private struct State: Sendable {
        var response = Origin()
        var date = Date()
        var requests: [RecordedHead] = []
    }

    let port: Int
    private let state: LockedState<State>

    private init(port: Int, state: LockedState<State>) {
        self.port = port
        self.state = state
    }

    var requests: [RecordedHead] { state.withLock { $0.requests } }

    func next(_ response: Origin, at date: Date) {
        state.withLock {
            $0.response = response
            $0.date = date
        }
    }

    static func start() async throws -> OriginServer {
        let state = LockedState(State())
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(state))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return OriginServer(port: channel.localAddress?.port ?? 0, state: state)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let state: LockedState<State>
        private var head: HTTPRequestHead?

        init(_ state: LockedState<State>) {
            self.state = state
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body: break
            case .end: response(context)
            }
        }

        private func response(_ context: ChannelHandlerContext) {
            guard let head else { return }
            let (response, date) = state.withLock { state in
                state.requests.append(RecordedHead(method: head.method.rawValue, headers: head.headers))
                return (state.response, state.date)
            }
            if response.closes { return context.close(promise: nil) }
            for interim in response.interims {
                let status = HTTPResponseStatus(statusCode: interim.status)
                let head = HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(interim.fields))
                context.write(wrapOutboundOut(.head(head)), promise: nil)
            }
            let hasBody = head.method != .HEAD && response.status != 304 && response.status != 204
            var headers = HTTPHeaders(response.headers.map { ($0.0, placed($0.1, at: date)) })
            if hasBody || head.method == .HEAD {
                headers.replaceOrAdd(name: "content-length", value: "\(response.body.utf8.count)")
            }
            let status = HTTPResponseStatus(statusCode: response.status)
            let responseHead = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
            context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
            if response.breaks {
                let half = String(response.body.prefix(response.body.count / 2))
                context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: half)))), promise: nil)
                return context.close(promise: nil)
            }
            if hasBody {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: response.body)))), promise: nil)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
