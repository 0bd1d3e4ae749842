import APIRuntime
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP proxy on the loopback interface that records its requests.
final class LoopbackProxy: Sendable {
    /// The port on which the proxy listens.
    let port: Int

    /// The received request lines, each followed by the credentials for the proxy.
    let lines: LockedState<[String]>

    private init(_ port: Int, _ lines: LockedState<[String]>) {
        self.port = port
        self.lines = lines
    }

    /// Runs a proxy for the duration of a closure.
    static func run<T: Sendable>(_ body: @Sendable (LoopbackProxy) async throws -> T) async throws -> T {
        let lines = LockedState<[String]>([])
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    // Bytes after a CONNECT request belong to the tunnel and are not HTTP.
                    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
                    try channel.pipeline.syncOperations.addHandler(decoder, name: "decoder")
                    try channel.pipeline.syncOperations.addHandler(ProxyHandler(lines))
                }
            }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        do {
            let result = try await body(LoopbackProxy(channel.localAddress?.port ?? 0, lines))
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }
}

/// A handler for one connection to a ``LoopbackProxy``: a tunnel for `CONNECT`, and its own response for other methods.
private final class ProxyHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let lines: LockedState<[String]>
    private var head: HTTPRequestHead?

    init(_ lines: LockedState<[String]>) {
        self.lines = lines
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            let user = head.headers.first(name: "proxy-authorization").map { " \($0)" } ?? ""
            lines.withLock { $0.append("\(head.method.rawValue) \(head.uri)\(user)") }
        case .body: break
        case .end: end(context)
        }
    }

    private func end(_ context: ChannelHandlerContext) {
        guard let head, head.method == .CONNECT else {
            let response = [UInt8].head(200, ["content-length": "5"]) + Array("proxy".utf8)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: response)), promise: nil)
            return
        }
        // All host names resolve to this machine.
        let port = head.uri.split(separator: ":").last.flatMap { Int($0) } ?? 0
        let client = context.channel
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let own = NIOLoopBound(self, eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(TunnelHandler(to: client))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .flatMap { server in
                own.value.joinTunnel(bound.value, to: server)
            }
            .whenFailure { _ in client.close(promise: nil) }
    }

    private func joinTunnel(_ context: ChannelHandlerContext, to server: any Channel) -> EventLoopFuture<Void> {
        let response = ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n")
        let pipeline = context.pipeline.syncOperations
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(response), promise: nil)
        do {
            try pipeline.addHandler(TunnelHandler(to: server))
        } catch {
            return context.eventLoop.makeFailedFuture(error)
        }
        return pipeline.removeHandler(context: context).flatMap { channel.pipeline.removeHandler(name: "decoder") }
    }
}

/// A handler that forwards bytes to another connection, and closes with it.
private final class TunnelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) {
        self.other = other
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
