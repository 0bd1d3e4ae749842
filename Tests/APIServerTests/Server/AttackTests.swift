import APIRuntime
import APIServer
import HTTPTypes
import HostilePeers
import Hummingbird
import LoopbackServer
import Testing

@Suite("Generated servers and clients that break HTTP", .timeLimit(.minutes(2)))
struct AttackTests {

    /// Starts a server with a route for each method, and runs a closure with its port.
    private func run(_ body: (Int) async throws -> Void) async throws {
        let router = Router()
        let routes = ServerRoutes(router, options: ServerOptions(maximumStreamedBodyBytes: 1 << 20))
        routes.text("get", .get, "/things") { _ in ServerResponse("thing") }
        routes.json("post", .post, "/things") { input in ServerResponse(try input.json(JSONValue.self)) }
        routes.medium(streamsBody: true).text("stream", .post, "/streams") { input in
            var count = 0
            for try await chunk in input.binary().chunks() { count += chunk.count }
            return ServerResponse("\(count)")
        }
        let server = try await LoopbackServer.start(router)
        do {
            try await body(server.port)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Returns the status of a request as every client sends it.
    private func ordinaryStatus(_ port: Int) async throws -> [Int]? {
        try await RawPeer.offPool {
            let peer = try RawPeer(port: port)
            peer.send("GET /things HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return peer.statuses()
        }
    }

    @Test(
        "no request makes a generated server hang, fail or end",
        arguments: ServerAttack.all(on: "/things") + ServerAttack.all(on: "/streams")
    )
    func attack(_ attack: ServerAttack) async throws {
        try await run { port in
            let statuses = try #require(try await attack.run(port: port), "the server hangs")
            #expect(statuses.allSatisfy { $0 < 500 || $0 == 501 || $0 == 505 }, "\(statuses)")
            #expect(try await ordinaryStatus(port) == [200])
        }
    }

    @Test("pipelined requests are responded to in order")
    func pipeline() async throws {
        try await run { port in
            let statuses = try await RawPeer.offPool {
                let peer = try RawPeer(port: port)
                let get = "GET /things HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                let missing = "GET /missing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                peer.send(String(repeating: get + missing, count: 50))
                return peer.statuses(100)
            }
            #expect(statuses == (0..<100).map { $0.isMultiple(of: 2) ? 200 : 404 })
        }
    }

    @Test("a server with many connections that send nothing more still responds")
    func connections() async throws {
        try await run { port in
            let idle = try await RawPeer.offPool {
                try (0..<300).map { index in
                    let peer = try RawPeer(port: port)
                    peer.send(
                        index.isMultiple(of: 2)
                            ? "GET /things HT" : "POST /things HTTP/1.1\r\nContent-Length: 9\r\n\r\n"
                    )
                    return peer
                }
            }
            #expect(try await ordinaryStatus(port) == [200])
            #expect(idle.count == 300)
        }
    }
}
