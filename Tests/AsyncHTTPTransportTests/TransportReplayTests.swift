import APIRuntime
import AsyncHTTPTransport
import HTTPTypes
import Testing
import URLSessionTransport

@Suite("Transport replay safety", .timeLimit(.minutes(2)))
struct TransportReplayTests {
    private static let unsafe: [(HTTPRequest.Method, APIRuntime.HTTPBody?)] = [
        (.post, .bytes(Array("{\"amount\":5}".utf8))),
        (.post, nil),
        (.patch, .bytes([1, 2, 3])),
    ]

    @Test(
        "a payment arrives once when the server closes a kept connection",
        arguments: TransportKind.allCases,
        ["/cut", "/reset", "/cut-amid-body"]
    )
    func effects(_ kind: TransportKind, _ path: String) async throws {
        try await LoopbackServer.run { server in
            for (method, body) in Self.unsafe where path != "/cut-amid-body" || body != nil {
                // Leaves open connections, one of which the next request may use.
                for _ in 0..<3 { _ = try await kind.transport.send(server.request("/echo")) }
                server.log.clear()
                await expect(.connection, from: kind.transport, server.request(path, method, body: body))
                #expect(server.log.heads == 1, "\(method) \(path)")
            }
        }
    }

    @Test(
        "a payment on a kept connection that is closing arrives at most once",
        arguments: TransportKind.allCases
    )
    func race(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for delay in 0..<40 {
                _ = await failure(of: kind.transport, server.request("/closes-later?after=\(delay % 4)"))
                server.log.clear()
                let payment = server.request("/echo", .post, body: .bytes([7]))
                let error = await failure(of: kind.transport, payment)
                #expect(server.log.heads <= 1)
                if error == nil { #expect(server.log.all.map(\.bytes) == [1]) }
            }
        }
    }

    @Test("a request body is complete when it is sent again", arguments: TransportKind.allCases)
    func wholeBody(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let body = [UInt8](repeating: 5, count: 200_000)
            for _ in 0..<10 {
                _ = await failure(of: kind.transport, server.request("/closes-later?after=0"))
                _ = await failure(of: kind.transport, server.request("/echo", .put, body: .bytes(body)))
            }
            let puts = server.log.all.filter { $0.method == "PUT" }
            #expect(puts.allSatisfy { $0.bytes == body.count && $0.checksum == checksum(body) })
        }
    }

    @Test("replayable requests use kept connections", arguments: TransportKind.allCases)
    func reuse(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let transport: any HTTPTransport =
                kind == .urlSession ? URLSessionTransport(reusesConnections: true) : AsyncHTTPTransport()
            for _ in 0..<20 { _ = try await transport.send(server.request("/echo")) }
            #expect(server.log.newConnections == 1)
        }
    }

    #if !canImport(Darwin)
    @Test("URLSession on Linux opens a connection for each request unless asked to reuse them")
    func noReuse() async throws {
        try await LoopbackServer.run { server in
            let transport = URLSessionTransport()
            for _ in 0..<5 { _ = try await transport.send(server.request("/echo")) }
            #expect(server.log.newConnections == 5)
        }
    }
    #endif
}
