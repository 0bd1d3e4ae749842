import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

/// The order of what happens at the end of a session, and the tasks that wait for it.
@Suite("Ends of sessions", .timeLimit(.minutes(1)))
struct SessionEndTests {
    private let server = RefreshServer()

    @Test(
        "onSignOut can wait for a task that it cancels, which uses the session directly",
        arguments: ["credential", "refresh", "refused"]
    )
    func cancelledByObserver(_ method: String) async throws {
        let date = TestDate()
        let task = LockedState<Task<AuthenticationError.Code?, Never>?>(nil)
        let session = TokenSession(
            refresher: server.refresher,
            now: { date.now },
            onSignOut: { _ in
                let waiting = task.withLock { $0 }
                waiting?.cancel()
                _ = await waiting?.value
            }
        )
        let events = session.events
        let token = OAuthToken(accessToken: "a", refreshToken: "r", expiresAt: date.now.addingTimeInterval(60))
        try await session.signIn(token, partition: "anna")
        let credential = try await session.credential()
        date.advance(120)
        let waiting = Task {
            await failureCode { () async throws(AuthenticationError) in
                switch method {
                case "credential": _ = try await session.credential()
                case "refresh": _ = try await session.refresh()
                default: _ = try await session.refused(credential)
                }
            }
        }
        task.withLock { $0 = waiting }
        await until { await session.waiterCount == 1 }
        // Another task waits, too, until the observers have been notified.
        let patient = Task { await failureCode { () throws(AuthenticationError) in try await session.credential() } }
        await until { await session.waiterCount == 2 }
        await server.response(.failure(StatusError(status: 400)))
        #expect(await waiting.value == .cancelled)
        #expect(await patient.value == .rejected)
        let end = SessionEvent.signedOut(partition: "anna", reason: .rejected(status: 400))
        #expect(await first(2, of: events) == [.signedIn(partition: "anna"), end])
    }

    @Test("the event of a sign-in from onSignOut follows the event of the sign-out")
    func signInFromObserver() async throws {
        let holder = LockedState<TokenSession?>(nil)
        let session = TokenSession(
            refresher: server.refresher,
            onSignOut: { partition in
                guard partition == "anna" else { return }
                try? await holder.withLock { $0 }?.signIn(.pair(9), partition: "guest")
            }
        )
        holder.withLock { $0 = session }
        defer { holder.withLock { $0 = nil } }
        let events = session.events
        try await session.signIn(.pair(1), partition: "anna")
        try await session.signOut()
        let expected: [SessionEvent] = [
            .signedIn(partition: "anna"), .signedOut(partition: "anna", reason: .requested),
            .signedIn(partition: "guest"),
        ]
        #expect(await first(3, of: events) == expected)
        #expect(try await session.credential().value == "access-9")
    }

    @Test("events keep their order while onSignOut of an earlier one is running")
    func slowObserver() async throws {
        let isOpen = LockedState(false)
        let running = LockedState<[String]>([])
        let ended = LockedState<[String]>([])
        let session = TokenSession(
            refresher: server.refresher,
            onSignOut: { partition in
                running.withLock { $0.append(partition) }
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                ended.withLock { $0.append(partition) }
            }
        )
        let events = session.events
        try await session.signIn(.pair(1), partition: "anna")
        let renewal = Task { try? await session.refresh() }
        await server.response(.failure(StatusError(status: 400)))
        await until { running.withLock { $0 } == ["anna"] }
        // Does not wait for the closure, which may wait for this sign-in.
        try await session.signIn(.pair(2), partition: "bert")
        let second = Task { try await session.signOut() }
        // Deletes the data of its user at once, although another closure is running.
        await until { running.withLock { $0 } == ["anna", "bert"] }
        isOpen.withLock { $0 = true }
        try await second.value
        _ = await renewal.value
        let expected: [SessionEvent] = [
            .signedIn(partition: "anna"), .signedOut(partition: "anna", reason: .rejected(status: 400)),
            .signedIn(partition: "bert"), .signedOut(partition: "bert", reason: .requested),
        ]
        #expect(await first(4, of: events) == expected)
        // The tasks need not wait for the closures, but the events do.
        #expect(ended.withLock { $0 }.sorted() == ["anna", "bert"])
    }

    @Test("onSignOut can wait for a task that signs in twice and signs out")
    func loginInObserver() async throws {
        let holder = LockedState<TokenSession?>(nil)
        let session = TokenSession(
            refresher: server.refresher,
            onSignOut: { partition in
                guard partition == "anna", let session = holder.withLock({ $0 }) else { return }
                // Not a child of the sign-out, such as the task of a button.
                let login = Task.detached {
                    try await session.signIn(.pair(8), partition: "guest")
                    try await session.signIn(.pair(9), partition: "bert")
                    try await session.signOut()
                }
                try? await login.value
            }
        )
        holder.withLock { $0 = session }
        defer { holder.withLock { $0 = nil } }
        let events = session.events
        try await session.signIn(.pair(1), partition: "anna")
        try await session.signOut()
        let expected: [SessionEvent] = [
            .signedIn(partition: "anna"), .signedOut(partition: "anna", reason: .requested),
            .signedIn(partition: "guest"), .signedOut(partition: "guest", reason: .replaced),
            .signedIn(partition: "bert"), .signedOut(partition: "bert", reason: .requested),
        ]
        #expect(await first(6, of: events) == expected)
    }

    @Test("a sign-in whose caches are slow is reported before the sign-out that follows it")
    func slowCache() async throws {
        let session = TokenSession(refresher: server.refresher)
        let store = SlowCacheStore()
        session.evictAtSignOut(ResponseCache(store: store))
        let events = session.events
        // The caches are cleared twice: before the sign-in and after it.
        store.close(after: 1)
        let first = Task { try await session.signIn(.pair(1)) }
        await until { store.isWaiting }
        #expect(await session.owner() != nil)
        let second = Task { try await session.signOut() }
        await until { await session.owner() == nil }
        for _ in 0..<1000 { await Task.yield() }
        store.open()
        try await first.value
        try await second.value
        let expected: [SessionEvent] = [
            .signedIn(partition: "user"), .signedOut(partition: "user", reason: .requested),
        ]
        #expect(await self.first(2, of: events) == expected)
    }

    @Test("onSignOut can wait for a renewal that ends the session of its own sign-in")
    func rejectedInObserver() async throws {
        let holder = LockedState<TokenSession?>(nil)
        let codes = LockedState<[AuthenticationError.Code?]>([])
        let session = TokenSession(
            refresher: server.refresher,
            onSignOut: { partition in
                guard partition == "anna", let session = holder.withLock({ $0 }) else { return }
                try? await session.signIn(.pair(9), partition: "guest")
                let code = await failureCode { () throws(AuthenticationError) in try await session.refresh() }
                codes.withLock { $0.append(code) }
            }
        )
        holder.withLock { $0 = session }
        defer { holder.withLock { $0 = nil } }
        let events = session.events
        try await session.signIn(.pair(1), partition: "anna")
        await server.response(.failure(StatusError(status: 400)))
        try await session.signOut()
        #expect(codes.withLock { $0 } == [.rejected])
        let expected: [SessionEvent] = [
            .signedIn(partition: "anna"), .signedOut(partition: "anna", reason: .requested),
            .signedIn(partition: "guest"), .signedOut(partition: "guest", reason: .rejected(status: 400)),
        ]
        #expect(await first(4, of: events) == expected)
    }

    @Test("a sign-out ends the background renewal of a stored response")
    func backgroundRenewal() async throws {
        let isCancelled = LockedState(false)
        let count = LockedState(0)
        let transport = ScriptedTransport { _ async throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { return .json(#"{"id": 1}"#, headers: [.cacheControl: "max-age=60"]) }
            for await _ in AsyncStream<Never>.makeStream().stream {}
            isCancelled.withLock { $0 = true }
            throw .cancelled
        }
        let date = APITesting.TestDate()
        let session = TokenSession(refresher: server.refresher)
        let sender = try Wire.sender(transport, credentials: ["user": session]) {
            $0.cache = ResponseCache()
            $0.timeout = nil
            $0.now = { date.now }
        }
        try await session.signIn(.pair(1), partition: "anna")
        var call = Wire.get(security: SecurityRequirement(Wire.user))
        call.cache = CachePolicy(staleWhileRevalidate: .seconds(3600))
        #expect(await Wire.outcome(sender, call) == "success")
        date.advance(by: 120)
        #expect(await Wire.outcome(sender, call) == "success")
        await until { transport.requests.count == 2 }
        try await session.signOut()
        await until { isCancelled.withLock { $0 } }
    }

    private func first(_ count: Int, of events: AsyncStream<SessionEvent>) async -> [SessionEvent] {
        var received: [SessionEvent] = []
        for await event in events.prefix(count) { received.append(event) }
        return received
    }
}

/// A store of responses one of whose deletions waits for the test.
private final class SlowCacheStore: CacheStore {
    private let state = LockedState((isClosed: false, passes: 0, isWaiting: false))

    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Holds the deletion after a number of them.
    func close(after passes: Int) { state.withLock { $0 = (true, passes, false) } }

    func open() { state.withLock { $0.isClosed = false } }

    func removeAll(partition: String) async {
        let isHeld = state.withLock { state in
            state.passes -= 1
            if state.passes == -1 { state.isWaiting = true }
            return state.passes == -1
        }
        while isHeld, state.withLock({ $0.isClosed }) { await Task.yield() }
    }

    func entries(for key: CacheKey) async -> [CacheEntry] { [] }

    func store(_ entry: CacheEntry) async {}

    func remove(_ key: CacheKey) async {}
}
