import Foundation
import Testing

@testable import APIRuntime

@Suite("Sessions", .timeLimit(.minutes(1)))
struct TokenSessionTests {
    private let server = RefreshServer()
    private let clock = TestDate()

    private func session(
        _ token: OAuthToken? = .pair(1),
        limit: RefreshLimit = RefreshLimit(),
        onSignOut: @escaping @Sendable (String) async -> Void = { _ in }
    ) -> (TokenSession, MemoryTokenStore) {
        let store = MemoryTokenStore(token.map { StoredToken(token: $0, partition: "anna") })
        let session = TokenSession(
            store: store,
            refresher: server.refresher,
            refreshLimit: limit,
            now: { [clock] in clock.now },
            onSignOut: onSignOut
        )
        return (session, store)
    }

    @Test("a hundred parallel refusals start one refresh")
    func singleFlight() async throws {
        let (session, store) = session()
        let old = try await session.credential()
        let responses = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<100 {
                group.addTask { try? await session.refused(old)?.value }
            }
            await until { await session.waiterCount == 100 }
            await server.response(.success(.pair(2)))
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses == Array(repeating: "access-2", count: 100))
        #expect(await server.spent == ["refresh-1"])
        #expect(try await store.load()?.token == .pair(2))
        #expect(await session.waiterCount == 0)
    }

    @Test("a late refusal of an already replaced token starts no refresh")
    func lateRefusal() async throws {
        let (session, _) = session()
        let old = try await session.credential()
        await server.response(.success(.pair(2)))
        let first = try await session.refused(old)
        let second = try await session.refused(old)
        #expect(first == second)
        #expect(await server.count == 1)
    }

    @Test("a refusal right after a refresh returns the 401 to the caller")
    func refusedTwice() async throws {
        let (session, _) = session()
        await server.response(.success(.pair(2)))
        let second = try #require(try await session.refused(try await session.credential()))
        #expect(try await session.refused(second) == nil)
        #expect(await server.count == 1)
    }

    @Test("the new pair is stored before any waiter continues")
    func storedFirst() async throws {
        let (session, store) = session()
        let old = try await session.credential()
        await server.response(.success(.pair(2)))
        let next = try await session.refused(old)
        #expect(try await store.load()?.token.accessToken == next?.value)
    }

    @Test("an unreachable server does not end the session", arguments: [nil, 408, 429, 500, 503])
    func unreachable(_ status: Int?) async throws {
        let (session, store) = session()
        let old = try await session.credential()
        await server.response(.failure(StatusError(status: status)))
        #expect(await failureCode { () throws(AuthenticationError) in try await session.refused(old) } == .unreachable)
        #expect(try await session.credential() == old)
        #expect(try await store.load()?.token == .pair(1))
        await server.response(.success(.pair(2)))
        #expect(try await session.refused(old)?.value == "access-2")
    }

    @Test(
        "a rejected refresh signs out; waiting calls get the cause, and the next one has no user",
        arguments: [400, 401, 403]
    )
    func rejected(_ status: Int) async throws {
        let cleared = LockedState<[String]>([])
        let (session, store) = session { partition in cleared.withLock { $0.append(partition) } }
        var events = session.events.makeAsyncIterator()
        let old = try await session.credential()
        await server.response(.failure(StatusError(status: status)))
        do {
            _ = try await session.refused(old)
            Issue.record("The refusal was swallowed.")
        } catch {
            #expect(error.code == .rejected)
            #expect(error.status == status)
        }
        #expect(await failureCode { () throws(AuthenticationError) in try await session.credential() } == .signedOut)
        #expect(await failureCode { () throws(AuthenticationError) in try await session.refused(old) } == .signedOut)
        #expect(try await store.load() == nil)
        #expect(cleared.withLock { $0 } == ["anna"])
        #expect(await events.next() == .signedOut(partition: "anna", reason: .rejected(status: status)))
    }

    @Test("a cancelled waiter stops at once while the refresh continues for the others")
    func cancelledWaiter() async throws {
        let (session, _) = session()
        let old = try await session.credential()
        let impatient = Task {
            await failureCode { () throws(AuthenticationError) in try await session.refused(old) }
        }
        await until { await session.waiterCount == 1 }
        let patient = Task { try await session.refused(old) }
        await until { await session.waiterCount == 2 }
        impatient.cancel()
        #expect(await impatient.value == .cancelled)
        #expect(await session.waiterCount == 1)
        await server.response(.success(.pair(2)))
        #expect(try await patient.value?.value == "access-2")
        #expect(await server.count == 1)
    }

    @Test("a refresh whose only waiter was cancelled still completes and is stored")
    func cancelledOnlyWaiter() async throws {
        let (session, store) = session()
        let old = try await session.credential()
        let waiter = Task { await failureCode { () throws(AuthenticationError) in try await session.refused(old) } }
        await until { await server.count == 1 }
        waiter.cancel()
        #expect(await waiter.value == .cancelled)
        await server.response(.success(.pair(2)))
        await until { (try? await store.load()?.token) == .pair(2) }
        await until { (try? await session.credential().value) == "access-2" }
    }

    @Test("a task that is already cancelled does not wait, and the refresh it started continues")
    func alreadyCancelled() async throws {
        let (session, _) = session()
        let old = try await session.credential()
        let task = Task {
            await until({ Task.isCancelled })
            return await failureCode { () throws(AuthenticationError) in try await session.refused(old) }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        await server.response(.success(.pair(2)))
        await until { (try? await session.credential().value) == "access-2" }
    }

    @Test("a refresh that ends after the sign-out is dropped, and its waiters fail at the sign-out")
    func lateAfterSignOut() async throws {
        let (session, store) = session()
        let old = try await session.credential()
        let waiter = Task { await failureCode { () throws(AuthenticationError) in try await session.refused(old) } }
        await until { await session.waiterCount == 1 }
        await until { await server.count == 1 }
        try await session.signOut()
        #expect(await waiter.value == .signedOut)
        await server.response(.success(.pair(2)))
        for _ in 0..<100 { await Task.yield() }
        #expect(try await store.load() == nil)
        #expect(await failureCode { () throws(AuthenticationError) in try await session.credential() } == .signedOut)
    }

    @Test("a refresh that ends after another sign-in is dropped, and the first user's call gets its 401")
    func lateAfterSignIn() async throws {
        let (session, store) = session()
        let old = try await session.credential()
        let waiter = Task { try await session.refused(old) }
        await until { await session.waiterCount == 1 }
        await until { await server.count == 1 }
        try await session.signIn(.pair(7), partition: "bert")
        #expect(try await waiter.value == nil)
        await server.response(.success(.pair(2)))
        for _ in 0..<100 { await Task.yield() }
        #expect(try await store.load() == StoredToken(token: .pair(7), partition: "bert"))
        #expect(try await session.credential().value == "access-7")
    }

    @Test("a second refresh uses the rotated refresh token")
    func rotation() async throws {
        let (session, _) = session()
        await server.response(.success(.pair(2)))
        await server.response(.success(.pair(3)))
        let second = try #require(try await session.refused(try await session.credential()))
        clock.advance(10)
        let third = try #require(try await session.refused(second))
        #expect(third.value == "access-3")
        #expect(third.version > second.version)
        #expect(third.partition == "anna")
        #expect(await server.spent == ["refresh-1", "refresh-2"])
    }

    @Test("a token response without a refresh token keeps the old one")
    func keepsRefreshToken() async throws {
        let (session, store) = session()
        await server.response(.success(OAuthToken(accessToken: "access-2")))
        _ = try await session.refused(try await session.credential())
        #expect(try await store.load()?.token == OAuthToken(accessToken: "access-2", refreshToken: "refresh-1"))
    }

    @Test("a token is refreshed a minute before it expires, once for all waiting calls")
    func refreshAhead() async throws {
        let (session, _) = session(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: clock.now))
        #expect(try await session.credential().value == "a")
        clock.advance(545)
        async let first = session.credential()
        async let second = session.credential()
        await until { await session.waiterCount == 2 }
        await server.response(.success(.pair(2)))
        #expect(try await [first.value, second.value] == ["access-2", "access-2"])
        #expect(await server.count == 1)
    }

    @Test("a token that is still valid is sent when the early refresh fails")
    func aheadButUnreachable() async throws {
        let (session, _) = session(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 600, now: clock.now))
        clock.advance(545)
        await server.response(.failure(StatusError(status: 503)))
        #expect(try await session.credential().value == "a")
        clock.advance(60)
        await server.response(.failure(StatusError(status: nil)))
        #expect(await failureCode { () throws(AuthenticationError) in try await session.credential() } == .unreachable)
    }

    @Test("a noted server time determines whether an expiration date has passed")
    func serverDate() async throws {
        let token = OAuthToken(accessToken: "a", refreshToken: "r", expiresAt: clock.now + 7200)
        let (session, _) = session(token)
        #expect(try await session.credential().value == "a")
        await session.noteServerDate(clock.now + 7200)
        await server.response(.success(.pair(2)))
        #expect(try await session.credential().value == "access-2")
    }

    @Test("refreshes in a loop are blocked without a sign-out and later allowed again")
    func loopWindow() async throws {
        let (session, _) = session(limit: RefreshLimit(count: 2, interval: .seconds(60)))
        for number in 2...4 { await server.response(.success(.pair(number))) }
        for _ in 0..<2 {
            _ = try await session.refused(try await session.credential())
            clock.advance(10)
        }
        let current = try await session.credential()
        let code = await failureCode { () throws(AuthenticationError) in try await session.refused(current) }
        #expect(code == .tooManyRefreshes)
        #expect(try await session.credential() == current)
        clock.advance(60)
        #expect(try await session.refused(current)?.value == "access-4")
    }

    @Test("an explicit refresh replaces a token that was not refused")
    func demanded() async throws {
        let (session, _) = session()
        await server.response(.success(.pair(2)))
        #expect(try await session.refresh().value == "access-2")
    }

    @Test("the owner is known without a refresh, even after the token has expired")
    func partition() async throws {
        let (session, _) = session(OAuthToken(accessToken: "a", refreshToken: "r", expiresIn: 1, now: clock.now))
        clock.advance(100)
        #expect(await session.partition() == "anna")
        #expect(try await session.current()?.token.accessToken == "a")
        #expect(await server.count == 0)
    }

    @Test("descriptions of sessions and tokens contain no secrets")
    func redaction() async throws {
        let (session, _) = session()
        let credential = try await session.credential()
        var text = "\(credential) \(OAuthToken.pair(1))"
        text += String(reflecting: credential) + String(reflecting: OAuthToken.pair(1))
        dump(credential, to: &text)
        dump(StoredToken(token: .pair(1), partition: "anna"), to: &text)
        text += "\(AuthenticationError.rejected(status: 400)) \(StaticCredential("access-1"))"
        #expect(!text.contains("access-1"))
        #expect(!text.contains("refresh-1"))
    }
}
