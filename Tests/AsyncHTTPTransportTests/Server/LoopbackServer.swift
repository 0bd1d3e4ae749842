import APIRuntime
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server on the loopback interface that exposes received requests and sends broken responses on demand.
///
/// It uses plain channel handlers and writes responses as bytes, so that a test can break them at any position.
final class LoopbackServer: Sendable {
    /// The port on which the server listens.
    let port: Int

    /// The log of received requests.
    let log: RequestLog

    private let channel: any Channel
    private static let idle = LockedState<[LoopbackServer]>([])

    private init(_ channel: any Channel, _ log: RequestLog) {
        self.channel = channel
        self.log = log
        port = channel.localAddress?.port ?? 0
    }

    /// Provides a server for the duration of a closure.
    ///
    /// The server is kept for the next test, so that its connections are reused. It ends with the process.
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

    /// Returns a port on which no process listens.
    static func closedPort() async throws -> Int {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        try await channel.close()
        return port
    }

    /// Returns a request to a path of this server.
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
    /// Returns a request to a server on the loopback interface.
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
