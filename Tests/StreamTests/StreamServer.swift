@_spi(Generated) import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Hummingbird
import LoopbackServer
import Testing
import URLSessionTransport

/// A server on the loopback interface that sends its responses in pieces.
struct StreamServer: Sendable {
    private let server: LoopbackServer
    private let requests = LockedState(0)

    /// The number of requests that the server has received.
    var requestCount: Int { requests.withLock { $0 } }

    private init() async throws {
        server = try await LoopbackServer.start(Responses(requests: requests))
    }

    /// Provides a server for the duration of a closure.
    static func run<T: Sendable>(_ body: @Sendable (StreamServer) async throws -> T) async throws -> T {
        let server = try await StreamServer()
        do {
            let value = try await body(server)
            await server.server.stop()
            return value
        } catch {
            await server.server.stop()
            throw error
        }
    }

    /// Counts the requests and responds to them.
    private struct Responses: HTTPResponderBuilder {
        let requests: LockedState<Int>

        func buildResponder() -> CallbackResponder<BasicRequestContext> {
            CallbackResponder { [requests] request, _ in
                requests.withLock { $0 += 1 }
                return try await response(request)
            }
        }
    }

    /// Returns a sender for this server.
    func sender(_ kind: TransportKind, retry: RetryPolicy = .never) throws -> OperationSender {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
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
    // Without optimization, an iterator of millions of bytes would take most of a test's time.
    let sum = bytes.withContiguousStorageIfAvailable { bytes in
        var (sum, index) = (start, 0)
        while index < bytes.count {
            sum = (sum &* 31 &+ Int(bytes[index])) % 1_000_003
            index += 1
        }
        return sum
    }
    return sum ?? bytes.reduce(start) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
}
