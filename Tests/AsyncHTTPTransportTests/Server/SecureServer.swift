import APIRuntime
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A TLS server on the loopback interface that reports the negotiated version of HTTP.
final class SecureServer: Sendable {
    /// The port on which the server listens.
    let port: Int

    /// The number of received requests.
    let requests: LockedState<Int>

    private let channel: any Channel

    private init(_ channel: any Channel, _ requests: LockedState<Int>) {
        self.channel = channel
        self.requests = requests
        port = channel.localAddress?.port ?? 0
    }

    /// Runs a server for the duration of a closure.
    static func run<T: Sendable>(
        _ identity: TestIdentity,
        protocols: [String] = ["h2", "http/1.1"],
        _ body: @Sendable (SecureServer) async throws -> T
    ) async throws -> T {
        let context = try NIOSSLContext(configuration: identity.configuration(protocols))
        let requests = LockedState(0)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                }.flatMap {
                    channel.configureCommonHTTPServerPipeline { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(VersionHandler(requests))
                        }
                    }
                }
            }
        let server = SecureServer(try await bootstrap.bind(host: "127.0.0.1", port: 0).get(), requests)
        do {
            let result = try await body(server)
            try await server.channel.close()
            return result
        } catch {
            try? await server.channel.close()
            throw error
        }
    }

    /// Returns a request to this server.
    func request(_ host: String = "localhost", scheme: String = "https", _ path: String = "/") -> TransportRequest {
        .loopback(scheme: scheme, host: host, port, path)
    }
}

/// A handler that responds to every request with the HTTP version of the connection.
private final class VersionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let requests: LockedState<Int>

    init(_ requests: LockedState<Int>) {
        self.requests = requests
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        requests.withLock { $0 += 1 }
        let isStream = context.channel.parent?.parent != nil
        let text = ByteBuffer(string: isStream ? "h2" : "http/1.1")
        let head = HTTPResponseHead(
            version: isStream ? .http2 : .http1_1,
            status: .ok,
            headers: ["content-length": "\(text.readableBytes)"]
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
