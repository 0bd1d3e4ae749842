import APIRuntime
import HTTPTypes
import Testing

@Suite("Malformed responses in a transport", .timeLimit(.minutes(2)))
struct TransportBrokenResponseTests {
    static let amidHead = ["/cut", "/reset", "/cut-amid-head", "/reset-amid-head"]
    static let amidBody = [
        "/truncated", "/truncated-by-reset", "/truncated-at-once", "/chunks-cut-between", "/chunks-cut-within",
        "/chunks-cut-in-length", "/chunks-without-end",
    ]
    static let malformed = [
        "/chunks-bad-length", "/chunks-huge-length", "/no-http", "/bad-status", "/status-000",
        "/status-042", "/status-099", "/bad-length", "/two-lengths",
    ]

    @Test(
        "a connection loss before the response's body is a lost connection",
        arguments: TransportKind.allCases,
        amidHead
    )
    func head(_ kind: TransportKind, _ path: String) async throws {
        if kind.trapsAmidHead, path.hasSuffix("cut-amid-head") { return }
        try await LoopbackServer.run { server in
            await expect(.connection, from: kind.transport, server.request(path))
            await expect(.connection, from: kind.transport, server.request(path, .post, body: .bytes([1])))
        }
    }

    @Test("a response that ends early is never a short success", arguments: TransportKind.allCases, amidBody)
    func body(_ kind: TransportKind, _ path: String) async throws {
        try await LoopbackServer.run { server in
            await expect(.connection, from: kind.transport, server.request(path))
        }
    }

    @Test("a response that is not HTTP is malformed", arguments: TransportKind.allCases, malformed)
    func notHTTP(_ kind: TransportKind, _ path: String) async throws {
        try await LoopbackServer.run { server in
            await expect(.malformedResponse, from: kind.transport, server.request(path, timeout: .seconds(5)))
        }
    }

    @Test("a connection loss while the request body is sent is a lost connection", arguments: TransportKind.allCases)
    func upload(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let body = APIRuntime.HTTPBody.bytes([UInt8](repeating: 1, count: 8 << 20))
            await expect(.connection, from: kind.transport, server.request("/cut-amid-body", .put, body: body))
        }
    }

    @Test("a kept connection that the server closed is replaced by a new one", arguments: TransportKind.allCases)
    func keptConnection(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let transport = kind.transport(RedirectPolicy())
            for _ in 0..<5 {
                let open = server.log.openConnections
                _ = await failure(of: transport, server.request("/closes-later?after=5"))
                await eventually("The server did not close.") { server.log.openConnections <= open }
                // The close may not have reached the client yet. A request that can be sent again then uses a new
                // connection.
                if let error = await failure(of: transport, server.request("/echo")) {
                    #expect(error.code == .connection)
                    let echo = try await transport.send(server.request("/echo")).echo()
                    #expect(echo.path == "/echo")
                }
            }
        }
    }

    @Test("after a malformed response, the next one is complete", arguments: TransportKind.allCases)
    func recovery(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for path in Self.amidHead + Self.amidBody where !kind.trapsAmidHead || path != "/cut-amid-head" {
                _ = await failure(of: kind.transport, server.request(path))
                let echo = try await kind.transport.send(server.request("/echo?after=\(path.dropFirst())")).echo()
                #expect(echo.path == "/echo?after=\(path.dropFirst())")
            }
        }
    }

    @Test("a slow response is awaited", arguments: TransportKind.allCases)
    func slow(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let bytes = try await kind.transport.send(server.request("/drip?bytes=100")).bytes()
            #expect(bytes.count == 100)
        }
    }

    @Test("a slow body is awaited", arguments: TransportKind.allCases)
    func slowUpload(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let rest = LockedState(50)
            let stream = BodyStream(length: nil, isReplayable: false) {
                BodyChunks {
                    await Task.yield()
                    return rest.withLock { rest in
                        rest -= 1
                        return rest >= 0 ? [UInt8(rest)] : nil
                    }
                }
            }
            let echo = try await kind.transport.send(server.request("/echo", .post, body: .stream(stream))).echo()
            #expect(echo.bytes == 50)
        }
    }

    @Test("a response head that never ends fails with the request's timeout", arguments: TransportKind.allCases)
    func stalledHead(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request("/stalls-amid-head", timeout: .milliseconds(150))
            await expect(.timedOut, from: kind.transport, request)
            await eventually("The connection stayed open.") { server.log.abandonedResponses == 1 }
        }
    }
}
