import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

@Suite("Interrupted sessions", .timeLimit(.minutes(1)))
@MainActor
struct InterruptedSessionTests {
    private let entry = StoredToken(
        token: OAuthToken(accessToken: "a", refreshToken: "r"),
        partition: UUID().uuidString
    )

    @Test("tokens without a completed login are deleted at the start")
    func tokensOnly() async throws {
        let folder = TemporaryFolder()
        let store = MemoryTokenStore(entry)
        let bench = Bench(storage: folder.location, tokenStore: store)
        #expect(await failure { try await bench.auth.getUserInfo() }?.type == .noUserError)
        #expect(try await store.load() == nil)
    }

    @Test("stored data without visible tokens is not shown, and stays for a process that sees them")
    func storeOnly() async throws {
        let folder = TemporaryFolder()
        let before = try await Bench.loggedIn([.page([makeReceipt("a")], total: 1)], storage: folder.location)
        try await before.receipts.initiateReceiptQuery()
        let after = Bench(storage: folder.location, tokenStore: MemoryTokenStore())
        #expect(await failure { try await after.auth.getUserInfo() }?.type == .noUserError)
        #expect(after.shown.isEmpty)
        #expect(Bench(storage: folder.location, tokenStore: MemoryTokenStore()).shown.isEmpty)
    }

    @Test("a logout that is killed after its first step completes at the next start")
    func killedLogout() async throws {
        let folder = TemporaryFolder()
        let before = try await Bench.loggedIn([.page([makeReceipt("a")], total: 1)], storage: folder.location)
        try await before.receipts.initiateReceiptQuery()
        try before.context.storage.beginLogout(of: before.context.storage.active?.partition)
        let after = Bench(storage: folder.location)
        #expect(after.shown.isEmpty)
        #expect(await failure { try await after.auth.getUserInfo() }?.type == .noUserError)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("users").path).isEmpty
        )
    }

    @Test("a login marker that cannot be deleted is reported, and the logout goes on")
    func keptMarker() async throws {
        let folder = TemporaryFolder()
        let bench = try await Bench.loggedIn([], storage: folder.location)
        let marker = folder.url.appendingPathComponent("login")
        try FileManager.default.removeItem(at: marker)
        // A folder can be neither deleted as a file nor emptied.
        try FileManager.default.createDirectory(at: marker, withIntermediateDirectories: false)
        await #expect(throws: (any Error).self) { try await bench.context.logOut(bench.context.nextLoginNumber()) }
        #expect(await bench.context.session.partition() == nil)
        try FileManager.default.removeItem(at: marker)
    }

    @Test("a login that is killed before its last step leaves no user logged in")
    func killedLogin() async throws {
        let folder = TemporaryFolder()
        let first = try await Bench.loggedIn([.page([makeReceipt("a")], total: 1)], storage: folder.location)
        try await first.receipts.initiateReceiptQuery()
        // The second user's tokens are stored, but the marker still names the first user's login.
        let tokens = FileTokenStore(url: folder.url.appendingPathComponent("token"))
        try await tokens.save(entry)
        let after = Bench(storage: folder.location)
        #expect(await failure { try await after.auth.getUserInfo() }?.type == .noUserError)
        #expect(after.shown.isEmpty)
        #expect(try await tokens.load() == nil)
    }

    @Test("an empty database replaces a damaged one, and the user stays logged in")
    func damagedDatabase() async throws {
        let folder = TemporaryFolder()
        let before = try await Bench.loggedIn([.page([makeReceipt("a")], total: 1)], storage: folder.location)
        try await before.receipts.initiateReceiptQuery()
        let store = try #require(before.context.storage.current)
        store.close()
        let file = folder.url.appendingPathComponent("users/\(store.partition)/receipts.sqlite")
        try Data(repeating: 0x5a, count: 8192).write(to: file)
        let after = Bench(ScriptedTransport([.page([makeReceipt("b")], total: 1)]), storage: folder.location)
        #expect(after.shown.isEmpty)
        try await after.receipts.initiateReceiptQuery()
        #expect(after.shown == ["b"])
    }

    @Test("a token store that is temporarily unreadable loses no data")
    func lockedStore() async throws {
        let folder = TemporaryFolder()
        let before = try await Bench.loggedIn([.page([makeReceipt("a")], total: 1)], storage: folder.location)
        try await before.receipts.initiateReceiptQuery()
        let after = Bench(storage: folder.location, tokenStore: LockedStore())
        #expect(await failure { try await after.auth.getUserInfo() }?.type == .unknown)
        await after.receipts.waitUntilLoaded()
        #expect(after.shown == ["a"])
    }
}

/// A store that behaves like a Keychain before the first unlock.
private struct LockedStore: TokenStore {
    struct Locked: Error {}

    func load() async throws -> StoredToken? { throw Locked() }
    func save(_ entry: StoredToken) async throws { throw Locked() }
    func remove() async throws { throw Locked() }
}
