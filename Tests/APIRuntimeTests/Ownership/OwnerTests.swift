import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

/// A client whose user can change at any moment, for the tests of owners.
struct OwnerBench {
    let session: TokenSession
    let sender: OperationSender
    let clock = TestClock()
    let server = RefreshServer()
    let secured = SecurityRequirement(Wire.user)

    init(
        _ transport: any HTTPTransport,
        store: any TokenStore = MemoryTokenStore(),
        _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) throws {
        let clock = self.clock
        session = TokenSession(store: store, refresher: self.server.refresher)
        sender = try Wire.sender(transport, credentials: ["user": session]) {
            $0.clock = clock
            $0.retry = RetryPolicy(maximumAttempts: 3, baseDelay: .seconds(1), budget: nil)
            configure(&$0)
        }
    }

    /// Signs in without a name, so that all users share a partition.
    func signIn(_ name: String) async throws {
        try await session.signIn(OAuthToken(accessToken: name, refreshToken: "\(name)-refresh"))
    }

    /// Sends a call, and returns its outcome with the code of a missing credential.
    func outcome(_ call: OperationCall, _ options: CallOptions = CallOptions()) async -> String {
        do {
            try await sender.sendEmpty(call, options, failing: WireError.self)
            return "success"
        } catch {
            return error.unauthenticated.map { "\($0.code)" } ?? error.name
        }
    }

    var delete: OperationCall { OperationCall("change", .delete, "/notes/1", security: secured) }
}

/// A source that signs its user in when a credential is needed.
private struct LazySource: CredentialSource {
    let session: TokenSession

    func credential() async throws(AuthenticationError) -> AuthCredential {
        if try await session.current() == nil {
            try await session.signIn(OAuthToken(accessToken: "anna", refreshToken: "r"))
        }
        return try await session.credential()
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { await session.partition() }

    func owner() async -> CredentialOwner? { await session.owner() }
}

@Suite("Owners of calls", .timeLimit(.minutes(1)))
struct OwnerTests {
    private static func users(_ transport: ScriptedTransport) -> [String?] {
        transport.requests.map { $0.header("Authorization") }
    }

    @Test("a DELETE that waits for its second attempt is not sent as the user who signs in meanwhile")
    func retryPause() async throws {
        let transport = ScriptedTransport { _ in .status(503, headers: [.retryAfter: "1"]) }
        let bench = try OwnerBench(transport)
        try await bench.signIn("anna")
        async let outcome = bench.outcome(bench.delete)
        await bench.clock.sleepers(1)
        try await bench.session.signOut()
        try await bench.signIn("bert")
        bench.clock.advance(by: .seconds(1))
        #expect(await outcome == "sessionEnded")
        #expect(Self.users(transport) == ["Bearer anna"])
    }

    @Test("the end of a session cancels the attempt of a call whose source signed in for its first credential")
    func lateOwner() async throws {
        let session = TokenSession(store: MemoryTokenStore(), refresher: RefreshServer().refresher)
        let transport = ScriptedTransport { _ async throws(TransportError) in
            while !Task.isCancelled { await Task.yield() }
            throw TransportError(.cancelled, "")
        }
        let sender = try Wire.sender(transport, credentials: ["user": LazySource(session: session)])
        let call = Task { () -> String? in
            do throws(WireError) {
                try await sender.sendEmpty(
                    Wire.get(security: SecurityRequirement(Wire.user)),
                    CallOptions(),
                    failing: WireError.self
                )
                return nil
            } catch {
                return error.unauthenticated?.code.description
            }
        }
        while transport.requests.isEmpty { try Task.checkCancellation(); await Task.yield() }
        try await session.signOut()
        #expect(await call.value == "sessionEnded")
    }

    @Test("a POST that waits for a renewal is not sent as the user who signs in over it")
    func renewalWait() async throws {
        let transport = ScriptedTransport([.status(401), .status(204)])
        let bench = try OwnerBench(transport)
        try await bench.signIn("anna")
        async let outcome = bench.outcome(Wire.post(security: bench.secured))
        await until { await bench.session.waiterCount == 1 }
        try await bench.signIn("bert")
        #expect(await outcome == "sessionEnded")
        #expect(Self.users(transport) == ["Bearer anna"])
    }

    @Test("a 401 of one user is not answered with the token of another who has the same partition")
    func refusal() async throws {
        let session = LockedState<TokenSession?>(nil)
        let transport = ScriptedTransport { _ async throws(TransportError) in
            let next = OAuthToken(accessToken: "bert", refreshToken: "r")
            do { try await session.withLock { $0 }?.signIn(next) } catch { throw .timedOut }
            return .status(401)
        }
        let bench = try OwnerBench(transport)
        session.withLock { $0 = bench.session }
        try await bench.signIn("anna")
        #expect(await bench.outcome(Wire.get(security: bench.secured)) == "sessionEnded")
        #expect(Self.users(transport) == ["Bearer anna"])
    }

    @Test("a sign-out ends a call that waits for its response, and a renewal's refusal names its cause")
    func cancelled() async throws {
        let bench = try OwnerBench(ScriptedTransport { _ in .pending })
        try await bench.signIn("anna")
        async let outcome = bench.outcome(Wire.get(security: bench.secured))
        await until { await bench.handlers == 1 }
        try await bench.session.signOut()
        #expect(await outcome == "sessionEnded")

        try await bench.signIn("anna")
        async let second = bench.outcome(Wire.get(security: bench.secured))
        await until { await bench.handlers == 1 }
        await bench.server.response(.failure(StatusError(status: 400)))
        _ = try? await bench.session.refresh()
        #expect(await second == "rejected")
        #expect(await bench.handlers == 0)
    }

    @Test("a cancelled call of an ended session is reported as cancelled")
    func cancelledFirst() async throws {
        let bench = try OwnerBench(ScriptedTransport { _ in .pending })
        try await bench.signIn("anna")
        let task = Task { await bench.outcome(Wire.get(security: bench.secured)) }
        await until { await bench.handlers == 1 }
        task.cancel()
        #expect(await task.value == "cancelled")
    }

    @Test("onSignOut can wait for a call that it cancels, which waits for the renewal that ended the session")
    func cancelledByObserver() async throws {
        let server = RefreshServer()
        let task = LockedState<Task<String, Never>?>(nil)
        let outcome = LockedState<String?>(nil)
        let session = TokenSession(
            refresher: server.refresher,
            onSignOut: { _ in
                let call = task.withLock { $0 }
                call?.cancel()
                let value = await call?.value
                outcome.withLock { $0 = value }
            }
        )
        let sender = try Wire.sender(ScriptedTransport { _ in .status(401) }, credentials: ["user": session])
        try await session.signIn(.pair(1), partition: "anna")
        let call = Task { await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) }
        task.withLock { $0 = call }
        await until { await session.waiterCount == 1 }
        await server.response(.failure(StatusError(status: 400)))
        #expect(await call.value == "cancelled")
        await until { outcome.withLock { $0 } == "cancelled" }
    }

    @Test("a call whose renewal ended the session fails after onSignOut has returned")
    func afterObserver() async throws {
        let server = RefreshServer()
        let hasReturned = LockedState(false)
        let session = TokenSession(
            refresher: server.refresher,
            onSignOut: { _ in
                for _ in 0..<1000 { await Task.yield() }
                hasReturned.withLock { $0 = true }
            }
        )
        let sender = try Wire.sender(ScriptedTransport { _ in .status(401) }, credentials: ["user": session])
        try await session.signIn(.pair(1), partition: "anna")
        await server.response(.failure(StatusError(status: 400)))
        #expect(await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user))) == "unauthenticated")
        #expect(hasReturned.withLock { $0 })
    }

    @Test("a user does not join the request of another user with the same partition, nor read its stored response")
    func sharing() async throws {
        let isOpen = LockedState(false)
        let transport = ScriptedTransport { request in
            while !isOpen.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
            let name = request.header("Authorization") == "Bearer anna" ? 1 : 2
            return .json("{\"id\": \(name)}", headers: [.cacheControl: "max-age=60"])
        }
        let cache = ResponseCache()
        let bench = try OwnerBench(transport) {
            $0.sharesEqualRequests = true
            $0.cache = cache
        }
        try await bench.signIn("anna")
        async let first = bench.outcome(Wire.get(security: bench.secured))
        await until { transport.requests.count == 1 }
        try await bench.signIn("bert")
        let second = Task { try await note(bench) }
        await until { transport.requests.count == 2 }
        isOpen.withLock { $0 = true }
        #expect(await first == "sessionEnded")
        #expect(try await second.value == 2)
        #expect(try await note(bench) == 2)
        #expect(transport.requests.count == 2)
    }

    @Test("a session that takes over another user's token from the store finds none of the former user's responses")
    func adoption() async throws {
        let store = MemoryTokenStore()
        let transport = ScriptedTransport { request in
            let name = request.header("Authorization") == "Bearer anna" ? 1 : 2
            return .json("{\"id\": \(name)}", headers: [.cacheControl: "max-age=60"])
        }
        let cache = ResponseCache()
        let first = try OwnerBench(transport, store: store) { $0.cache = cache }
        let second = try OwnerBench(transport, store: store) { $0.cache = cache }
        try await first.signIn("anna")
        #expect(try await note(second) == 1)
        try await first.signIn("bert")
        // The second process still has anna's token, and stores her response, but not for bert.
        #expect(try await note(second) == 1)
        #expect(try await note(first) == 2)
        var events = second.session.events.makeAsyncIterator()
        await #expect(throws: AuthenticationError.sessionEnded) { try await second.session.refresh() }
        #expect(await events.next() == .signedOut(partition: "user", reason: .replaced))
        #expect(try await note(second) == 2)
    }

    @Test("a renewal on demand fails when another user signs in before it ends")
    func refreshOverSignIn() async throws {
        let bench = try OwnerBench(ScriptedTransport())
        try await bench.signIn("anna")
        let renewal = Task { try await bench.session.refresh() }
        await until { await bench.session.waiterCount == 1 }
        try await bench.signIn("bert")
        await #expect(throws: AuthenticationError.sessionEnded) { try await renewal.value }
    }

    @Test("pages, polls and reconnections of one user do not continue as another")
    func sequences() async throws {
        let transport = ScriptedTransport { request in
            request.path.hasSuffix("/events")
                ? .stream(["data: 1\n\n"], contentType: "text/event-stream") : .json(#"{"id": 1}"#)
        }
        let bench = try OwnerBench(transport)
        try await bench.signIn("anna")
        let pages = PageSequence<Int>(cursor: { [bench] cursor in
            let call = Wire.get(security: bench.secured)
            let note: WireNote = try await bench.sender.send(call, CallOptions(), failing: WireError.self)
            return ResultPage(items: [note.id], next: "\(cursor ?? "")x")
        })
        var page = pages.makeAsyncIterator()
        #expect(try await page.next()?.items == [1])

        let polling = PollingOptions(interval: .zero)
        let states = NoteGroup(sender: bench.sender).states(polling, until: { _ in false }) {
            (group: NoteGroup, _: Duration?) async throws(WireError) -> WireNote in
            try await group.get(bench.secured)
        }
        var state = states.makeAsyncIterator()
        #expect(try await state.next()?.id == 1)

        let options = CallOptions(stream: StreamOptions(reconnection: .init(delay: .seconds(3))))
        let events = bench.sender.sendEvents(
            of: Int.self,
            Wire.get("/events", security: bench.secured),
            options,
            failing: WireError.self
        )
        let reader = Task {
            var received: [Int] = []
            for try await event in events { received.append(event.data) }
            return received
        }
        await bench.clock.sleepers(1)
        try await bench.signIn("bert")
        let codes = [
            await code { _ = try await page.next() }, await code { _ = try await state.next() },
            await code { _ = try await reader.value },
        ]
        #expect(codes == Array(repeating: AuthenticationError.Code.sessionEnded, count: 3))
        #expect(Set(Self.users(transport)) == ["Bearer anna"])
    }

    @Test("a download does not resume as another user")
    func download() async throws {
        let tag: HTTPFields = [.eTag: "\"v1\""]
        let lost = ScriptedResponse.stream(["abc"], ending: .failure(TransportError(.connection, "")), headers: tag)
        let transport = ScriptedTransport { _ in lost }
        let bench = try OwnerBench(transport)
        try await bench.signIn("anna")
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("owner-\(UUID().uuidString)")
        let task = Task {
            try await bench.sender.sendFile(
                Wire.get(security: bench.secured),
                CallOptions(stream: StreamOptions()),
                to: target,
                failing: WireError.self
            )
        }
        await bench.clock.sleepers(1)
        try await bench.signIn("bert")
        bench.clock.advance(by: .seconds(5))
        #expect(await code { _ = try await task.value } == .sessionEnded)
        #expect(Self.users(transport) == ["Bearer anna"])
    }

    @Test("a stream ends with the session while it waits for bytes")
    func stream() async throws {
        let bench = try OwnerBench(ScriptedTransport([.stream(["ab"], ending: .pending)]))
        try await bench.signIn("anna")
        let call = Wire.get(security: bench.secured)
        let stream = try await bench.sender.sendStream(call, CallOptions(), failing: WireError.self)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Array("ab".utf8))
        let next = Task {
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        await until { await bench.handlers == 1 }
        try await bench.session.signOut()
        #expect(await code { _ = try await next.value } == .sessionEnded)
    }

    private func note(_ bench: OwnerBench) async throws -> Int {
        let call = Wire.get(security: bench.secured)
        let note: WireNote = try await bench.sender.send(call, CallOptions(), failing: WireError.self)
        return note.id
    }

    private func code(_ body: () async throws -> Void) async -> AuthenticationError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? WireError)?.unauthenticated?.code
        }
    }
}

extension OwnerBench {
    /// The number of calls and reads that observe the session in progress.
    var handlers: Int {
        get async { await session.owner()?.life?.handlerCount ?? 0 }
    }
}

/// A group with one operation.
private struct NoteGroup: OperationGroup {
    let sender: OperationSender

    func get(_ security: SecurityRequirement) async throws(WireError) -> WireNote {
        try await sender.send(Wire.get(security: security), CallOptions(), failing: WireError.self)
    }
}
