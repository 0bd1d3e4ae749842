import APIRuntime
import AsyncHTTPTransport
import Foundation
import HTTPTypes
import Testing
import URLSessionTransport

@Suite("Transport with a proxy", .timeLimit(.minutes(2)))
struct TransportProxyTests {
    @Test("http requests use the proxy with the proxy's credentials")
    func plain() async throws {
        try await LoopbackProxy.run { proxy in
            try await LoopbackServer.run { server in
                let settings = ProxyServer(host: "127.0.0.1", port: proxy.port, user: "u", password: "p")
                let transport = AsyncHTTPTransport(proxy: settings)
                let request = TransportRequest.loopback(host: "unknown.invalid", server.port)
                let echo = try await transport.send(request).echo()
                #expect(echo.headers["host"] == "unknown.invalid:\(server.port)")
                #expect(echo.headers["proxy-authorization"] == nil)
                let lines = proxy.lines.withLock { $0 }
                #expect(lines == ["CONNECT unknown.invalid:\(server.port) Basic dTpw"])
                try await transport.shutdown()
            }
        }
    }

    @Test("https requests are tunnelled, and the server's certificate and pins are checked")
    func secure() async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue(for: ["secure.invalid"], addresses: [])
        let key = try #require(PublicKeyHash(certificate: identity.certificate))
        let other = try #require(PublicKeyHash(certificate: TestAuthority().issue().certificate))
        let roots = TrustRoots.certificates([try authority.root])
        try await LoopbackProxy.run { proxy in
            try await SecureServer.run(identity) { server in
                for (pin, expected) in [(key, nil), (other, TransportError.notPinned)] {
                    let security = TransportSecurity(pins: [HostPins("secure.invalid", keys: [pin])], roots: roots)
                    let settings = ProxyServer(host: "127.0.0.1", port: proxy.port)
                    let transport = AsyncHTTPTransport(security: security, proxy: settings)
                    #expect(await failure(of: transport, server.request("secure.invalid")) == expected)
                    try await transport.shutdown()
                }
                #expect(proxy.lines.withLock { $0.allSatisfy { $0 == "CONNECT secure.invalid:\(server.port)" } })
                #expect(server.requests.withLock { $0 } == 1)
            }
        }
    }

    @Test("an unreachable proxy is a connection error")
    func missing() async throws {
        let port = try await LoopbackServer.closedPort()
        let transport = AsyncHTTPTransport(proxy: ProxyServer(host: "127.0.0.1", port: port))
        await expect(.unreachable, from: transport, .loopback(host: "unknown.invalid", 80))
        try await transport.shutdown()
    }

    @Test("a description does not contain a proxy's password")
    func description() {
        let proxy = ProxyServer(host: "proxy.test", port: 3128, user: "u", password: "s3cret")
        #expect(!"\(proxy)\(String(reflecting: proxy))".contains("s3cret"))
        var dumped = ""
        dump(proxy, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    #if !canImport(Security)
    @Test("URLSession without proxy support sends nothing and recommends another transport")
    func refusal() async throws {
        try await LoopbackServer.run { server in
            let transport = URLSessionTransport(proxy: ProxyServer(host: "127.0.0.1", port: server.port))
            let error = await failure(of: transport, server.request("/echo"))
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("AsyncHTTPTransport") == true)
            #expect(server.log.heads == 0)
        }
    }

    // Runs in a separate process, because the environment belongs to the whole process.
    @Test("on Linux, URLSession uses the environment's proxy: http directly, https with a tunnel")
    func environment() async {
        await #expect(processExitsWith: .success) {
            try await LoopbackProxy.run { proxy in
                for name in ["http_proxy", "https_proxy"] { setenv(name, "http://127.0.0.1:\(proxy.port)", 1) }
                let transport = URLSessionTransport()
                let plain = TransportRequest.loopback(host: "unknown.invalid", 8080, "/path?q=1")
                let response = try await transport.send(plain).bytes()
                #expect(String(decoding: response, as: UTF8.self) == "proxy")
                let secure = TransportRequest.loopback(scheme: "https", host: "unknown.invalid", 1)
                _ = await failure(of: transport, secure)
                let expected = ["GET http://unknown.invalid:8080/path?q=1", "CONNECT unknown.invalid:1"]
                let lines = proxy.lines.withLock { $0 }
                if lines != expected { print(lines) }
                exit(lines == expected ? 0 : 1)
            }
        }
    }
    #endif
}
