import APIRuntime
import APIServer
import APITesting
import HostilePeers
import Hummingbird
import LoopbackServer
import Testing

@Suite("Streams without elements", .timeLimit(.minutes(2)))
struct EventCommentTests {
    private typealias Events = AsyncStream<ServerSentEvent<String>>

    /// A connection, until it is closed.
    private final class Connection {
        private var peer: RawPeer?

        init(_ peer: RawPeer) { self.peer = peer }

        func send(_ text: String) { peer?.send(text) }

        func close() { peer = nil }

        func received(upTo text: String) async throws -> String {
            let peer = try #require(peer)
            return try #require(try await RawPeer.offPool { peer.received(upTo: text) })
        }
    }

    /// Starts a server with a stream of events and one of lines, and runs a closure with a connection to it.
    private func run(
        _ path: String,
        _ events: Events,
        _ options: ServerOptions,
        endless: ResponseGate<Void>? = nil,
        _ body: (Connection) async throws -> Void
    ) async throws {
        let router = Router()
        let routes = ServerRoutes(router, options: options)
        routes.events("watch", .get, "/events") { _ in ServerResponse(ResponseSequence(events)) }
        routes.lines("list", .get, "/lines") { _ in ServerResponse(ResponseSequence(events.map(\.data))) }
        routes.events("endless", .get, "/endless") { _ in
            let (stream, continuation) = Events.makeStream()
            let events = endless.map { EndlessEvents(continuation, $0) }
            return ServerResponse(ResponseSequence(stream.map { event in withExtendedLifetime(events) { event } }))
        }
        let server = try await LoopbackServer.start(router)
        do {
            let connection = Connection(try RawPeer(port: server.port))
            connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            try await body(connection)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    @Test("a comment follows each interval without an event, and no event is lost")
    func comments() async throws {
        let clock = TestClock()
        let (events, continuation) = Events.makeStream()
        try await run("/events", events, ServerOptions(clock: clock)) { peer in
            for number in 1...3 {
                // The wait for an event may not have begun at the first tick.
                let time = Task {
                    while !Task.isCancelled {
                        await clock.sleepers(1)
                        clock.advance(by: .seconds(15))
                        await Task.yield()
                    }
                }
                let comment = try await peer.received(upTo: ":\n\n")
                time.cancel()
                await time.value
                #expect(!comment.contains("data"))
                continuation.yield(ServerSentEvent(data: "\(number)"))
                _ = try await peer.received(upTo: "data: \(number)\n\n")
                await clock.sleepers(1)
                #expect(clock.sleeperCount == 1, "The stream has one timer.")
            }
            continuation.finish()
        }
    }

    @Test("a client that disconnects ends an idle stream of events")
    func disconnected() async throws {
        let clock = TestClock()
        let ended = ResponseGate<Void>()
        try await run("/endless", Events.makeStream().stream, ServerOptions(clock: clock), endless: ended) { peer in
            await clock.sleepers(1)
            peer.close()
            let time = Task {
                while !Task.isCancelled {
                    await clock.sleepers(1)
                    clock.advance(by: .seconds(15))
                }
            }
            await ended.response()
            time.cancel()
        }
    }

    @Test("no comment is sent without an interval, or in lines of JSON", arguments: ["/events", "/lines"])
    func none(_ path: String) async throws {
        let clock = TestClock()
        let (events, continuation) = Events.makeStream()
        let options = ServerOptions(eventCommentInterval: path == "/events" ? nil : .seconds(15), clock: clock)
        try await run(path, events, options) { peer in
            continuation.yield(ServerSentEvent(data: "1"))
            _ = try await peer.received(upTo: path == "/events" ? "data: 1\n" : "\"1\"\n")
            for _ in 0..<100 { await Task.yield() }
            #expect(clock.sleeperCount == 0)
            continuation.finish()
        }
    }
}

/// The end of events that never come; opens a gate when their sequence is released.
private final class EndlessEvents: Sendable {
    private let continuation: AsyncStream<ServerSentEvent<String>>.Continuation
    private let isReleased: ResponseGate<Void>

    init(_ continuation: AsyncStream<ServerSentEvent<String>>.Continuation, _ isReleased: ResponseGate<Void>) {
        self.continuation = continuation
        self.isReleased = isReleased
    }

    deinit { isReleased.open(()) }
}
