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

    func isDamaged() async throws -> Bool { try await inner.isDamaged() }

    func exchange(_ current: StoredToken, for next: StoredToken?) async throws -> Bool {
        try write()
        return try await inner.exchange(current, for: next)
    }

    func removeDamagedEntry() async throws { try await inner.removeDamagedEntry() }

    private func write() throws {
        if isFull.withLock({ $0 }) { throw FileFailure("write", code: 28) }
    }
}
