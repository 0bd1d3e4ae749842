import APIRuntime
import APIStorage
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// An app and its extension edit the same receipt at the same time.
@Suite("Edits of one receipt by two contexts", .timeLimit(.minutes(1)))
@MainActor
struct SharedEditTests {
    private let folder = TemporaryFolder()
    /// The clock of the extension.
    private let clock = TestClock()
    private let service = HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])

    /// Returns an app and its extension, of a logged-in user whose receipts both have.
    private func benches() async throws -> (app: Bench, other: Bench) {
        let transport = ScriptedTransport { [service] in await service.response(to: $0) }
        let app = Bench(transport, storage: folder.location)
        let other = Bench(transport, storage: folder.location, clock: clock)
        try await app.logIn()
        try await app.receipts.initiateReceiptQuery()
        _ = try await other.receipts.getReceipts()
        return (app, other)
    }

    private var edits: [String] {
        get async { await service.log.filter { !$0.hasPrefix("GET") } }
    }

    @Test("an edit of a receipt that another context is editing is sent after the other's, and the last one wins")
    func order() async throws {
        let (app, other) = try await benches()
        await service.hold("PUT /api/v4/receipt/b/note", count: 1)
        let first = Task { try await app.receipts.updateReceiptNote(receiptId: "b", note: "x") }
        await service.waitForHeld(1)
        let second = Task { try await other.receipts.updateReceiptNote(receiptId: "b", note: "y") }
        await clock.sleepers(1)
        #expect(await edits.count == 1)
        await service.releaseAll()
        _ = try await first.value
        clock.advance(by: .milliseconds(200))
        _ = try await second.value
        #expect(await edits.count == 2)
        #expect(await service.receipts["b"]?.misc.note == "y")
    }

    @Test("a favourite that both contexts toggle is toggled twice, one after the other")
    func toggles() async throws {
        let (app, other) = try await benches()
        await service.hold("POST /api/v4/receipt/b/favourite", count: 1)
        let first = Task { try await app.receipts.toggleIsFavourite(receiptId: "b") }
        await service.waitForHeld(1)
        let second = Task { try await other.receipts.toggleIsFavourite(receiptId: "b") }
        await clock.sleepers(1)
        await service.releaseAll()
        _ = try await first.value
        clock.advance(by: .milliseconds(200))
        _ = try await second.value
        #expect(await service.receipts["b"]?.misc.isFavourite == makeReceipt("b").misc.isFavourite)
        #expect(await edits.count == 2)
    }

    @Test("an edit that waits for another context ends with the login", arguments: [nil, "lee"])
    func ended(_ next: String?) async throws {
        let (app, other) = try await benches()
        await service.hold("PUT /api/v4/receipt/b/note", count: 1)
        let first = Task { await failure { try await app.receipts.updateReceiptNote(receiptId: "b", note: "x") } }
        await service.waitForHeld(1)
        let second = Task { await failure { try await other.receipts.updateReceiptNote(receiptId: "b", note: "y") } }
        await clock.sleepers(1)
        if let next { try await app.logIn(next) } else { try await app.auth.logoutUser() }
        clock.advance(by: .milliseconds(200))
        #expect(await second.value?.type == .noUserError)
        #expect(await edits.filter { $0.hasPrefix("PUT") }.count == 1)
        await service.releaseAll()
        _ = await first.value
    }

    @Test("an edit waits 30 seconds for a context that does not continue, and has no effect then")
    func suspended() async throws {
        let (app, other) = try await benches()
        await service.hold("PUT /api/v4/receipt/b/note", count: 1)
        let first = Task { try await app.receipts.updateReceiptNote(receiptId: "b", note: "x") }
        await service.waitForHeld(1)
        let second = Task { await failure { try await other.receipts.updateReceiptNote(receiptId: "b", note: "y") } }
        for _ in 0...SyncCore.maximumLooks {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(200))
        }
        #expect(await second.value?.type == .networkError)
        #expect(await edits.count == 1)
        await service.releaseAll()
        _ = try await first.value
        #expect(await service.receipts["b"]?.misc.note == "x")
    }
}
