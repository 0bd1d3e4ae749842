import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Session events", .timeLimit(.minutes(1)))
struct SessionEventTests {
    private func session(onSignOut: @escaping @Sendable (String) async -> Void = { _ in }) -> TokenSession {
        TokenSession(refresher: TokenRefresher { $0 }, onSignOut: onSignOut)
    }

    @Test("every observer receives every event in order")
    func severalObservers() async throws {
        let session = session()
        let streams = [session.events, session.events]
        try await session.signIn(.pair(1), partition: "anna")
        try await session.refresh()
        try await session.signIn(.pair(2), partition: "bert")
        try await session.signOut()
        for stream in streams {
            var heard: [SessionEvent] = []
            for await event in stream.prefix(5) { heard.append(event) }
            let expected: [SessionEvent] = [
                .signedIn(partition: "anna"), .refreshed(partition: "anna"),
                .signedOut(partition: "anna", reason: .replaced), .signedIn(partition: "bert"),
                .signedOut(partition: "bert", reason: .requested),
            ]
            #expect(heard == expected)
        }
    }

    @Test(
        "a sign-in ends the session of the user in the store, which nobody has read",
        arguments: [
            (
                "bert", "anna",
                [SessionEvent.signedOut(partition: "anna", reason: .replaced), .signedIn(partition: "bert")]
            ),
            ("anna", "anna", [.signedIn(partition: "anna")]), ("bert", nil, [.signedIn(partition: "bert")]),
        ]
    )
    func unreadStore(_ user: String, _ former: String?, _ expected: [SessionEvent]) async throws {
        let deleted = LockedState<[String]>([])
        let store = ScriptedStore(former.map { StoredToken(token: .pair(1), partition: $0) })
        let session = TokenSession(
            store: store,
            refresher: TokenRefresher { $0 },
            onSignOut: { name in deleted.withLock { $0.append(name) } }
        )
        let events = session.events
        try await session.signIn(.pair(2), partition: user)
        var heard: [SessionEvent] = []
        for await event in events.prefix(expected.count) { heard.append(event) }
        #expect(heard == expected)
        #expect(deleted.withLock { $0 } == (expected.count > 1 ? ["anna"] : []))
        #expect(try await session.current()?.partition == user)
    }

    @Test("an observer that stops listening is removed, with read or unread events")
    func forgotten() async throws {
        let session = session()
        var stream: AsyncStream<SessionEvent>? = session.events
        let task = Task { [stream = session.events] in
            for await _ in stream {}
        }
        #expect(session.observerCount == 2)
        #expect(stream != nil)
        stream = nil
        task.cancel()
        await task.value
        await until { session.observerCount == 0 }
    }

    @Test("the streams end with the session")
    func ends() async throws {
        var session: TokenSession? = session()
        let stream = try #require(session?.events)
        session = nil
        var heard = 0
        for await _ in stream { heard += 1 }
        #expect(heard == 0)
    }

    @Test("an observer that reads no events keeps the newest 32")
    func bounded() async throws {
        let session = session()
        let stream = session.events
        for number in 0..<100 { try await session.signIn(.pair(number), partition: "anna") }
        try await session.signOut()
        var heard: [SessionEvent] = []
        for await event in stream {
            heard.append(event)
            if case .signedOut = event { break }
        }
        #expect(heard.count == 32)
    }

    @Test("the cache is cleared before observers receive the sign-out")
    func deletionFirst() async throws {
        let log = LockedState<[String]>([])
        let session = session { partition in log.withLock { $0.append("cleared \(partition)") } }
        let stream = session.events
        try await session.signIn(.pair(1), partition: "anna")
        try await session.signOut()
        for await event in stream {
            if case .signedOut = event { break }
        }
        #expect(log.withLock { $0 } == ["cleared anna"])
    }

    @Test("onSignOut gets the partition even if no call was made before the sign-out")
    func deletionAfterLaunch() async throws {
        let cleared = LockedState<[String]>([])
        let store = MemoryTokenStore(StoredToken(token: .pair(1), partition: "anna"))
        let session = TokenSession(
            store: store,
            refresher: TokenRefresher { $0 },
            onSignOut: { partition in cleared.withLock { $0.append(partition) } }
        )
        try await session.signOut()
        #expect(cleared.withLock { $0 } == ["anna"])
        #expect(try await store.load() == nil)
    }

    @Test("the onSignOut closure can use the session: a sign-in from it does not deadlock")
    func reentrantDeletion() async throws {
        let holder = LockedState<TokenSession?>(nil)
        let session = session { _ in
            try? await holder.withLock { $0 }?.signIn(.pair(9), partition: "guest")
        }
        holder.withLock { $0 = session }
        try await session.signIn(.pair(1), partition: "anna")
        try await session.signOut()
        #expect(try await session.credential().value == "access-9")
        holder.withLock { $0 = nil }
    }

    @Test("onSignOut is not cancelled with the call in which another user signs in")
    func signInFromCall() async throws {
        let states = LockedState<[Bool]>([])
        let session = session { _ in states.withLock { $0.append(Task.isCancelled) } }
        try await session.signIn(.pair(1), partition: "anna")
        let sender = try Wire.sender(ScriptedTransport([.status(204)]), credentials: ["user": session]) {
            $0.middleware = [.before(.transport, SignInMiddleware(session: session))]
        }
        let outcome = await Wire.outcome(sender, Wire.get(security: SecurityRequirement(Wire.user)))
        #expect(outcome == "unauthenticated")
        #expect(states.withLock { $0 } == [false])
    }

    @Test("signing out without a session causes no event")
    func signOutTwice() async throws {
        let cleared = LockedState<[String]>([])
        let session = session { partition in cleared.withLock { $0.append(partition) } }
        try await session.signIn(.pair(1), partition: "anna")
        try await session.signOut()
        try await session.signOut()
        #expect(cleared.withLock { $0 } == ["anna"])
    }
}

/// Signs in another user in the middle of a call.
private struct SignInMiddleware: CallMiddleware {
    let session: TokenSession

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        try await session.signIn(.pair(2), partition: "bert")
        return try await next(request, context)
    }
}
