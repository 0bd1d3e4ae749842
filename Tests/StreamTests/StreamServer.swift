import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing
import URLSessionTransport

/// A server on the loopback interface that sends its responses in pieces.
struct StreamServer: Sendable {
    /// The port on which the server listens.
    let port: Int

    private let requests: LockedState<Int>
    private static let idle = LockedState<[StreamServer]>([])

    /// The number of requests since the current test started to use the server.
    var requestCount: Int { requests.withLock { $0 } }

    /// Provides a server for the duration of a closure.
    ///
    /// Servers are kept for the next test and end with the process: cancelling a server with open connections can trap.
    static func run<T: Sendable>(_ body: @Sendable (StreamServer) async throws -> T) async throws -> T {
        let free = idle.withLock { $0.popLast() }
        let server = if let free { free } else { try await start() }
        server.requests.withLock { $0 = 0 }
        defer { idle.withLock { $0.append(server) } }
        return try await body(server)
    }

    private static func start() async throws -> StreamServer {
        let requests = LockedState(0)
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in
                requests.withLock { $0 += 1 }
                return try await response(request)
            },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "streams") { _ in SwiftLogNoOpLogHandler() }
        )
        Task { try await application.runService(gracefulShutdownSignals: []) }
        for await number in ports { return StreamServer(port: number, requests: requests) }
        throw CancellationError()
    }

    /// Returns a sender for this server.
    func sender(_ kind: TransportKind, retry: RetryPolicy = .never) throws -> OperationSender {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
        return OperationSender(
            servers: [.main: url],
            credentials: [:],
            configuration: ClientConfiguration(transport: kind.transport, retry: retry)
        )
    }
}

/// The transports that must have the same behavior.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case urlSession
    case asyncHTTP

    var testDescription: String { rawValue }

    var transport: any HTTPTransport {
        switch self {
        case .urlSession: URLSessionTransport.shared
        case .asyncHTTP: AsyncHTTPTransport.shared
        }
    }
}

/// Returns a weighted sum of all bytes, modulo a prime, which depends on their order.
func checksum(_ bytes: some Sequence<UInt8>, from start: Int = 7) -> Int {
    bytes.reduce(start) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
}
