import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Cache use of a sender", .timeLimit(.minutes(1)))
struct SenderCacheTests {
    private static let fresh: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"a\""]
    private static let secured = Wire.get(security: SecurityRequirement(Wire.user))

    private let date = APITesting.TestDate()
    private let observer = RecordingObserver()
    private let cache = ResponseCache()

    private func sender(
        _ transport: any HTTPTransport,
        _ source: (any CredentialSource)? = nil,
        cache other: ResponseCache? = nil
    ) throws -> OperationSender {
        try Wire.sender(transport, credentials: source.map { ["user": $0] } ?? [:]) { configuration in
            configuration.cache = other ?? cache
            configuration.observer = observer
            configuration.now = { [date] in date.now }
        }
    }

    private func id(_ sender: OperationSender, _ call: OperationCall = Wire.get(), _ mode: CacheMode? = nil)
        async throws -> Int
    {
        let note: WireNote = try await sender.send(call, CallOptions(cache: mode), failing: WireError.self)
        return note.id
    }

    @Test("a fresh response is served without a request")
    func hit() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#, headers: Self.fresh)])
        let sender = try sender(transport)
        #expect(try await id(sender) == 1)
        #expect(try await id(sender) == 1)
        #expect(transport.requests.count == 1)
        #expect(observer.events.map(\.cache) == [.miss, .hit])
        #expect(observer.events.map(\.attempt) == [1, 0])
    }

    @Test("a stored response is served only to calls that accept its media type, also without Vary")
    func mediaTypes() async throws {
        func accepting(_ types: String, _ chosen: BodyMediaType? = nil, of documented: [String] = []) -> OperationCall {
            var call = Wire.get()
            call.accept = types
            call.request(chosen, in: documented)
            return call
        }
        let images = ["image/png", "image/jpeg"]
        let transport = ScriptedTransport { request in
            let accept = request.header("Accept") ?? ""
            let type = ["image/jpeg", "image/png"].first { accept.hasPrefix($0) } ?? "application/json"
            return .bytes(Array(type.utf8), contentType: type, headers: Self.fresh)
        }
        let sender = try sender(transport)
        let json = accepting("application/json")
        let png = accepting("image/png, image/jpeg, application/problem+json", .png, of: images)
        let jpeg = accepting("image/png, image/jpeg, application/problem+json", .jpeg, of: images)
        for (call, type) in [(json, "application/json"), (png, "image/png"), (jpeg, "image/jpeg")] {
            let count = transport.requests.count
            for _ in 0..<2 { #expect(try await sender.receive(call).text() == type) }
            #expect(transport.requests.count == count + 1)
        }
    }

    @Test("a stale response is validated by its ETag")
    func revalidated() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .status(304, headers: Self.fresh),
        ])
        let sender = try sender(transport)
        _ = try await id(sender)
        date.advance(by: 61)
        #expect(try await id(sender) == 1)
        #expect(transport.requests.last?.header("if-none-match") == "\"a\"")
        #expect(observer.events.map(\.cache) == [.miss, .miss, .revalidated])
        #expect(try await id(sender) == 1)
        #expect(transport.requests.count == 2)
    }

    @Test("a response behind a redirect is not stored, and a 304 behind one confirms nothing")
    func redirected() async throws {
        let redirect = ScriptedResponse.status(302, headers: [.location: "/other"])
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh),
            redirect, .status(304, headers: Self.fresh), redirect, .json(#"{"id": 2}"#, headers: Self.fresh),
            redirect, .json(#"{"id": 3}"#, headers: Self.fresh),
        ])
        let sender = try sender(FollowingTransport(script: transport))
        #expect(try await id(sender) == 1)
        date.advance(by: 61)
        #expect(try await id(sender) == 2)
        #expect(try await id(sender) == 3)
        let redirected = ["/v1/notes/1", "/other"]
        #expect(transport.requests.map(\.path) == ["/v1/notes/1"] + redirected + redirected + redirected)
        #expect(transport.requests.map { $0.header("if-none-match") }.compactMap { $0 }.count == 2)
    }

    @Test("a redirected write removes the responses of both URLs")
    func redirectedWrite() async throws {
        let transport = ScriptedTransport { request in
            switch (request.head.method, request.path) {
            case (.get, _): .json(#"{"id": 1}"#, headers: Self.fresh)
            case (_, "/v1/notes"): .status(308, headers: [.location: "/v1/notes/1"])
            default: .json(#"{"id": 1}"#, status: 200)
            }
        }
        let sender = try sender(FollowingTransport(script: transport))
        _ = try await id(sender)
        _ = try await id(sender)
        #expect(transport.requests.count == 1)
        let _: WireNote = try await sender.send(Wire.post(), CallOptions(), failing: WireError.self)
        #expect(transport.requests.count == 3)
        _ = try await id(sender)
        #expect(transport.requests.count == 4)
    }

    @Test(
        "a redirected write removes the responses of both URLs, also behind a change to GET and after a failure",
        arguments: [(303, 200), (303, 404), (308, 503), (307, 409)]
    )
    func redirectedOutcome(_ redirect: Int, _ status: Int) async throws {
        let isWritten = LockedState(false)
        let transport = ScriptedTransport { request in
            if request.path == "/v1/notes" {
                isWritten.withLock { $0 = true }
                return .status(redirect, headers: [.location: "/v1/notes/1"])
            }
            let isLater = isWritten.withLock { $0 }
            return .json(#"{"id": 1}"#, status: isLater ? status : 200, headers: Self.fresh)
        }
        let sender = try sender(FollowingTransport(script: transport, policy: RedirectPolicy(changesMethod: true)))
        _ = try await id(sender)
        _ = await Wire.outcome(sender, Wire.post())
        let count = transport.requests.count
        _ = await Wire.outcome(sender, Wire.get())
        #expect(transport.requests.count == count + 1)
    }

    @Test("a changed response replaces the stored one")
    func changed() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let sender = try sender(transport)
        _ = try await id(sender)
        date.advance(by: 61)
        #expect(try await id(sender) == 2)
        #expect(try await id(sender) == 2)
        #expect(transport.requests.count == 2)
    }

    @Test("a stale response is served offline where that is allowed")
    func staleIfError() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .failure(TransportError(.unreachable, "")), .status(503),
        ])
        let sender = try sender(transport)
        var call = Wire.get()
        call.cache = CachePolicy(staleIfError: .seconds(3600))
        _ = try await id(sender, call)
        date.advance(by: 120)
        #expect(try await id(sender, call) == 1)
        #expect(try await id(sender, call) == 1)
        #expect(observer.events.last?.cache == .stale)
    }

    @Test("a stale response is served while one request revalidates it")
    func whileRevalidating() async throws {
        let gate = Gate()
        let transport = ScriptedTransport { request async throws(TransportError) in
            if request.header("if-none-match") == nil { return .json(#"{"id": 1}"#, headers: Self.fresh) }
            await gate.wait()
            return .json(#"{"id": 2}"#, headers: Self.fresh)
        }
        let sender = try sender(transport)
        var call = Wire.get()
        call.cache = CachePolicy(staleWhileRevalidate: .seconds(3600))
        _ = try await id(sender, call)
        date.advance(by: 120)
        #expect(try await id(sender, call) == 1)
        #expect(try await id(sender, call) == 1)
        gate.open()
        while try await id(sender, call) == 1 { try Task.checkCancellation(); await Task.yield() }
        #expect(transport.requests.count == 2)
    }

    @Test("a user never gets a response stored for another")
    func partitions() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let first = try sender(transport, ScriptedCredentials(["a"], partition: "ann"))
        let second = try sender(transport, ScriptedCredentials(["b"], partition: "bob"))
        #expect(try await id(first, Self.secured) == 1)
        #expect(try await id(second, Self.secured) == 2)
        #expect(try await id(first, Self.secured) == 1)
        #expect(transport.requests.count == 2)
    }

    @Test("a user named like the shared or anonymous partition has no access to it")
    func reservedNames() async throws {
        for (number, name) in [CacheKey.sharedPartition, CacheKey.anonymousPartition].enumerated() {
            let responses = [1, 2, 3, 4].map { ScriptedResponse.json("{\"id\": \($0)}", headers: Self.fresh) }
            let transport = ScriptedTransport(responses)
            let user = try sender(transport, ScriptedCredentials(["a"], partition: name))
            let path: StaticString = number == 0 ? "/notes/1" : "/notes/2"
            var open = Wire.get(path)
            open.cache = CachePolicy(partition: number == 0 ? .shared : .credential)
            #expect(try await id(user, Wire.get(path, security: SecurityRequirement(Wire.user))) == 1)
            #expect(try await id(user, open) == 2)
            #expect(try await id(user, Wire.get(path, security: SecurityRequirement(Wire.user))) == 3)
            #expect(try await id(user, open) == 2)
        }
    }

    @Test("a call that started for one user is not sent with the credential of another")
    func switched() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 2}"#, headers: Self.fresh)])
        let sender = try sender(transport, SwitchingSource())
        // The cache is queried for ann; bob signs in before the request is sent.
        let error = await #expect(throws: WireError.self) { try await id(sender, Self.secured) }
        #expect(error?.unauthenticated?.code == .sessionEnded)
        #expect(transport.requests.isEmpty)
    }

    @Test("a sign-out clears the cache of every client that uses the session")
    func signOut() async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 }, now: { [date] in date.now })
        let transport = ScriptedTransport(
            (1...4).map { ScriptedResponse.json("{\"id\": \($0)}", headers: Self.fresh) }
        )
        let other = ResponseCache()
        let clients = [try sender(transport, session), try sender(transport, session, cache: other)]
        try await session.signIn(OAuthToken(accessToken: "a"), partition: "ann")
        #expect(try await id(clients[0], Self.secured) == 1)
        #expect(try await id(clients[1], Self.secured) == 2)
        #expect(try await id(clients[0], Self.secured) == 1)
        try await session.signOut()
        try await session.signIn(OAuthToken(accessToken: "b"), partition: "ann")
        #expect(try await id(clients[0], Self.secured) == 3)
        #expect(try await id(clients[1], Self.secured) == 4)
    }

    @Test("a sign-in without a name finds no stored responses, and one with the same name finds its own")
    func signInAgain() async throws {
        for name in [nil, "ann"] {
            let cache = ResponseCache()
            let responses = [1, 2].map { ScriptedResponse.json("{\"id\": \($0)}", headers: Self.fresh) }
            let session = TokenSession(refresher: TokenRefresher { $0 }, now: { [date] in date.now })
            let sender = try sender(ScriptedTransport(responses), session, cache: cache)
            try await session.signIn(OAuthToken(accessToken: "a"), partition: name)
            #expect(try await id(sender, Self.secured) == 1)
            try await session.signIn(OAuthToken(accessToken: "b"), partition: name)
            #expect(try await id(sender, Self.secured) == (name == nil ? 2 : 1))
        }
    }

    @Test("a response in flight at a sign-out is not stored, whatever the clock's time", arguments: [0, 1, -9])
    func signOutMeanwhile(_ seconds: Double) async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 }, now: { [date] in date.now })
        let transport = ScriptedTransport { [date] _ async throws(TransportError) in
            date.advance(by: seconds)
            do { try await session.signOut() } catch { throw TransportError(.connection, "no sign-out") }
            return .json(#"{"id": 1}"#, headers: Self.fresh)
        }
        let sender = try sender(transport, session)
        try await session.signIn(OAuthToken(accessToken: "a"), partition: "ann")
        #expect(await Wire.outcome(sender, Self.secured) == "unauthenticated")
        try await session.signIn(OAuthToken(accessToken: "b"), partition: "ann")
        #expect(
            await Wire.outcome(sender, Self.secured, CallOptions(cache: .cacheOnly)) == "transport.notCached"
        )
    }

    @Test("a response to a request with two users' credentials is stored for neither")
    func twoUsers() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#, headers: Self.fresh),
            .json(#"{"id": 3}"#, headers: Self.fresh),
        ])
        let partner = SecurityScheme("partner", .header("X-Partner"))
        let both = Wire.get(security: SecurityRequirement(alternatives: [[Wire.user, partner]]))
        for (partners, expected) in [("bob", [1, 2]), ("ann", [3, 3])] {
            let sources: [String: any CredentialSource] = [
                "user": ScriptedCredentials(["a"], partition: "ann"),
                "partner": ScriptedCredentials(["b"], partition: partners),
            ]
            let sender = try Wire.sender(transport, credentials: sources) { $0.cache = cache }
            #expect(try await id(sender, both) == expected[0])
            #expect(try await id(sender, both) == expected[1])
            let offline = await Wire.outcome(sender, both, CallOptions(cache: .cacheOnly))
            #expect(offline == (partners == "bob" ? "transport.notCached" : "success"))
        }
    }

    @Test("a call's cache lifetime overrides those of the spec and the server")
    func lifetimeOfCall() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#),
        ])
        let sender = try sender(transport)
        var call = Wire.get()
        call.cache = CachePolicy(lifetime: .seconds(5), staleIfError: .seconds(9))
        let read = { (seconds: Int?) in
            let options = CallOptions(cacheLifetime: seconds.map { .seconds($0) })
            let note: WireNote = try await sender.send(call, options, failing: WireError.self)
            return note.id
        }
        #expect(try await read(nil) == 1)
        date.advance(by: 50)
        #expect(try await read(3600) == 1)
        #expect(try await read(50) == 2)
        #expect(try await read(nil) == 2)
        #expect(transport.requests.count == 2)
    }

    @Test("cacheOnly never sends a request, and networkOnly never reads the cache")
    func modes() async throws {
        let transport = ScriptedTransport([.json(#"{"id": 1}"#, headers: Self.fresh), .json(#"{"id": 2}"#)])
        let sender = try sender(transport)
        #expect(await Wire.outcome(sender, Wire.get(), CallOptions(cache: .cacheOnly)) == "transport.notCached")
        #expect(transport.requests.isEmpty)
        _ = try await id(sender)
        #expect(try await id(sender, Wire.get(), .cacheOnly) == 1)
        #expect(try await id(sender, Wire.get(), .networkOnly) == 2)
        #expect(try await id(sender, Wire.get(), .cacheOnly) == 1)
    }

    @Test("an unsafe request invalidates the stored responses")
    func invalidation() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .status(204), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let sender = try sender(transport)
        _ = try await id(sender)
        #expect(await Wire.outcome(sender, OperationCall("change", .delete, "/notes/1")) == "success")
        #expect(try await id(sender) == 2)
    }

    @Test("a change with two users' credentials invalidates the stored responses of both")
    func invalidationOfTwo() async throws {
        let transport = ScriptedTransport([
            .json(#"{"id": 1}"#, headers: Self.fresh), .status(204), .json(#"{"id": 2}"#, headers: Self.fresh),
        ])
        let partner = SecurityScheme("partner", .header("X-Partner"))
        let sources: [String: any CredentialSource] = [
            "user": ScriptedCredentials(["a"], partition: "ann"),
            "partner": ScriptedCredentials(["b"], partition: "bob"),
        ]
        let sender = try Wire.sender(transport, credentials: sources) { $0.cache = cache }
        #expect(try await id(sender, Self.secured) == 1)
        let change = OperationCall(
            "change",
            .delete,
            "/notes/1",
            security: SecurityRequirement(alternatives: [[Wire.user, partner]])
        )
        #expect(await Wire.outcome(sender, change) == "success")
        #expect(try await id(sender, Self.secured) == 2)
    }

    @Test("a client without a cache sends no only-if-cached request")
    func cacheOnlyWithoutCache() async throws {
        let transport = ScriptedTransport()
        let sender = try Wire.sender(transport)
        #expect(await Wire.outcome(sender, Wire.get(), CallOptions(cache: .cacheOnly)) == "transport.notCached")
        #expect(transport.requests.isEmpty)
    }
}

/// A gate that tasks wait at until it is opened.
private final class Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func open() { stream.continuation.finish() }
    func wait() async { for await _ in stream.stream {} }
}

/// A source whose user changes between the cache lookup and the request.
private final class SwitchingSource: CredentialSource {
    func partition() async -> String? { "ann" }

    func credential() async throws(AuthenticationError) -> AuthCredential {
        AuthCredential(value: "b", partition: "bob")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }
}
