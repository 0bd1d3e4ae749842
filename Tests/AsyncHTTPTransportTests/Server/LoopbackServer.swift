import APIRuntime
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server on the loopback interface that shows what it received and misbehaves on demand.
///
/// It stands on plain channel handlers and writes responses as bytes, so that a test can break them at any place.
final class LoopbackServer: Sendable {
    /// Port that the server listens on.
    let port: Int

    /// What reached the server.
    let log: RequestLog

    private let channel: any Channel
    private static let idle = LockedState<[LoopbackServer]>([])

    private init(_ channel: any Channel, _ log: RequestLog) {
        self.channel = channel
        self.log = log
        port = channel.localAddress?.port ?? 0
    }

    /// Lends a server for the time of a body.
    ///
    /// It is kept for the next test, so that connections are kept as well; it ends with the process.
    static func run<T: Sendable>(_ body: @Sendable (LoopbackServer) async throws -> T) async throws -> T {
        let free = idle.withLock { $0.popLast() }
        let server = if let free { free } else { try await start() }
        server.log.clear()
        defer { idle.withLock { $0.append(server) } }
        return try await body(server)
    }

    private static func start() async throws -> LoopbackServer {
        let log = RequestLog()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(decoder),
                        LoopbackHandler(log)
                    )
                }
            }
        return LoopbackServer(try await bootstrap.bind(host: "127.0.0.1", port: 0).get(), log)
    }

    /// A port that nobody listens on.
    static func closedPort() async throws -> Int {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close()
        return port
    }

    /// A request to a path of this server.
    func request(
        _ path: String,
        _ method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:],
        body: APIRuntime.HTTPBody? = nil,
        timeout: Duration? = .seconds(20),
        maximumBytes: Int = 64 << 20
    ) -> TransportRequest {
        .loopback(port, path, method, headers: headers, body: body, timeout: timeout, maximumBytes: maximumBytes)
    }
}

extension TransportRequest {
    /// A request to a server on the loopback interface.
    static func loopback(
        scheme: String = "http",
        host: String = "127.0.0.1",
        _ port: Int,
        _ path: String = "/echo",
        _ method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:],
        body: APIRuntime.HTTPBody? = nil,
        timeout: Duration? = .seconds(20),
        maximumBytes: Int = 64 << 20
    ) -> TransportRequest {
        let head = HTTPRequest(
            method: method,
            scheme: scheme,
            authority: "\(host):\(port)",
            path: path,
            headerFields: headers
        )
        return TransportRequest(head, body: body, timeout: timeout, maximumBytes: maximumBytes)
    }
}
