@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Testing

@Suite("Credential placements, alternatives and combinations")
struct RequirementTests {
    private static let schemes: [SecurityScheme] = [
        SecurityScheme("bearer", .bearer), SecurityScheme("basic", .basic),
        SecurityScheme("header", .header("X-Key")), SecurityScheme("query", .query("key")),
        SecurityScheme("cookie", .cookie("sid")),
    ]

    private static let sources: [String: any CredentialSource] = [
        "bearer": .bearer("t0ken"), "basic": .basic(user: "anna", password: "pä:ss"), "header": .apiKey("k1"),
        "query": .apiKey("k 2"), "cookie": .apiKey("k3"),
    ]

    @Test("each credential is sent where its security scheme specifies", arguments: schemes)
    func placements(_ scheme: SecurityScheme) async throws {
        let request = try await sent(SecurityRequirement(scheme))
        let expected =
            switch scheme.name {
            case "bearer": request.header("authorization") == "Bearer t0ken"
            case "basic":
                request.header("authorization") == "Basic \(Data("anna:pä:ss".utf8).base64EncodedString())"
            case "header": request.header("x-key") == "k1"
            case "query": request.query == "key=k%202"
            default: request.header("cookie") == "sid=k3"
            }
        #expect(expected)
    }

    @Test("schemes that are required together are sent together")
    func combination() async throws {
        let all = [Self.schemes[0], Self.schemes[2], Self.schemes[3], Self.schemes[4]]
        let request = try await sent(SecurityRequirement(alternatives: [all]))
        #expect(request.header("authorization") == "Bearer t0ken")
        #expect(request.header("x-key") == "k1")
        #expect(request.header("cookie") == "sid=k3")
        #expect(request.query == "key=k%202")
    }

    @Test("the first satisfiable alternative is sent alone, and a combination only as a whole")
    func alternatives() async throws {
        let absent = SecurityScheme("absent", .header("X-Absent"))
        let request = try await sent(
            SecurityRequirement(alternatives: [[Self.schemes[0], absent], [Self.schemes[2]]])
        )
        #expect(request.header("authorization") == nil)
        #expect(request.header("x-key") == "k1")
    }

    @Test("an optional requirement is met if possible and skipped if not")
    func optional() async throws {
        let met = try await sent(SecurityRequirement(alternatives: [[Self.schemes[0]], []]))
        #expect(met.header("authorization") == "Bearer t0ken")
        let absent = SecurityScheme("absent", .bearer)
        let anonymous = try await sent(SecurityRequirement(alternatives: [[absent], []]))
        #expect(anonymous.header("authorization") == nil)
    }

    @Test("a credential that a cookie cannot carry is refused, because the server would not decode it")
    func uncarriedCookie() async throws {
        let security = SecurityRequirement(Self.schemes[4])
        let refusal = "transport.invalidRequest"
        for (value, outcome) in [("a;b", refusal), ("a b", refusal), ("%3B", "success")] {
            let transport = ScriptedTransport([.status(204)])
            let sender = try Wire.sender(transport, credentials: ["cookie": .apiKey(value)])
            #expect(await Wire.outcome(sender, Wire.get(security: security)) == outcome)
            #expect(transport.requests.map { $0.header("cookie") } == (outcome == "success" ? ["sid=\(value)"] : []))
        }
    }

    @Test("a credential in the query or in a cookie replaces another value of the same name")
    func replaced() async throws {
        let key = SecurityScheme("key", .query("api_key"))
        let next = "https://api.example.com/v1/notes?api%5Fkey=OLD&page=2&api_key=OLD&api_keys=3"
        var options = CallOptions(following: URL(string: next))
        let transport = ScriptedTransport { _ in .status(204) }
        let sender = try Wire.sender(transport, credentials: ["key": .apiKey("NEW"), "cookie": .apiKey("NEW")])
        #expect(await Wire.outcome(sender, Wire.get(security: SecurityRequirement(key)), options) == "success")
        options = CallOptions(headers: [.cookie: "a=1; sid=other; sid2=2"])
        let cookie = Wire.get(security: SecurityRequirement(Self.schemes[4]))
        #expect(await Wire.outcome(sender, cookie, options) == "success")
        #expect(transport.requests.first?.query == "page=2&api_keys=3&api_key=NEW")
        #expect(transport.requests.last?.header("cookie") == "a=1; sid2=2; sid=NEW")
    }

    @Test("an operation that requires no credential sends none, even if the client has some")
    func none() async throws {
        let request = try await sent(.none)
        #expect(request.header("authorization") == nil)
        #expect(request.header("x-key") == nil)
        #expect(request.header("cookie") == nil)
        #expect(request.query == nil)
    }

    @Test("the credential source receives each response, and the server's time if it was not cached")
    func notes() async throws {
        let heard = HearingSource()
        let date: HTTPFields = [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]
        var cached = date
        cached[.age] = "5"
        let transport = ScriptedTransport([.status(204, headers: date), .status(503, headers: cached)])
        let sender = try Wire.sender(transport, credentials: ["user": heard])
        for _ in 0..<2 { _ = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) }
        #expect(heard.statuses.withLock { $0 } == [204, 503])
        #expect(heard.dates.withLock { $0 } == [Date(timeIntervalSince1970: 784_111_777), nil])
    }

    @Test("the server's Date makes a slow device refresh a token with an expiration date in time")
    func skew() async throws {
        // The device's clock is an hour slow: by the device's time, the token is valid for another 30 minutes.
        let device = APITesting.TestDate(Date(timeIntervalSince1970: 784_111_777 - 3600))
        let token = OAuthToken(
            accessToken: "old",
            refreshToken: "r",
            expiresAt: Date(timeIntervalSince1970: 784_111_777 - 1800)
        )
        let session = TokenSession(
            store: MemoryTokenStore(StoredToken(token: token, partition: "anna")),
            refresher: TokenRefresher { _ in OAuthToken(accessToken: "new", refreshToken: "r2") },
            now: { device.now }
        )
        let date: HTTPFields = [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]
        let transport = ScriptedTransport([.status(204, headers: date), .status(204)])
        let sender = try Wire.sender(transport, credentials: ["user": session])
        for _ in 0..<2 { _ = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) }
        #expect(transport.requests.map { $0.header("authorization") } == ["Bearer old", "Bearer new"])
    }

    private func sent(_ security: SecurityRequirement) async throws -> RecordedRequest {
        let transport = ScriptedTransport([.status(204)])
        let sender = try Wire.sender(transport, credentials: Self.sources)
        try await sender.sendEmpty(Wire.get(security: security), CallOptions(), failing: WireError.self)
        return try #require(transport.requests.first)
    }
}

/// A source that records its inputs.
private final class HearingSource: CredentialSource {
    let statuses = LockedState<[Int]>([])
    let dates = LockedState<[Date?]>([])

    func credential() async throws(AuthenticationError) -> AuthCredential { AuthCredential(value: "x", partition: "p") }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {
        statuses.withLock { $0.append(status) }
        dates.withLock { $0.append(serverDate) }
    }
}
