import APIRuntime
import APIServer
import HTTPTypes
import HostilePeers
import Hummingbird
import LoopbackServer
import Testing

@Suite("Streamed bodies of generated servers", .timeLimit(.minutes(2)))
struct StreamedBodyTests {

    private struct HandlerFailure: Error {}

    /// Starts a server whose routes count the bytes of a streamed body, and runs a closure with its port.
    private func run(
        _ options: ServerOptions = ServerOptions(),
        _ body: (Int) async throws -> Void,
        received: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let router = Router()
        let routes = ServerRoutes(router, options: options).medium(streamsBody: true)
        routes.text("upload", .post, "/upload") { input in
            ServerResponse("\(try await Self.count(input, received))")
        }
        routes.text("wrapping", .post, "/wrapping") { input in
            do { return ServerResponse("\(try await Self.count(input, received))") } catch { throw HandlerFailure() }
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

    private static func count(_ input: ServerInput, _ received: (Int) -> Void) async throws -> Int {
        var count = 0
        for try await chunk in input.binary().chunks() {
            count += chunk.count
            received(chunk.count)
        }
        return count
    }

    @Test("a streamed body over the limit is 413, with and without a length in its head", arguments: [true, false])
    func limit(_ hasLength: Bool) async throws {
        let text = String(repeating: "a", count: 1001)
        let body =
            hasLength
            ? "Content-Length: 1001\r\n\r\n\(text)" : "Transfer-Encoding: chunked\r\n\r\n3e9\r\n\(text)\r\n0\r\n\r\n"
        for path in ["/upload", "/wrapping"] {
            for (limit, expected) in [(1000, 413), (1001, 200)] {
                try await run(ServerOptions(maximumBodyBytes: 10, maximumStreamedBodyBytes: limit)) { port in
                    let statuses = try await RawPeer.offPool {
                        let peer = try RawPeer(port: port)
                        peer.send("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(body)")
                        return peer.statuses()
                    }
                    #expect(statuses == [expected], "\(path) \(limit)")
                }
            }
        }
    }

    @Test("an upload of 200 MB is received while it is sent, and never held as a whole")
    func upload() async throws {
        let (chunk, chunks) = ([UInt8](repeating: 7, count: 100_000), 2000)
        let held = LockedState((now: 0, most: 0))
        try await run { port in
            let statuses = try await RawPeer.offPool {
                let peer = try RawPeer(port: port)
                peer.send("POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(chunk.count * chunks)\r\n\r\n")
                for _ in 0..<chunks {
                    guard peer.send(chunk) else { return [Int]?.none }
                    held.withLock { held in
                        held.now += chunk.count
                        held.most = max(held.most, held.now)
                    }
                }
                return peer.statuses()
            }
            #expect(statuses == [200])
        } received: { count in
            held.withLock { $0.now -= count }
        }
        let (now, most) = held.withLock { $0 }
        #expect(now == 0)
        // The system may let the server's buffer grow to tens of megabytes.
        #expect(most < 100_000_000, "\(most) bytes were sent and not yet received by the operation")
    }

    @Test("a response of 100 MB is produced while it is received, and never held as a whole")
    func download() async throws {
        let (chunk, chunks) = ([UInt8](repeating: 7, count: 100_000), 1000)
        let held = LockedState((produced: 0, received: 0, most: 0))
        let router = Router()
        ServerRoutes(router).data("download", .get, "/download") { _ in
            let body = BodyStream(length: chunk.count * chunks, isReplayable: false) {
                BodyChunks {
                    held.withLock { held in
                        guard held.produced < chunk.count * chunks else { return nil }
                        held.produced += chunk.count
                        held.most = max(held.most, held.produced - held.received)
                        return chunk
                    }
                }
            }
            return .streaming(.stream(body))
        }
        let server = try await LoopbackServer.start(router)
        let hasEnded = try await RawPeer.offPool {
            let peer = try RawPeer(port: server.port)
            peer.send("GET /download HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return peer.receiveAll { count in held.withLock { $0.received += count } }
        }
        await server.stop()
        let (_, received, most) = held.withLock { $0 }
        #expect(hasEnded)
        #expect(received > chunk.count * chunks, "The head is part of the bytes.")
        #expect(received < chunk.count * chunks + 1000)
        // The buffers of the system hold some megabytes on both sides of the connection.
        #expect(most < 30_000_000, "\(most) bytes were produced and not yet received")
    }

    @Test("a response of another length than announced ends its connection", arguments: [[8, 4], [8], [12]])
    func wrongLength(_ chunks: [Int]) async throws {
        let router = Router()
        ServerRoutes(router).data("download", .get, "/download") { _ in
            let rest = LockedState(chunks[...])
            let body = BodyStream(length: 10, isReplayable: false) {
                BodyChunks { rest.withLock { $0.popFirst() }.map { [UInt8](repeating: 0x7A, count: $0) } }
            }
            return .streaming(.stream(body))
        }
        let server = try await LoopbackServer.start(router)
        let count = LockedState(0)
        let (hasEnded, statuses) = try await RawPeer.offPool {
            let peer = try RawPeer(port: server.port)
            let request = "GET /download HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            peer.send(request + request)
            let hasEnded = peer.receiveAll { received in count.withLock { $0 += received } }
            // The server itself is unharmed.
            let other = try RawPeer(port: server.port)
            other.send(request.replacing("/download", with: "/nothing"))
            return (hasEnded, other.statuses())
        }
        await server.stop()
        #expect(hasEnded, "The connection is still open.")
        #expect(count.withLock { $0 } < 400, "A second response follows the first.")
        #expect(statuses == [404])
    }
}
