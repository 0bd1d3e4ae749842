import APIRuntime
import AsyncHTTPClient
import AsyncHTTPTransport
import HTTPTypes
import Testing
import URLSessionTransport

@Suite("Transport trust evaluation", .timeLimit(.minutes(2)))
struct TransportTLSTests {
    /// Creates a transport that trusts one authority, for the duration of a closure.
    private func trusting(
        _ authority: TestAuthority,
        pins: [HostPins] = [],
        configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        _ body: (AsyncHTTPTransport) async throws -> Void
    ) async throws {
        let security = TransportSecurity(pins: pins, roots: .certificates([try authority.root]))
        let transport = AsyncHTTPTransport(configuration: configuration, security: security)
        try await body(transport)
        try await transport.shutdown()
    }

    @Test("a server of an unknown authority is not trusted", arguments: TransportKind.allCases)
    func unknownAuthority(_ kind: TransportKind) async throws {
        let identity = try TestAuthority().issue()
        try await SecureServer.run(identity) { server in
            await expect(.tls, from: kind.transport, server.request())
            await expect(.tls, from: kind.transport, server.request("127.0.0.1"))
            #expect(server.requests.withLock { $0 } == 0)
        }
    }

    @Test("a server of a trusted authority is accepted, over HTTP/2 and HTTP/1.1", arguments: ["h2", "http/1.1"])
    func trustedAuthority(_ version: String) async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        try await SecureServer.run(identity, protocols: [version]) { server in
            try await trusting(authority) { transport in
                for _ in 0..<3 {
                    let bytes = try await transport.send(server.request()).bytes()
                    #expect(String(decoding: bytes, as: UTF8.self) == version)
                }
            }
        }
    }

    @Test("HTTP/2 is negotiated, and HTTP/1.1 on request")
    func negotiation() async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        try await SecureServer.run(identity) { server in
            try await trusting(authority) { transport in
                let bytes = try await transport.send(server.request()).bytes()
                #expect(String(decoding: bytes, as: UTF8.self) == "h2")
            }
            var old = HTTPClient.Configuration()
            old.httpVersion = .http1Only
            try await trusting(authority, configuration: old) { transport in
                let bytes = try await transport.send(server.request()).bytes()
                #expect(String(decoding: bytes, as: UTF8.self) == "http/1.1")
            }
        }
    }

    @Test("a certificate for another name, another time or an unknown authority is refused")
    func wrong() async throws {
        let authority = try TestAuthority()
        let identities = [
            try authority.issue(for: ["other.example"], addresses: []),
            try authority.issue(from: -7200, until: -3600),
            try authority.issue(from: 3600, until: 7200),
            try TestAuthority().issue(),
        ]
        for identity in identities {
            try await SecureServer.run(identity) { server in
                try await trusting(authority) { await expect(.tls, from: $0, server.request()) }
                #expect(server.requests.withLock { $0 } == 0)
            }
        }
    }

    @Test("a server without TLS is a TLS error", arguments: TransportKind.allCases)
    func plain(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            await expect(.tls, from: kind.transport, .loopback(scheme: "https", host: "localhost", server.port))
        }
    }

    @Test("a redirect from https to http is not followed", arguments: ["/redirect"])
    func downgrade(_ path: String) throws {
        let request = TransportRequest.loopback(scheme: "https", host: "localhost", 1)
        let response = HTTPResponse(status: .found, headerFields: [.location: "http://localhost:1/"])
        #expect(throws: TransportError.self) { try RedirectPolicy().next(after: response, to: request, hop: 0) }
    }
}

@Suite("Transport key pinning", .timeLimit(.minutes(2)))
struct TransportPinTests {
    private static func pins(_ identity: TestIdentity?, _ domain: String = "localhost") throws -> [HostPins] {
        let spare = try #require(PublicKeyHash(certificate: TestAuthority().issue().certificate))
        let own = try identity.map { try #require(PublicKeyHash(certificate: $0.certificate)) }
        return [HostPins(domain, keys: Set([spare, own].compactMap { $0 }))]
    }

    private func send(
        _ authority: TestAuthority,
        _ pins: [HostPins],
        _ request: TransportRequest
    ) async throws -> TransportError? {
        let security = TransportSecurity(pins: pins, roots: .certificates([try authority.root]))
        let transport = AsyncHTTPTransport(security: security)
        let error = await failure(of: transport, request)
        try await transport.shutdown()
        return error
    }

    @Test("a server with one of the pinned keys is accepted", arguments: ["h2", "http/1.1"])
    func match(_ version: String) async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        try await SecureServer.run(identity, protocols: [version]) { server in
            let error = try await send(authority, Self.pins(identity), server.request())
            #expect(error == nil)
            #expect(server.requests.withLock { $0 } == 1)
        }
    }

    @Test("a server with another key never gets a request", arguments: ["h2", "http/1.1"])
    func mismatch(_ version: String) async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        try await SecureServer.run(identity, protocols: [version]) { server in
            let security = TransportSecurity(pins: try Self.pins(nil), roots: .certificates([try authority.root]))
            let transport = AsyncHTTPTransport(security: security)
            await withTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask { #expect(await failure(of: transport, server.request()) == .notPinned) }
                }
            }
            #expect(server.requests.withLock { $0 } == 0)
            try await transport.shutdown()
        }
    }

    @Test("a pinned key does not make an untrusted chain valid")
    func untrusted() async throws {
        let identity = try TestAuthority().issue()
        try await SecureServer.run(identity) { server in
            let error = try await send(TestAuthority(), Self.pins(identity), server.request())
            #expect(error?.code == .tls)
            #expect(error != .notPinned)
        }
    }

    @Test("other hosts are not pinned and share no connection with a pinned one")
    func otherHosts() async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        try await SecureServer.run(identity) { server in
            let error = try await send(authority, Self.pins(nil), server.request("127.0.0.1"))
            #expect(error == nil)
        }
    }

    @Test("a pinned host is never reached without TLS", arguments: TransportKind.allCases, ["localhost", "LOCALHOST."])
    func withoutTLS(_ kind: TransportKind, _ host: String) async throws {
        let security = TransportSecurity(pins: try Self.pins(nil))
        try await LoopbackServer.run { server in
            let request = TransportRequest.loopback(host: host, server.port)
            await expect(.tls, from: kind.transport(security: security), request)
            #expect(server.log.heads == 0)
        }
    }

    @Test("a redirect to a pinned host is checked for its key")
    func redirect() async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        try await SecureServer.run(identity) { server in
            try await LoopbackServer.run { plain in
                let target = "https%3A%2F%2Flocalhost%3A\(server.port)%2F"
                let request = plain.request("/redirect?status=302&to=\(target)")
                let refused = try await send(authority, Self.pins(nil), request)
                #expect(refused == .notPinned)
                let error = try await send(authority, Self.pins(identity), request)
                #expect(error == nil)
            }
        }
    }

    #if !canImport(Security)
    @Test("URLSession without key checks sends nothing and recommends another transport")
    func refusal() async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue()
        let asked = [
            TransportSecurity(pins: try Self.pins(identity)),
            TransportSecurity(roots: .certificates([try authority.root])),
        ]
        try await SecureServer.run(identity) { server in
            for security in asked {
                let error = await failure(of: URLSessionTransport(security: security), server.request())
                #expect(error?.code == .unsupported)
                #expect(error?.message.contains("AsyncHTTPTransport") == true)
            }
            #expect(server.requests.withLock { $0 } == 0)
        }
    }
    #endif

    @Test("an invalid root certificate refuses every TLS request")
    func brokenRoot() async throws {
        let transport = AsyncHTTPTransport(security: TransportSecurity(roots: .certificates([[1, 2, 3]])))
        await expect(.tls, from: transport, .loopback(scheme: "https", host: "localhost", 1))
        try await transport.shutdown()
    }
}
