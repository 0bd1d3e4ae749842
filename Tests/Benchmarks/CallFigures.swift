@_spi(Generated) import APIRuntime
import AsyncHTTPClient
import AsyncHTTPTransport
import Foundation
import Hummingbird
import Logging
import NIOCore
import URLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The measurement of complete calls on loopback: a typed, decoded response against a raw client that only reads bytes.
struct CallFigures {

    private let count = 2_000

    func measure() async throws -> [Figure] {
        let body = JSONCoding.encode((0..<100).map(SmallObject.init(number:)))
        let server = try await LoopbackServer.start(body: body)
        defer { server.stop() }
        let raw = RawClient(url: server.url.appendingPathComponent("items").absoluteString)
        let asynchronous = TypedClient(base: server.url, transport: AsyncHTTPTransport.shared)
        // Like the raw session, and like every session on Apple's systems.
        let session = TypedClient(base: server.url, transport: URLSessionTransport(reusesConnections: true))
        var figures = [Figure(name: "response of the call benchmark", value: Double(body.count), unit: "bytes")]
        let rawSession = RawSession(url: server.url.appendingPathComponent("items"))
        for (width, goal) in [(1, 0.63), (64, 0.25)] {
            let label = width == 1 ? "one at a time" : "\(width) in flight"
            let floor = try await rate(width) { try await raw.fetch() }
            let ours = try await rate(width) { try await asynchronous.fetch() }
            let sessionFloor = try await rate(width) { try await rawSession.fetch() }
            let foundation = try await rate(width) { try await session.fetch() }
            figures += [
                Figure(name: "raw AsyncHTTPClient, \(label)", value: floor, unit: "calls/s"),
                Figure(name: "typed call, AsyncHTTPClient, \(label)", value: ours, unit: "calls/s"),
                Figure(
                    name: "  share of the raw client",
                    value: ours / floor,
                    unit: "×",
                    goal: goal,
                    direction: .atLeast
                ),
                Figure(name: "raw URLSession, \(label)", value: sessionFloor, unit: "calls/s"),
                Figure(name: "typed call, URLSession, \(label)", value: foundation, unit: "calls/s"),
                Figure(
                    name: "  share of the raw session",
                    value: foundation / sessionFloor,
                    unit: "×",
                    goal: goal,
                    direction: .atLeast
                ),
            ]
        }
        return figures
    }

    /// Returns calls per second: the best of three rounds.
    private func rate(_ width: Int, _ call: @escaping @Sendable () async throws -> Void) async throws -> Double {
        var best = 0.0
        for _ in 0..<3 {
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<width {
                    group.addTask { [count] in
                        for _ in 0..<(count / width) {
                            try await call()
                        }
                    }
                }
                try await group.waitForAll()
            }
            best = max(best, Double(count / width * width) / Stopwatch.seconds(ContinuousClock.now - start))
        }
        return best
    }
}

/// A raw client that only reads bytes.
private struct RawClient: Sendable {
    let url: String

    func fetch() async throws {
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
        _ = try await response.body.collect(upTo: 1 << 20)
    }
}

/// A raw session that only reads bytes.
private struct RawSession: Sendable {
    let url: URL

    func fetch() async throws {
        let (data, _) = try await URLSession.shared.data(from: url)
        guard !data.isEmpty else { throw CocoaError(.fileReadUnknown) }
    }
}

/// A minimal version of a generated operation.
private struct TypedClient: Sendable {
    let sender: OperationSender

    init(base: URL, transport: any HTTPTransport) {
        sender = OperationSender(
            servers: [.main: base],
            credentials: [:],
            configuration: ClientConfiguration(transport: transport)
        )
    }

    func fetch() async throws {
        let call = OperationCall("listItems", .get, "/items")
        let items: [SmallObject] = try await sender.send(call, CallOptions(), failing: CallFailure.self)
        guard items.count == 100 else { throw CocoaError(.coderInvalidValue) }
    }
}

/// A server on loopback that returns one prepared response.
private struct LoopbackServer {
    let url: URL
    private let task: Task<Void, any Error>

    static func start(body: [UInt8]) async throws -> LoopbackServer {
        let buffer = ByteBuffer(bytes: body)
        let router = Router()
        router.get("items") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: buffer))
        }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                continuation.yield(channel.localAddress?.port ?? 0)
                continuation.finish()
            },
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        )
        let task = Task { try await application.run() }
        for await port in ports {
            if let url = URL(string: "http://127.0.0.1:\(port)") {
                return LoopbackServer(url: url, task: task)
            }
        }
        throw CocoaError(.executableLoad)
    }

    func stop() {
        task.cancel()
    }
}
