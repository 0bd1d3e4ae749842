import APIRuntime
import HTTPTypes
import Testing

@Suite("Transport decompression", .timeLimit(.minutes(2)))
struct TransportCompressionTests {
    @Test("gzip and deflate arrive decompressed", arguments: TransportKind.allCases, ["/gzip", "/deflate"])
    func whole(_ kind: TransportKind, _ path: String) async throws {
        try await LoopbackServer.run { server in
            for count in [1, 257, 258, 100_000, 3_000_000] {
                let bytes = try await kind.transport.send(server.request("\(path)?bytes=\(count)")).bytes()
                #expect(bytes.count == count)
                #expect(bytes.allSatisfy { $0 == 97 })
            }
            #expect(server.log.all.allSatisfy { $0.headers["accept-encoding"]?.contains("gzip") == true })
        }
    }

    @Test(
        "a response that cannot be decompressed is malformed",
        arguments: TransportKind.allCases,
        ["/gzip-cut", "/gzip-garbage", "/gzip-bad-sum"]
    )
    func broken(_ kind: TransportKind, _ path: String) async throws {
        if path == "/gzip-cut", kind.overlooksCutCompression { return }
        try await LoopbackServer.run { server in
            await expect(.malformedResponse, from: kind.transport, server.request(path))
        }
    }

    @Test("an empty response can have a Content-Encoding", arguments: TransportKind.allCases)
    func empty(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            for request in [server.request("/gzip-empty", .head), server.request("/gzip-empty")] {
                let response = try await kind.transport.send(request)
                let bytes = try await response.bytes()
                #expect(response.head.status.code == 200)
                #expect(bytes.isEmpty)
            }
            for code in [204, 304] {
                let response = try await kind.transport.send(server.request("/status?code=\(code)&encoding=gzip"))
                #expect(response.head.status.code == code)
            }
        }
    }

    @Test("the limit counts decompressed bytes", arguments: TransportKind.allCases, ["/gzip", "/deflate"])
    func limit(_ kind: TransportKind, _ path: String) async throws {
        try await LoopbackServer.run { server in
            let fits = try await kind.transport.send(server.request("\(path)?bytes=50000", maximumBytes: 50_000))
            let bytes = try await fits.bytes()
            #expect(bytes.count == 50_000)
            await expect(.tooLarge, from: kind.transport, server.request("\(path)?bytes=50001", maximumBytes: 50_000))
        }
    }

    @Test(
        "a decompression bomb fails at the limit, and its transfer ends",
        arguments: TransportKind.allCases,
        ["/gzip-bomb", "/deflate-bomb"]
    )
    func bomb(_ kind: TransportKind, _ path: String) async throws {
        try await LoopbackServer.run { server in
            await expect(.tooLarge, from: kind.transport, server.request(path, maximumBytes: 4 << 20))
            await eventually("The server still sends.") { server.log.abandonedResponses == 1 }
        }
    }
}

@Suite("Transport response limits", .timeLimit(.minutes(2)))
struct TransportLimitTests {
    @Test("a response can have exactly the maximum length", arguments: TransportKind.allCases)
    func limit(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let fits = try await kind.transport.send(server.request("/large?bytes=70000", maximumBytes: 70_000))
            let bytes = try await fits.bytes()
            #expect(bytes.count == 70_000)
            let long = server.request("/large?bytes=70001", maximumBytes: 70_000)
            await expect(.tooLarge, from: kind.transport, long)
        }
    }

    @Test("an endless response ends at the limit", arguments: TransportKind.allCases)
    func endless(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            await expect(.tooLarge, from: kind.transport, server.request("/endless", maximumBytes: 1 << 20))
            await eventually("The server still sends.") { server.log.abandonedResponses == 1 }
        }
    }

    @Test("a response with an excessive Content-Length is not read", arguments: TransportKind.allCases)
    func announced(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request("/promises-much?bytes=\(1 << 40)", maximumBytes: 1 << 20)
            await expect(.tooLarge, from: kind.transport, request)
            await eventually("The server still sends.") { server.log.abandonedResponses == 1 }
            #expect(server.log.sentBytes < 64 << 20)
        }
    }

    @Test("the body of an endless redirect response is limited", arguments: TransportKind.allCases)
    func redirect(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request("/endless-redirect", timeout: .seconds(2), maximumBytes: 1 << 20)
            let error = await failure(of: kind.transport, request)
            #expect(error?.code == .tooLarge || error?.code == .timedOut)
            await eventually("The server still sends.") { server.log.abandonedResponses == 1 }
        }
    }
}
