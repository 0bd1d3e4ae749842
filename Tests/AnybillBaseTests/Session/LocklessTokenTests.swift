import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// The locks of a folder exclude two contexts of one process from each other in the same way as two processes.
@Suite("Token stores without locks", .timeLimit(.minutes(1)))
@MainActor
struct LocklessTokenTests {
    private let folder = TemporaryFolder()
    private let keychain = LocklessTokenStore.Keychain()
    private let service = AccountService(["jo": [makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)]])

    private func bench(_ store: LocklessTokenStore? = nil) -> Bench {
        Bench(service.transport, storage: folder.location, tokenStore: store ?? LocklessTokenStore(keychain))
    }

    private func logIn(_ bench: Bench) async throws {
        try await bench.auth.loginTokenUser(tokenUser: await service.tokens(of: "jo"))
    }

    @Test("two contexts renew one after the other, and the second uses the tokens of the first")
    func renewals() async throws {
        let (app, other) = (bench(), bench())
        try await logIn(app)
        try await other.receipts.initiateReceiptQuery()
        await service.expireAll()
        await service.holdRenewals()
        let first = Task { try await app.receipts.initiateReceiptQuery() }
        let second = Task { try await other.receipts.initiateReceiptQuery() }
        await service.waitForRenewals(1)
        for _ in 0..<500 { await Task.yield() }
        await service.releaseRenewals()
        _ = try await (first.value, second.value)
        #expect(await service.renewals == 1)
        #expect(app.shown == ["a", "b"] && other.shown == ["a", "b"])
    }

    @Test("a context that adopts a login does not write back tokens that the other one has renewed since")
    func adoption() async throws {
        let store = LocklessTokenStore(keychain)
        let (app, other) = (bench(), bench(store))
        #expect(await failure { try await other.receipts.initiateReceiptQuery() }?.type == .noUserError)
        try await logIn(app)
        await service.expireAll()
        store.afterNextLoad { [app] in _ = try? await app.receipts.initiateReceiptQuery() }
        try await other.receipts.initiateReceiptQuery()
        await service.expireAll()
        try await app.receipts.initiateReceiptQuery()
        try await other.receipts.initiateReceiptQuery()
        #expect(await service.reuses == 0)
        #expect(other.shown == ["a", "b"] && app.shown == ["a", "b"])
    }

    @Test("a process that sees no tokens shows no list, and ends no login of another process")
    func noAccess() async throws {
        let app = bench()
        try await logIn(app)
        try await app.receipts.initiateReceiptQuery()
        let blind = bench(LocklessTokenStore())
        for _ in 0..<2 {
            #expect(await failure { try await blind.receipts.initiateReceiptQuery() }?.type == .noUserError)
            #expect(await failure { try await blind.auth.logoutUser() }?.type == .noUserError)
            #expect(blind.shown.isEmpty)
        }
        #expect(try await app.receipts.getReceipts().receipts.count == 2)
        let next = bench()
        await next.receipts.waitUntilLoaded()
        #expect(next.shown == ["a", "b"])
        try await next.receipts.initiateReceiptQuery()
    }

    @Test("a process that sees foreign tokens deletes only those, and ends no login of another process")
    func foreignTokens() async throws {
        let app = bench()
        try await logIn(app)
        try await app.receipts.initiateReceiptQuery()
        let foreign = LocklessTokenStore()
        try await foreign.save(StoredToken(token: OAuthToken(accessToken: "x"), partition: UUID().uuidString))
        let other = bench(foreign)
        #expect(await failure { try await other.receipts.initiateReceiptQuery() }?.type == .noUserError)
        #expect(try await foreign.load() == nil)
        #expect(try await bench().receipts.getReceipts().receipts.count == 2)
    }

    @Test("tokens that vanish end the session of a process, and delete no data while the marker names the login")
    func vanishedTokens() async throws {
        let (app, other) = (bench(), bench())
        try await logIn(app)
        try await app.receipts.initiateReceiptQuery()
        try await other.receipts.initiateReceiptQuery()
        let entry = try #require(try await LocklessTokenStore(keychain).load())
        keychain.entry.withLock { $0 = nil }
        await service.expireAll()
        #expect(await failure { try await other.receipts.initiateReceiptQuery() }?.type == .noUserError)
        #expect(other.shown.isEmpty)
        keychain.entry.withLock { $0 = entry }
        try await other.receipts.initiateReceiptQuery()
        #expect(other.shown == ["a", "b"])
    }

    @Test("a refused renewal removes the marker before the tokens, so that a kill in between ends the login")
    func refusal() async throws {
        let app = bench()
        try await logIn(app)
        try await app.receipts.initiateReceiptQuery()
        let store = LocklessTokenStore(keychain)
        store.setFailing(true)
        let killed = bench(store)
        await service.revoke("jo")
        // The tokens cannot be deleted, as if the process had been killed before that step.
        let error = await failure { try await killed.receipts.initiateReceiptQuery() }
        #expect(error?.type == .invalidRefreshTokenError)
        #expect(try UserStorage(folder.location).marker?.read() == nil)
        let next = bench()
        #expect(await failure { try await next.receipts.initiateReceiptQuery() }?.type == .noUserError)
        #expect(next.shown.isEmpty)
        #expect(keychain.entry.withLock { $0 } == nil)
    }
}
