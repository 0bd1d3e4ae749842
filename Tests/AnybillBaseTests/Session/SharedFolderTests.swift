import APIRuntime
import APIStorage
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// An app and its extension, or two contexts of one process, use the same folder.
@Suite("Shared folders", .timeLimit(.minutes(1)))
@MainActor
struct SharedFolderTests {
    private let folder = TemporaryFolder()

    private func bench(_ service: HeldService) -> Bench {
        Bench(ScriptedTransport { await service.response(to: $0) }, storage: folder.location)
    }

    private var service: HeldService {
        HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])
    }

    @Test("a context adopts the login and the logout that another one has made")
    func adoption() async throws {
        let service = service
        let (app, other) = (bench(service), bench(service))
        #expect(await failure { try await other.receipts.initiateReceiptQuery() }?.type == .noUserError)
        try await app.logIn("one")
        try await other.receipts.initiateReceiptQuery()
        #expect(other.shown == ["a", "b"])
        try await app.auth.logoutUser()
        #expect(await failure { try await other.receipts.initiateReceiptQuery() }?.type == .noUserError)
        #expect(other.shown.isEmpty)
        try await app.logIn("two")
        try await other.receipts.initiateReceiptQuery()
        #expect(try await other.context.session.current()?.token.accessToken == "two")
        #expect(other.context.storage.current?.partition == app.context.storage.current?.partition)
    }

    @Test("the end of a session in one context does not end the login that another one has made since")
    func staleEnd() async throws {
        let service = service
        let (app, other) = (bench(service), bench(service))
        try await app.logIn("one")
        try await other.receipts.initiateReceiptQuery()
        try await app.logIn("two")
        try await app.receipts.initiateReceiptQuery()
        // The other context has not noticed the new login when its own session ends.
        try await other.context.session.signOut()
        #expect(try await app.receipts.getReceipts().receipts.count == 2)
        let next = bench(service)
        await next.receipts.waitUntilLoaded()
        #expect(next.shown == ["a", "b"])
        #expect(try await next.context.session.current()?.token.accessToken == "two")
    }

    @Test("a logout deletes the tokens of a login that another context has made and a renewal has found")
    func foundByRenewal() async throws {
        let service = service
        let (app, other) = (bench(service), bench(service))
        try await app.logIn("one")
        try await other.receipts.initiateReceiptQuery()
        try await other.logIn("two")
        // The renewal finds other tokens than its own, which belong to another user.
        await #expect(throws: AuthenticationError.self) { try await app.context.session.refresh() }
        #expect(try await app.context.session.current()?.token.accessToken == "two")
        try await app.auth.logoutUser()
        #expect(try await app.context.tokens.stored() == nil)
    }

    @Test("an edit by one context appears in the list of the other, and pages requested before do not undo it")
    func sharedList() async throws {
        let service = service
        let (app, other) = (bench(service), bench(service))
        try await app.logIn()
        try await app.receipts.initiateReceiptQuery()
        _ = await failure { try await other.receipts.updateReceiptNote(receiptId: "b", note: "x") }
        await service.hold("GET /api/v4/receipt")
        let refresh = Task { try await app.receipts.initiateReceiptQuery() }
        await service.waitForHeld(1)
        try await other.receipts.deleteReceipt(receiptId: "a")
        await service.releaseAll()
        _ = try await refresh.value
        #expect(app.shown == ["b"])
        #expect(app.receipts.observableReceipts.first?.misc.note == "x")
    }

    @Test("a login waits for another holder of the folder in real time, although the clock of the calls stops")
    func heldFolder() async throws {
        let app = bench(service)
        var right = try await UserStorage(folder.location).acquireLogin()
        let login = Task { try await app.logIn() }
        for _ in 0..<500 { await Task.yield() }
        #expect(app.context.storage.current == nil && right != nil)
        right = nil
        try await login.value
        #expect(app.context.storage.current != nil)
    }

    @Test("an edit that one context keeps for later is shown, sent once and confirmed by the other")
    func keptEdits() async throws {
        let service = service
        let transport = { ScriptedTransport { await service.response(to: $0) } }
        let app = Bench(transport(), storage: folder.location, keepsOfflineEdits: true)
        let other = Bench(transport(), storage: folder.location, keepsOfflineEdits: true)
        try await app.logIn()
        try await app.receipts.initiateReceiptQuery()
        _ = await failure { try await other.receipts.getReceipts() }
        await service.setOffline(true)
        try await other.receipts.updateReceiptNote(receiptId: "b", note: "x")
        try await other.receipts.deleteReceipt(receiptId: "a")
        // Any event of the app shows the edits that the other context keeps.
        _ = await failure { try await app.receipts.initiateReceiptQuery() }
        #expect(app.shown == ["b"] && app.receipts.observableReceipts.first?.misc.note == "x")
        try await app.receipts.updateReceiptNote(receiptId: "b", note: "y")
        await service.setOffline(false)
        try await app.receipts.sendOfflineEdits()
        while await !app.context.library.isSettled { await Task.yield() }
        try await other.receipts.sendOfflineEdits()
        while await !other.context.library.isSettled { await Task.yield() }
        let edits = await service.log.filter { !$0.hasPrefix("GET") }
        #expect(edits == ["PUT /api/v4/receipt/b/note", "DELETE /api/v4/receipt/a", "PUT /api/v4/receipt/b/note"])
        #expect(await service.receipts["b"]?.misc.note == "y")
        try await other.receipts.initiateReceiptQuery()
        #expect(other.shown == ["b"] && other.receipts.observableReceipts.first?.misc.note == "y")
    }

    @Test("a login keeps the folder that another process is preparing")
    func preparing() async throws {
        let storage = UserStorage(folder.location)
        let right = try await storage.acquireLogin()
        let store = try storage.prepare(UUID().uuidString)
        _ = UserStorage(folder.location).current
        #expect(
            FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("users/\(store.partition)").path)
        )
        withExtendedLifetime(right) {}
    }
}

@Suite("Proven refusals", .timeLimit(.minutes(1)))
@MainActor
struct RefusalTests {
    @Test(
        "only an invalid_grant of the identity service ends the session",
        arguments: [
            (403, "<html>Forbidden</html>"), (400, "<html>Bad request</html>"), (401, ""),
            (400, #"{"error": "temporarily_unavailable"}"#), (400, #"{"error": "invalid_client"}"#),
            (403, #"{"error": "access_denied"}"#), (404, ""), (429, ""),
        ]
    )
    func keptSession(status: Int, body: String) async throws {
        let response = ScriptedResponse.bytes(Array(body.utf8), status: status, contentType: "text/html")
        let bench = try await Bench.loggedIn([
            .page([makeReceipt("a")], total: 1), response, .tokens("a2", "r2"), .page([makeReceipt("a")], total: 1),
        ])
        try await bench.receipts.initiateReceiptQuery()
        bench.date.advance(by: 3600)
        let error = await failure { try await bench.receipts.initiateReceiptQuery() }
        #expect(error != nil && error?.type != .invalidRefreshTokenError)
        #expect(bench.shown == ["a"])
        try await bench.receipts.initiateReceiptQuery()
        #expect(bench.shown == ["a"])
    }

    @Test("a login over another user returns before the push token is moved, and removes it from the former user")
    func movedPushToken() async throws {
        let service = HeldService([])
        let bench = Bench(ScriptedTransport { await service.response(to: $0) })
        bench.context.push.set("fcm")
        try await bench.logIn("one")
        await service.waitForLog("PUT /api/v4/user/pushtoken")
        await bench.context.registerPushToken()
        await service.hold("DELETE /api/v4/user/pushtoken/fcm")
        await service.clearLog()
        try await bench.logIn("two")
        await service.waitForHeld(1)
        await service.releaseAll()
        await service.waitForLog("PUT /api/v4/user/pushtoken")
        let removal = bench.transport.requests.last { $0.line.hasPrefix("DELETE") }
        #expect(removal?.header("Authorization") == "Bearer one")
        #expect(bench.transport.requests.last?.header("Authorization") == "Bearer two")
    }

    @Test("an error of unknown origin is not called a failure of the store")
    func unknownError() {
        struct Strange: Error {}
        #expect(ErrorMapping.error(for: Strange()).title?.contains("store") == false)
        #expect(ErrorMapping.error(for: StorageError(.full, "x")).title == "The local store failed.")
    }
}
