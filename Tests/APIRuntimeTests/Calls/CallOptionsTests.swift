@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Call options")
struct CallOptionsTests {
    @Test("a caller's header fields override the call's, which override the client's")
    func headers() async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport) {
            $0.userAgent = "Notes/1"
            $0.headers = [.acceptLanguage: "de", .referer: "client"]
        }
        var call = Wire.get()
        call.header("Referer", "call")
        call.accept = "text/csv"
        let options = CallOptions(headers: [.acceptLanguage: "fr"])
        #expect(await Wire.outcome(sender, call, options) == "success")
        let request = try #require(transport.requests.first)
        #expect(request.header("user-agent") == "Notes/1")
        #expect(request.header("accept-language") == "fr")
        #expect(request.header("referer") == "call")
        #expect(request.header("accept") == "text/csv")
    }

    @Test("a caller's header field never replaces a credential")
    func credentials() async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": .bearer("real")])
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let options = CallOptions(headers: [.authorization: "Bearer other"])
        #expect(await Wire.outcome(sender, call, options) == "success")
        #expect(transport.requests.first?.header("authorization") == "Bearer real")
    }

    @Test("the nearest timeout applies: caller, operation, client")
    func timeouts() async throws {
        let transport = ScriptedTransport([.status(204), .status(204), .status(204)])
        let sender = try Wire.sender(transport) { $0.timeout = .seconds(30) }
        var call = Wire.get()
        _ = await Wire.outcome(sender, call)
        call.timeout = .seconds(20)
        _ = await Wire.outcome(sender, call)
        _ = await Wire.outcome(sender, call, CallOptions(timeout: .seconds(10)))
        #expect(transport.requests.map(\.timeout) == [.seconds(30), .seconds(20), .seconds(10)])
    }

    @Test(
        "the next page's URL replaces path and query",
        arguments: [
            ("https://api.example.com/v1/notes?after=a%2Fb", "/v1/notes?after=a%2Fb"),
            ("https://API.example.com:443/other", "/other"),
            ("/v1/notes?page=2", "/v1/notes?page=2"), ("?page=2", "/v1/notes?page=2"),
            ("notes?page=3", "/v1/notes?page=3"),
            ("more/2", "/v1/more/2"), ("../other", "/other"),
        ]
    )
    func following(_ url: String, _ expected: String) async throws {
        let options = CallOptions(following: URL(string: url))
        #expect(try await Wire.sent(Wire.get("/notes"), options: options).head.path == expected)
    }

    @Test(
        "a next page on another origin is refused before a credential is requested",
        arguments: [
            "https://evil.example.com/v1/notes", "http://api.example.com/v1/notes", "https://api.example.com:8443/x",
            "https://api.example.com@evil.example.com/x", "//evil.example.com/x", "ftp://api.example.com/x",
        ]
    )
    func elsewhere(_ url: String) async throws {
        let transport = ScriptedTransport([.status(204)])
        let source = ScriptedCredentials(["a"])
        let sender = try Wire.sender(transport, credentials: ["user": source])
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let options = CallOptions(following: URL(string: url))
        #expect(await Wire.outcome(sender, call, options) == "transport.invalidRequest")
        #expect(transport.requests.isEmpty)
        #expect(source.askedCount == 0)
    }

    @Test(
        "a link's foreign server gets no credential and no client header field unless the caller names it",
        arguments: ["http://api.example.com", "https://evil.example.com/v2", "https://api.example.com:8443"]
    )
    func linkedElsewhere(_ url: String) async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let source = ScriptedCredentials(["a"])
        let sender = try Wire.sender(transport, credentials: ["user": source]) {
            $0.userAgent = "Notes/1"
            $0.headers = [.acceptLanguage: "de", .cookie: "sid=1"]
        }
        var options = CallOptions()
        options.linkedServer = URL(string: url)
        let secured = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(sender, secured, options) == "unauthenticated")
        #expect(transport.requests.isEmpty)
        #expect(source.askedCount == 0)

        let either = Wire.get(security: SecurityRequirement(alternatives: [[Wire.user], []]))
        #expect(await Wire.outcome(sender, either, options) == "success")
        #expect(source.askedCount == 0)
        let open = try #require(transport.requests.first)
        #expect(open.header("authorization") == nil)
        #expect(open.header("cookie") == nil)
        #expect(open.header("accept-language") == "de")
        #expect(open.header("user-agent") == "Notes/1")

        options.server = URL(string: url)
        #expect(await Wire.outcome(sender, secured, options) == "success")
        #expect(transport.requests.last?.header("authorization") == "Bearer a")
        #expect(transport.requests.last?.header("cookie") == "sid=1")
    }

    @Test("a linked server that is the client's own receives the client's credentials and header fields")
    func linkedAtHome() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": .bearer("a")]) { $0.headers = [.cookie: "sid=1"] }
        var options = CallOptions()
        options.linkedServer = URL(string: "https://API.example.com:443/v2")
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(sender, call, options) == "success")
        let request = try #require(transport.requests.first)
        #expect(request.head.path == "/v2/notes/1")
        #expect(request.header("authorization") == "Bearer a")
        #expect(request.header("cookie") == "sid=1")
    }

    @Test("a next page uses the origin of the server that the call is sent to")
    func followingElsewhere() async throws {
        let other = URL(string: "https://other.example.com")
        let next = URL(string: "https://other.example.com/next?page=2")
        #expect(
            try await Wire.sent(Wire.get(), options: CallOptions(server: other, following: next)).head.path
                == "/next?page=2"
        )
        var options = CallOptions(following: next)
        options.linkedServer = other
        #expect(try await Wire.sent(Wire.get(), options: options).head.authority == "other.example.com")
        options.following = URL(string: "https://api.example.com/v1/notes")
        let transport = ScriptedTransport([.status(204)])
        #expect(await Wire.outcome(try Wire.sender(transport), Wire.get(), options) == "transport.invalidRequest")
    }

    @Test("an operation with an idempotency key uses the same key for all attempts")
    func idempotencyKey() async throws {
        let transport = ScriptedTransport([.status(503), .status(204), .status(204)])
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(baseDelay: .zero)
        }
        var call = Wire.post()
        call.replay = .keyed(header: "Request-Key")
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(await Wire.outcome(sender, call) == "success")
        let keys = transport.requests.map { $0.header("request-key") ?? "" }
        #expect(keys[0] == keys[1])
        #expect(keys[0] != keys[2])
        #expect(UUID(uuidString: keys[0]) != nil)
    }

    @Test("a caller's idempotency key is sent even when the operation does not need one")
    func ownKey() async throws {
        var call = Wire.post()
        let plain = try await Wire.sent(call, options: CallOptions(idempotencyKey: "k1"))
        #expect(plain.header("idempotency-key") == "k1")
        call.replay = .keyed(header: "Request-Key")
        let keyed = try await Wire.sent(call, options: CallOptions(idempotencyKey: "k2"))
        #expect(keyed.header("request-key") == "k2")
    }

    @Test("a call is repeated only if it carries its idempotency key", arguments: [true, false])
    func lostKey(isRemoved: Bool) async throws {
        let transport = ScriptedTransport { _ in .status(503) }
        let strip = ClosureMiddleware { request, _, next in
            var request = request
            if isRemoved, let name = HTTPField.Name("Request-Key") { request.head.headerFields[name] = nil }
            return try await next(request)
        }
        let sender = try Wire.sender(transport) {
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .zero)
            $0.middleware = [.before(.retry, strip)]
        }
        var call = Wire.post()
        call.replay = .keyed(header: "Request-Key")
        _ = await Wire.outcome(sender, call, CallOptions(idempotencyKey: ""))
        #expect(transport.requests.count == (isRemoved ? 1 : 3))
        var options = CallOptions()
        options.setHeader("Request-Key", to: "")
        _ = await Wire.outcome(sender, call, options)
        #expect(transport.requests.count == (isRemoved ? 2 : 4))
    }

    @Test("an idempotency key is refused if a header field cannot carry it, or if it belongs into the body")
    func invalidKey() async throws {
        let transport = ScriptedTransport([])
        let sender = try Wire.sender(transport)
        var call = Wire.post()
        #expect(await Wire.outcome(sender, call, CallOptions(idempotencyKey: "a\r\nb")) == "transport.invalidRequest")
        call.key(inProperty: "id", isSet: true)
        #expect(await Wire.outcome(sender, call, CallOptions(idempotencyKey: "a")) == "transport.invalidRequest")
        #expect(transport.requests.isEmpty)
    }
}
