import FileSupport
import Foundation
import SeededTesting
import Testing

@testable import APIRuntime

@Suite("Entries that are damaged or refused", .timeLimit(.minutes(1)))
final class DamagedEntryTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(UUID().uuidString)")
    private let server = RefreshServer()
    private let anna = StoredToken(token: .pair(1), partition: "anna")

    private var file: URL { folder.appendingPathComponent("session.json") }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func session(_ store: any TokenStore, _ date: TestDate = TestDate()) -> TokenSession {
        TokenSession(store: store, refresher: server.refresher, now: { date.now })
    }

    @Test("a session whose file is damaged between two renewals continues", arguments: ["", "{", "{}"])
    func damagedBetweenRenewals(_ text: String) async throws {
        let store = FileTokenStore(url: file)
        try await store.save(anna)
        let session = session(store)
        await server.response(.success(.pair(2)))
        #expect(try await session.refresh().value == "access-2")
        try Data(text.utf8).write(to: file)
        await server.response(.success(.pair(3)))
        #expect(try await session.refresh().value == "access-3")
        #expect(try await store.load()?.token == .pair(3))
        #expect(await server.spent == ["refresh-1", "refresh-2"])
    }

    @Test("a refusal ends the session of a damaged file, and leaves no entry")
    func damagedAndRefused() async throws {
        let store = FileTokenStore(url: file)
        try await store.save(anna)
        let session = session(store)
        _ = try await session.credential()
        try Data("{".utf8).write(to: file)
        await server.response(.failure(StatusError(status: 400)))
        let code = await failureCode { () throws(AuthenticationError) in try await session.refresh() }
        #expect(code == .rejected)
        #expect(try await store.load() == nil)
    }

    @Test("a sign-out deletes a damaged file, and keeps the entry of another process")
    func signOut() async throws {
        let store = FileTokenStore(url: file)
        let session = session(store)
        try await session.signIn(.pair(1), partition: "anna")
        try Data("{".utf8).write(to: file)
        try await session.signOut()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try await store.save(anna)
        try await store.removeDamagedEntry()
        #expect(try await store.load() == anna)
        try Data("{".utf8).write(to: file)
        try await store.removeDamagedEntry()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("a pair that could not be stored outlives the refusal of the former one in another process")
    func refusedElsewhere() async throws {
        try await FileTokenStore(url: file).save(anna)
        let store = FullStore(url: file)
        let (first, second) = (session(store), session(FileTokenStore(url: file)))
        _ = try await (first.credential(), second.credential())
        store.isFull.withLock { $0 = true }
        await server.response(.success(.pair(2)))
        #expect(try await first.refresh().value == "access-2")
        await server.response(.failure(StatusError(status: 400)))
        let code = await failureCode { () throws(AuthenticationError) in try await second.refresh() }
        #expect(code == .rejected)
        store.isFull.withLock { $0 = false }
        #expect(try await first.credential().value == "access-2")
        #expect(try await store.load()?.token == .pair(2))
        await server.response(.success(.pair(3)))
        #expect(try await first.refresh().value == "access-3")
    }

    @Test("a sign-out in another process ends a session whose pair could not be stored")
    func signedOutElsewhere() async throws {
        try await FileTokenStore(url: file).save(anna)
        let store = FullStore(url: file)
        let (first, second) = (session(store), session(FileTokenStore(url: file)))
        _ = try await (first.credential(), second.credential())
        store.isFull.withLock { $0 = true }
        await server.response(.success(.pair(2)))
        #expect(try await first.refresh().value == "access-2")
        try await second.signOut()
        store.isFull.withLock { $0 = false }
        let code = await failureCode { () throws(AuthenticationError) in try await first.refresh() }
        #expect(code == .signedOut)
        #expect(try await store.load() == nil)
    }

    @Test(
        "a session that another process has signed out does not return after the refusal of a later session",
        arguments: ["bert", "anna"]
    )
    func refusedLater(_ next: String) async throws {
        let store = FileTokenStore(url: file)
        let (first, second) = (session(store), session(store))
        try await first.signIn(.pair(1), partition: "anna")
        let entry = try #require(try await second.current())
        try await first.signOut()
        try await first.signIn(.pair(5), partition: next)
        await server.response(.failure(StatusError(status: 400)))
        #expect(await failureCode { () throws(AuthenticationError) in try await first.refresh() } == .rejected)
        let renewed = StoredToken(token: .pair(2), partition: "anna", generation: entry.generation)
        #expect(try await !store.exchange(entry, for: renewed))
        await server.response(.success(.pair(2)))
        #expect(await failureCode { () throws(AuthenticationError) in try await second.refresh() } == .signedOut)
        #expect(await server.spent == ["refresh-5"])
        #expect(try await session(store).current() == nil)
        try await first.signOut()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("no session returns after its sign-out, whatever sign-ins, refusals and restarts follow", arguments: 0..<20)
    func severalUsers(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let date = TestDate()
        let valid = LockedState<[Int]>([])
        let refresher = TokenRefresher { token in
            try valid.withLock { valid in
                guard let index = valid.firstIndex(where: { .pair($0) == token }) else {
                    throw StatusError(status: 400)
                }
                valid[index] += 1
                return .pair(valid[index])
            }
        }
        let store = FullStore(url: file)
        let start = { TokenSession(store: store, refresher: refresher, now: { date.now }) }
        var sessions = [start(), start()]
        var (users, signedOut) = (0, Set<String>())
        for step in 0..<60 {
            date.advance(100)
            let index = Int.random(in: 0...1, using: &random)
            let event = Int.random(in: 0..<8, using: &random)
            let isFull = event != 0 && Bool.random(using: &random)
            store.isFull.withLock { $0 = isFull }
            switch event {
            case 0:
                if let partition = await sessions[index].partition() {
                    try await sessions[index].signOut()
                    signedOut.insert(partition)
                }
                users += 1
                let number = users * 1000
                valid.withLock { $0.append(number) }
                try await sessions[index].signIn(.pair(number), partition: "user-\(users)")
            case 1, 2:
                let token = try await sessions[index].current()?.token
                valid.withLock { $0.removeAll { .pair($0) == token } }
                _ = try? await sessions[index].refresh()
            case 3: sessions[index] = start()
            case 4: _ = try? await sessions[index].credential()
            default: _ = try? await sessions[index].refresh()
            }
            let stored = try await store.load()?.partition
            #expect(stored.map(signedOut.contains) != true, "step \(step)")
        }
    }

    @Test("the session with the newest pair continues, whatever writes fail", arguments: 0..<20)
    func failingWrites(_ seed: UInt64) async throws {
        try await FileTokenStore(url: file).save(anna)
        var random = SeededRandom(seed: seed)
        let date = TestDate()
        let newest = LockedState(1)
        let refresher = TokenRefresher { token in
            try newest.withLock { newest in
                guard token == .pair(newest) else { throw StatusError(status: 400) }
                newest += 1
                return .pair(newest)
            }
        }
        let store = FullStore(url: file)
        let start = { TokenSession(store: store, refresher: refresher, now: { date.now }) }
        var sessions = [start(), start()]
        var holder: Int?
        for step in 0..<40 {
            date.advance(100)
            store.isFull.withLock { $0 = Bool.random(using: &random) }
            let index = Int.random(in: 0...1, using: &random)
            let before = newest.withLock { $0 }
            if Bool.random(using: &random) {
                _ = try? await sessions[index].refresh()
            } else {
                _ = try? await sessions[index].credential()
            }
            if newest.withLock({ $0 }) > before { holder = index }
            if let holder { #expect(try await sessions[holder].current() != nil, "step \(step)") }
            // The other process restarts.
            if index != holder { sessions[index] = start() }
        }
        #expect(holder != nil)
    }
}

/// A store of a file on a disk that may be full.
private struct FullStore: DamageableTokenStore {
    let isFull = LockedState(false)
    private let inner: FileTokenStore

    init(url: URL) { inner = FileTokenStore(url: url) }

    func load() async throws -> StoredToken? { try await inner.load() }

    func save(_ entry: StoredToken) async throws {
        try write()
        try await inner.save(entry)
    }

    func remove() async throws { try await inner.remove() }

    func replace(_ current: StoredToken, with next: StoredToken?) async throws -> Bool {
        try write()
        return try await inner.replace(current, with: next)
    }

    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await inner.exclusively(body)
    }

    func isDamaged(for entry: StoredToken) async throws -> Bool { try await inner.isDamaged(for: entry) }

    func exchange(_ current: StoredToken, for next: StoredToken?) async throws -> Bool {
        try write()
        return try await inner.exchange(current, for: next)
    }

    func removeDamagedEntry() async throws { try await inner.removeDamagedEntry() }

    private func write() throws {
        if isFull.withLock({ $0 }) { throw FileFailure("write", code: 28) }
    }
}
