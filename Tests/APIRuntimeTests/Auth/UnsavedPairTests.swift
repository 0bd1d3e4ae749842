import Foundation
import Testing

@testable import APIRuntime

@Suite("Pairs that could not be stored", .timeLimit(.minutes(1)))
struct UnsavedPairTests {
    private let server = RefreshServer()
    private let anna = StoredToken(token: .pair(1), partition: "anna")

    private func session(_ store: any TokenStore) -> TokenSession {
        let clock = TestDate()
        return TokenSession(store: store, refresher: server.refresher, now: { clock.now })
    }

    @Test("a pair that could not be stored is stored before the next credential is returned")
    func savedLater() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.fail([.replace])
        await server.response(.success(.pair(2)))
        _ = try await session.refused(old)
        await store.fail([])
        #expect(try await session.credential().value == "access-2")
        #expect(await store.entry?.token == .pair(2))
        let restarted = self.session(store)
        await server.response(.success(.pair(3)))
        #expect(try await restarted.refresh().value == "access-3")
        // The first session takes over the pair of the restarted one.
        #expect(try await session.refresh().value == "access-3")
        #expect(await server.spent == ["refresh-1", "refresh-2"])
    }

    @Test("a response also lets the session store its pair again, at most once in 10 seconds")
    func savedRarely() async throws {
        let store = ScriptedStore(anna)
        let date = TestDate()
        let session = TokenSession(store: store, refresher: server.refresher, now: { date.now })
        let old = try await session.credential()
        await store.fail([.replace])
        await server.response(.success(.pair(2)))
        _ = try await session.refused(old)
        for _ in 0..<5 { _ = try await session.credential() }
        #expect(await store.reached.count(where: { $0 == .replace }) == 2)
        let credential = try await session.credential()
        await store.fail([])
        date.advance(9)
        await session.noteResponse(to: credential, status: 200, serverDate: nil)
        #expect(await store.reached.count(where: { $0 == .replace }) == 2)
        date.advance(1)
        await session.noteResponse(to: credential, status: 200, serverDate: nil)
        await until { await store.entry?.token == .pair(2) }
        date.advance(10)
        _ = try await session.credential()
        #expect(await store.reached.count(where: { $0 == .replace }) == 3)
    }

    @Test("a renewal waits for the storing of the pair that it renews", arguments: [false, true])
    func renewedWhileSaving(_ fails: Bool) async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.fail([.replace])
        await server.response(.success(.pair(2)))
        _ = try await session.refused(old)
        await store.fail([])
        await store.hold(.replace)
        let waiting = Task { try await session.credential() }
        await until { await store.reached.count(where: { $0 == .replace }) == 2 }
        let renewal = Task { try await session.refresh() }
        await until { await session.waiterCount == 1 }
        // The renewal does not start before the pair is stored.
        for _ in 0..<200 { await Task.yield() }
        #expect(await server.count == 1)
        await server.response(.success(.pair(3)))
        await store.letGo(failing: fails)
        _ = try await waiting.value
        #expect(try await renewal.value.value == "access-3")
        await store.fail([])
        await server.response(.success(.pair(4)))
        #expect(try await session.refresh().value == "access-4")
        #expect(await server.spent == ["refresh-1", "refresh-2", "refresh-3"])
        #expect(await store.entry?.token == .pair(4))
    }

    @Test("a sign-out while a pair is stored again leaves no token in the store")
    func signedOutWhileSaving() async throws {
        let store = PlainStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.failNextSave()
        await server.response(.success(.pair(2)))
        _ = try await session.refused(old)
        await store.holdNextSave()
        let waiting = Task { try await session.credential() }
        await until { await store.isHolding }
        let end = Task { try await session.signOut() }
        await until { await session.owner() == nil }
        await store.letGo()
        try await end.value
        _ = try? await waiting.value
        #expect(await store.entry == nil)
    }
}
