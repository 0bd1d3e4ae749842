import Foundation
import SeededTesting
import Testing

@testable import APIRuntime

@Suite("Races between a session and its store", .timeLimit(.minutes(1)))
struct SessionRacesTests {
    private let server = RefreshServer()
    private let anna = StoredToken(token: .pair(1), partition: "anna")

    private func session(_ store: any TokenStore) -> TokenSession {
        let clock = TestDate()
        return TokenSession(store: store, refresher: server.refresher, now: { clock.now })
    }

    @Test("a new pair that cannot be stored is used, and the store keeps the whole old pair")
    func saveFails() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        var events = session.events.makeAsyncIterator()
        let old = try await session.credential()
        await store.fail([.replace])
        await server.response(.success(.pair(2)))
        #expect(try await session.refused(old)?.value == "access-2")
        #expect(await store.entry == anna)
        #expect(try await session.current()?.token == .pair(2))
        #expect(await events.next() == .refreshed(partition: "anna"))
        #expect(await events.next() == .notStored(partition: "anna"))
    }

    @Test("after a failed save, the next refresh uses the new token and stores its pair")
    func saveFailsOnce() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.fail([.replace])
        await server.response(.success(.pair(2)))
        _ = try await session.refused(old)
        await store.fail([])
        await server.response(.success(.pair(3)))
        #expect(try await session.refresh().value == "access-3")
        #expect(await server.spent == ["refresh-1", "refresh-2"])
        #expect(await store.entry?.token == .pair(3))
    }

    @Test("a launch after a crash between refresh and save uses the old pair and signs out if it is spent")
    func crashBetween() async throws {
        let store = ScriptedStore(anna)
        let first = session(store)
        let old = try await first.credential()
        await store.hold(.replace)
        await server.response(.success(.pair(2)))
        let waiter = Task { try await first.refused(old) }
        await until { await store.reached.contains(.replace) }
        #expect(await store.entry == anna)

        let second = session(ScriptedStore(await store.entry))
        let again = try await second.credential()
        #expect(again.value == "access-1")
        await server.response(.failure(StatusError(status: 400)))
        #expect(await failureCode { () throws(AuthenticationError) in try await second.refused(again) } == .rejected)
        #expect(await second.partition() == nil)
        await store.letGo()
        #expect(try await waiter.value?.value == "access-2")
    }

    @Test("a sign-in during the write of a renewal stays, also in a store that compares and writes in two steps")
    func signInDuringWrite() async throws {
        let store = PlainStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.holdNextSave()
        await server.response(.success(.pair(2)))
        let waiter = Task { try await session.refused(old) }
        await until { await store.isHolding }
        let signIn = Task { try await session.signIn(.pair(9), partition: "bert") }
        for _ in 0..<100 { await Task.yield() }
        await store.letGo()
        try await signIn.value
        _ = try? await waiter.value
        #expect(await store.entry?.partition == "bert")
        #expect(try await session.current()?.token == .pair(9))
    }

    @Test("a sign-out leaves the entry of a user who has signed in with another session of the store")
    func signOutOfFormer() async throws {
        let store = ScriptedStore(anna)
        let (first, second) = (session(store), session(store))
        try await first.signIn(.pair(1), partition: "anna")
        _ = try await second.credential()
        try await first.signOut()
        try await first.signIn(.pair(9), partition: "bert")
        try await second.signOut()
        #expect(await store.entry?.partition == "bert")
        try await first.signOut()
        #expect(await store.entry == nil)
    }

    @Test("waiters continue only when the new pair is stored")
    func waitersAfterStore() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.hold(.replace)
        await server.response(.success(.pair(2)))
        let waiter = Task { try await session.refused(old) }
        await until { await store.reached.contains(.replace) }
        #expect(await session.waiterCount == 1)
        #expect(try await session.credential() == old)
        await store.letGo()
        #expect(try await waiter.value?.value == "access-2")
    }

    @Test("an unreadable store fails the call, and the next call reads it again")
    func loadFails() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        await store.fail([.load])
        #expect(await failureCode { () throws(AuthenticationError) in try await session.credential() } == .storage)
        await store.fail([])
        #expect(try await session.credential().value == "access-1")
    }

    @Test("an unreadable store during a refresh keeps the session")
    func loadFailsAtRenewal() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.fail([.load])
        #expect(await failureCode { () throws(AuthenticationError) in try await session.refused(old) } == .storage)
        #expect(await server.count == 0)
        #expect(try await session.credential() == old)
    }

    @Test("a sign-in that cannot be stored changes nothing")
    func signInFails() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        await store.fail([.save])
        let code = await failureCode { () throws(AuthenticationError) in
            try await session.signIn(.pair(7), partition: "bert")
        }
        #expect(code == .storage)
        await store.fail([])
        #expect(try await session.credential().partition == "anna")
    }

    @Test("a sign-out during a sign-in wins and leaves no token in memory or in the store")
    func signOutDuringSignIn() async throws {
        let store = ScriptedStore(nil)
        let session = session(store)
        await store.hold(.save)
        let signIn = Task {
            await failureCode { () throws(AuthenticationError) in try await session.signIn(.pair(7), partition: "bert")
            }
        }
        await until { await store.reached.contains(.save) }
        let signOut = Task { try await session.signOut() }
        await until { await session.signOuts == 1 }
        await store.letGo()
        #expect(await signIn.value == .signedOut)
        try await signOut.value
        #expect(await store.entry == nil)
        #expect(await session.partition() == nil)
    }

    @Test("a sign-out during the sign-in of another user wins, even if the store fails after it has written")
    func signOutDuringSecondSignIn() async throws {
        for fails in [false, true] {
            let store = RandomStore(seed: 0)
            let session = session(store)
            try await session.signIn(.pair(1), partition: "anna")
            await store.hold(failing: fails)
            let signIn = Task {
                await failureCode { () throws(AuthenticationError) in
                    try await session.signIn(.pair(9), partition: "bert")
                }
            }
            await until { await store.isHolding }
            let signOut = Task { try await session.signOut() }
            await until { await session.signOuts == 1 }
            await store.letGo()
            #expect(await signIn.value == (fails ? .storage : .signedOut))
            try await signOut.value
            #expect(await store.entry == nil)
            #expect(await session.partition() == nil)
        }
    }

    @Test("whatever the order of sign-ins and sign-outs, memory and store agree at the end", arguments: 0..<200)
    func randomOrder(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let store = RandomStore(seed: seed, failures: seed % 2 == 0 ? 0 : 0.2)
        let session = session(store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                let isSignOut = Int.random(in: 0..<3, using: &random) == 0
                group.addTask {
                    if isSignOut {
                        try? await session.signOut()
                    } else {
                        try? await session.signIn(.pair(number), partition: "user-\(number)")
                    }
                }
                for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
            }
            try await group.waitForAll()
        }
        if seed % 2 == 0 {
            #expect(await session.partition() == store.entry?.partition)
        }
        await store.succeed()
        try await session.signOut()
        #expect(await store.entry == nil)
    }

    @Test("the later of two sign-ins wins, in memory and in the store")
    func twoSignIns() async throws {
        let store = ScriptedStore(nil)
        let session = session(store)
        await store.hold(.save)
        let first = Task { try await session.signIn(.pair(5), partition: "anna") }
        await until { await store.reached == [.load, .save] }
        let second = Task { try await session.signIn(.pair(6), partition: "bert") }
        for _ in 0..<50 { await Task.yield() }
        #expect(await store.reached == [.load, .save])
        await store.letGo()
        try await first.value
        try await second.value
        #expect(try await session.credential().value == "access-6")
        #expect(await store.entry?.partition == "bert")
    }

    @Test("a sign-out that cannot clear the store reports it and still ends the session")
    func removeFails() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        _ = try await session.credential()
        await store.fail([.remove])
        #expect(await failureCode { () throws(AuthenticationError) in try await session.signOut() } == .storage)
        #expect(await failureCode { () throws(AuthenticationError) in try await session.credential() } == .signedOut)
    }

    @Test("a sign-out during the write of a renewal ends all calls at once, and clears the store after that write")
    func lateWriteOverSignOut() async throws {
        let store = PlainStore(anna)
        let session = session(store)
        let old = try await session.credential()
        await store.holdNextSave()
        await server.response(.success(.pair(2)))
        let waiter = Task { await failureCode { () throws(AuthenticationError) in try await session.refused(old) } }
        await until { await store.isHolding }
        let signOut = Task { try await session.signOut() }
        #expect(await waiter.value == .signedOut)
        await store.letGo()
        try await signOut.value
        #expect(await store.saves == 1)
        #expect(await store.entry == nil)
    }

    @Test("two sessions with one store refresh once: the second uses the pair of the first")
    func sharedStore() async throws {
        let store = MemoryTokenStore(anna)
        let (first, second) = (session(store), session(store))
        let (mine, theirs) = (try await first.credential(), try await second.credential())
        await server.response(.success(.pair(2)))
        #expect(try await first.refused(mine)?.value == "access-2")
        #expect(try await second.refused(theirs)?.value == "access-2")
        #expect(await server.count == 1)
    }

    @Test("a sign-out in another process ends the session at its next refresh")
    func signedOutElsewhere() async throws {
        let store = MemoryTokenStore(anna)
        let session = session(store)
        var events = session.events.makeAsyncIterator()
        let old = try await session.credential()
        try await store.remove()
        #expect(await failureCode { () throws(AuthenticationError) in try await session.refused(old) } == .signedOut)
        #expect(await events.next() == .signedOut(partition: "anna", reason: .elsewhere))
        #expect(await server.count == 0)
    }

    @Test("a sign-out after that of another process does not delete a later sign-in of that process")
    func signedInElsewhere() async throws {
        let store = ReplacedStore()
        let session = session(store)
        try await session.signIn(.pair(1), partition: "anna")
        store.other.withLock { $0 = StoredToken(token: .pair(2), partition: "bert", generation: "other") }
        try await session.signOut()
        #expect(try await store.load()?.partition == "bert")
    }

    @Test("two sessions over one store in memory use no refresh token twice")
    func parallelRenewals() async throws {
        let store = MemoryTokenStore(anna)
        let sessions = [session(store), session(store)]
        for session in sessions { _ = try await session.credential() }
        async let first = sessions[0].refresh()
        async let second = sessions[1].refresh()
        await until { await server.count == 1 }
        for _ in 0..<1000 { await Task.yield() }
        #expect(await server.count == 1)
        await server.response(.success(.pair(2)))
        let values = try await [first.value, second.value]
        #expect(values == ["access-2", "access-2"])
        #expect(await server.spent == ["refresh-1"])
    }

    @Test("a renewal that is cancelled while it waits for the store leaves it to the others")
    func cancelledTurn() async throws {
        let store = MemoryTokenStore(anna)
        let gate = AsyncStream<Void>.makeStream()
        let isHeld = LockedState(false)
        let holder = Task {
            try await store.exclusively {
                isHeld.withLock { $0 = true }
                for await _ in gate.stream {}
            }
        }
        await until { isHeld.withLock { $0 } }
        let waiter = Task { try await store.exclusively {} }
        for _ in 0..<100 { await Task.yield() }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        gate.continuation.finish()
        try await holder.value
        #expect(try await store.exclusively { true })
    }

    @Test("a sign-in after a sign-out of an unread store stays signed in")
    func signInAfterColdSignOut() async throws {
        let store = ScriptedStore(anna)
        let session = session(store)
        var events = session.events.makeAsyncIterator()
        await store.hold(.load)
        let signOut = Task { try await session.signOut() }
        await until { await store.reached == [.load] }
        let signIn = Task { try await session.signIn(.pair(7), partition: "bert") }
        for _ in 0..<1000 { await Task.yield() }
        await store.letGo()
        try await signOut.value
        try await signIn.value
        #expect(await store.entry?.token == .pair(7))
        #expect(try await session.credential().value == "access-7")
        #expect(await events.next() == .signedOut(partition: "anna", reason: .requested))
        #expect(await events.next() == .signedIn(partition: "bert"))
    }
}

/// A store whose entry another process deletes, and replaces as soon as this one has looked.
private final class ReplacedStore: TokenStore {
    let other = LockedState<StoredToken?>(nil)
    private let entry = LockedState<StoredToken?>(nil)

    func load() async throws -> StoredToken? {
        guard let next = other.withLock({ $0.take() }) else { return entry.withLock(\.self) }
        entry.withLock { $0 = next }
        return nil
    }

    func save(_ entry: StoredToken) async throws { self.entry.withLock { $0 = entry } }

    func remove() async throws { entry.withLock { $0 = nil } }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        entry.withLock { entry in
            guard entry == current else { return false }
            entry = next
            return true
        }
    }

    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await body()
    }
}
