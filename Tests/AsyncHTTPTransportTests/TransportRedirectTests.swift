import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Redirects of a transport", .timeLimit(.minutes(2)))
struct TransportRedirectTests {
    private static let secrets: HTTPFields = [
        .authorization: "Bearer t",
        .cookie: "session=1",
        .custom: "k",
        .accept: "application/json",
    ]

    private static func path(_ status: Int, to target: String) -> String {
        "/redirect?status=\(status)&to=\(target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }

    @Test("a redirect to the same origin keeps all header fields", arguments: TransportKind.allCases)
    func sameOrigin(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request(Self.path(302, to: "/echo?a=1"), headers: Self.secrets)
            let echo = try await kind.transport.send(request).echo()
            #expect(echo.path == "/echo?a=1")
            #expect(echo.headers["authorization"] == "Bearer t")
            #expect(echo.headers["x-custom"] == "k")
            #expect(echo.headers["cookie"] == "session=1")
        }
    }

    @Test("a redirect to another origin has no credentials", arguments: TransportKind.allCases)
    func otherOrigin(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            try await LoopbackServer.run { other in
                let path = Self.path(307, to: "http://127.0.0.1:\(other.port)/echo")
                let echo = try await kind.transport.send(server.request(path, headers: Self.secrets)).echo()
                #expect(echo.headers["accept"] == "application/json")
                for name in ["authorization", "x-custom", "cookie"] { #expect(echo.headers[name] == nil) }
            }
        }
    }

    @Test("credentials removed by a redirect are not restored by the redirect back", arguments: TransportKind.allCases)
    func thereAndBack(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            try await LoopbackServer.run { other in
                let back = Self.path(302, to: "http://127.0.0.1:\(server.port)/echo")
                let path = Self.path(302, to: "http://127.0.0.1:\(other.port)\(back)")
                let echo = try await kind.transport.send(server.request(path, headers: Self.secrets)).echo()
                #expect(echo.headers["authorization"] == nil)
            }
        }
    }

    @Test(
        "a redirect to an invalid port is refused",
        arguments: TransportKind.allCases,
        ["0", "65536", "99999999999"]
    )
    func port(_ kind: TransportKind, _ port: String) async throws {
        try await LoopbackServer.run { server in
            let path = Self.path(302, to: "http://127.0.0.1:\(port)/echo")
            await expect(.redirectRefused, from: kind.transport, server.request(path))
        }
    }

    @Test(
        "with changesMethod, a 307 redirect keeps method and body, and a 303 becomes a GET",
        arguments: TransportKind.allCases
    )
    func methods(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let body = HTTPBody.bytes(Array("hello".utf8))
            let transport = kind.transport(RedirectPolicy(changesMethod: true))
            for (status, method, bytes) in [(307, "POST", 5), (308, "POST", 5), (303, "GET", 0), (302, "GET", 0)] {
                let request = server.request(Self.path(status, to: "/echo"), .post, body: body)
                let echo = try await transport.send(request).echo()
                #expect(echo.method == method)
                #expect(echo.bytes == bytes)
            }
        }
    }

    @Test(
        "the redirect of a POST to a page is its response, and refused to another origin",
        arguments: TransportKind.allCases,
        [301, 302, 303]
    )
    func ownResult(_ kind: TransportKind, _ status: Int) async throws {
        try await LoopbackServer.run { server in
            try await LoopbackServer.run { other in
                let request = server.request(Self.path(status, to: "/echo"), .post, body: .bytes([1]))
                let response = try await kind.transport.send(request)
                #expect(response.head.status.code == status)
                #expect(server.log.all.count == 1)
                let path = Self.path(status, to: "http://127.0.0.1:\(other.port)/echo")
                let error = await failure(of: kind.transport, server.request(path, .post, body: .bytes([1])))
                #expect(error?.code == .redirectRefused)
                #expect(error?.sent == SendAccount(.everything, hop: 0))
                #expect(other.log.all.isEmpty)
            }
        }
    }

    @Test(
        "a redirect to an address that refuses reports that the first request was sent",
        arguments: TransportKind.allCases
    )
    func unreachable(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let request = server.request(Self.path(307, to: "http://127.0.0.1:1/echo"), .post)
            let error = await failure(of: kind.transport, request)
            #expect(error?.code == .unreachable)
            #expect(error?.sent == SendAccount(.nothing, hop: 1))
        }
    }

    @Test("a body is never redirected to another origin", arguments: TransportKind.allCases)
    func bodies(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            try await LoopbackServer.run { other in
                let path = Self.path(307, to: "http://127.0.0.1:\(other.port)/echo")
                let request = server.request(path, .post, body: .bytes([1]))
                await expect(.redirectRefused, from: kind.transport, request)
                #expect(other.log.all.isEmpty)
            }
        }
    }

    @Test("a request with a one-time body is not redirected", arguments: TransportKind.allCases)
    func once(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let stream = BodyStream(length: 1, isReplayable: false) { BodyChunks([1]) }
            let request = server.request(Self.path(307, to: "/echo"), .post, body: .stream(stream))
            await expect(.redirectRefused, from: kind.transport, request)
        }
    }

    @Test("a redirect chain ends at the limit", arguments: TransportKind.allCases)
    func chain(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            var path = "/echo"
            for _ in 0..<4 { path = Self.path(302, to: path) }
            let strict = kind.transport(RedirectPolicy(maximumHops: 3))
            await expect(.redirectRefused, from: strict, server.request(path))
            let wide = kind.transport(RedirectPolicy(maximumHops: 4))
            let echo = try await wide.send(server.request(path)).echo()
            #expect(echo.path == "/echo")
        }
    }

    @Test("with a maximum of zero hops, the redirect is returned as the response", arguments: TransportKind.allCases)
    func noHops(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let transport = kind.transport(RedirectPolicy(maximumHops: 0))
            let response = try await transport.send(server.request(Self.path(302, to: "/echo")))
            #expect(response.head.status.code == 302)
            #expect(response.head.headerFields[.location] == "/echo")
        }
    }

    @Test("a final redirect is the response, also behind another one", arguments: TransportKind.allCases)
    func result(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            var request = server.request(Self.path(302, to: Self.path(307, to: "/echo")))
            request.finalRedirects = [307]
            let response = try await kind.transport.send(request)
            #expect(response.head.status.code == 307)
            #expect(response.head.headerFields[.location] == "/echo")
        }
    }

    @Test("a redirect without a Location is returned as the response", arguments: TransportKind.allCases)
    func noPlace(_ kind: TransportKind) async throws {
        try await LoopbackServer.run { server in
            let response = try await kind.transport.send(server.request("/redirect?status=302"))
            #expect(response.head.status.code == 302)
        }
    }
}
