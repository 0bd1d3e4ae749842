@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Credentials of a sender")
struct SenderCredentialTests {
    private static let either = SecurityRequirement(alternatives: [[Wire.user, Wire.key], [Wire.key], [Wire.user]])

    @Test(
        "a credential is placed where its scheme specifies",
        arguments: [
            (SecurityScheme.Placement.bearer, "authorization", "Bearer a b"),
            (.basic, "authorization", "Basic a b"),
            (.header("X-Key"), "x-key", "a b"),
        ]
    )
    func placement(_ placement: SecurityScheme.Placement, _ field: String, _ value: String) async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport, credentials: ["s": .apiKey("a b")])
        var call = Wire.get(security: SecurityRequirement(SecurityScheme("s", placement)))
        call.cookie("mine", 1)
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(transport.requests.first?.header(field) == value)
    }

    @Test("a cookie that a server has set is sent unchanged", arguments: ["s%3Aj8Kq.sig%2Bx%3D", "a,\"b\"=c"])
    func opaqueCookie(_ secret: String) async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport, credentials: ["s": .apiKey(secret)])
        var call = Wire.get(security: SecurityRequirement(SecurityScheme("s", .cookie("connect.sid"))))
        call.cookie("mine", 1)
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(transport.requests.first?.header("cookie") == "mine=1; connect.sid=\(secret)")
    }

    @Test("a credential in the query is encoded and is the last parameter")
    func query() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["s": .apiKey("a&b")])
        var call = Wire.get(security: SecurityRequirement(SecurityScheme("s", .query("key"))))
        _ = await Wire.outcome(sender, call)
        call.query("x", 1)
        _ = await Wire.outcome(sender, call)
        #expect(transport.requests.map(\.query) == ["key=a%26b", "x=1&key=a%26b"])
    }

    @Test("a credential that contains a line break is refused")
    func lineBreak() async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": .bearer("a\r\nX: y")])
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(sender, call) == "transport.invalidRequest")
        #expect(transport.requests.isEmpty)
    }

    @Test("the first alternative with all its sources is used")
    func alternatives() async throws {
        let call = Wire.get(security: Self.either)
        for (names, fields) in [(["user", "key"], 2), (["key"], 1), (["user"], 1)] {
            let transport = ScriptedTransport([.status(204)])
            let sources = Dictionary(uniqueKeysWithValues: names.map { ($0, ScriptedCredentials(["v"])) })
            #expect(await Wire.outcome(try Wire.sender(transport, credentials: sources), call) == "success")
            let request = try #require(transport.requests.first)
            #expect([request.header("authorization"), request.header("x-api-key")].compactMap(\.self).count == fields)
        }
    }

    @Test("without any credential source no request is sent")
    func missing() async throws {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport)
        do {
            try await sender.sendEmpty(Wire.get(security: Self.either), CallOptions(), failing: WireError.self)
            Issue.record("The call must fail.")
        } catch .unauthenticated(let error) {
            #expect(error.code == .missing)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("an operation without security sends no credential")
    func none() async throws {
        let transport = ScriptedTransport([.status(204)])
        let source = ScriptedCredentials(["a"])
        let sender = try Wire.sender(transport, credentials: ["user": source])
        #expect(await Wire.outcome(sender, Wire.get()) == "success")
        #expect(transport.requests.first?.header("authorization") == nil)
        #expect(source.askedCount == 0)
    }

    @Test("a 401 leads to one more attempt with another credential")
    func refusal() async throws {
        let transport = ScriptedTransport([.status(401), .status(204)])
        let source = ScriptedCredentials(["old", "new"])
        let sender = try Wire.sender(transport, credentials: ["user": source])
        let call = Wire.post(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(sender, call) == "success")
        #expect(transport.requests.map { $0.header("authorization") } == ["Bearer old", "Bearer new"])
        #expect(transport.requests.map(\.text) == Array(repeating: #"{"id":1,"text":"hello"}"#, count: 2))
    }

    @Test("a second 401 reaches the caller")
    func secondRefusal() async throws {
        let transport = ScriptedTransport([.status(401), .status(401), .status(204)])
        let source = ScriptedCredentials(["a", "b", "c"])
        let sender = try Wire.sender(transport, credentials: ["user": source])
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        #expect(await Wire.outcome(sender, call) == "undocumented")
        #expect(transport.requests.count == 2)
    }

    @Test("a 401 reaches the caller if there is no other credential or the body cannot be sent again")
    func finalRefusal() async throws {
        let fixed = ScriptedTransport([.status(401), .status(204)])
        let call = Wire.get(security: SecurityRequirement(Wire.user))
        let sender = try Wire.sender(fixed, credentials: ["user": .bearer("a")])
        #expect(await Wire.outcome(sender, call) == "undocumented")
        #expect(fixed.requests.count == 1)

        let once = ScriptedTransport([.status(401), .status(204)])
        var upload = OperationCall("upload", .put, "/x", security: SecurityRequirement(Wire.user))
        let stream = BodyStream(length: 1, isReplayable: false) { BodyChunks([1]) }
        upload.binary(.stream(stream), contentType: "image/png")
        let second = try Wire.sender(once, credentials: ["user": ScriptedCredentials(["a", "b"])])
        #expect(await Wire.outcome(second, upload) == "undocumented")
        #expect(once.requests.count == 1)
        // The next call has the renewed credential.
        #expect(await Wire.outcome(second, call) == "success")
        #expect(once.requests.map { $0.header("Authorization") } == ["Bearer a", "Bearer b"])
    }

    @Test("a 401 for a request without a credential is an ordinary response")
    func anonymous() async throws {
        let transport = ScriptedTransport([.status(401)])
        #expect(await Wire.outcome(try Wire.sender(transport), Wire.get()) == "undocumented")
    }
}
