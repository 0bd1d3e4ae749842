import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import Testing

@testable import AnybillBase

// An app and its extension load the list of one user at the same time.
@Suite("Lists of two contexts", .timeLimit(.minutes(1)))
@MainActor
struct SharedListTests {
    private let folder = TemporaryFolder()
    private let service = HeldService((0..<6).map { makeReceipt("r\($0)", minute: 9 - $0) })

    /// Returns an app and its extension, of a logged-in user.
    private func benches() async throws -> (app: Bench, other: Bench) {
        let transport = ScriptedTransport { [service] in await service.response(to: $0) }
        let app = Bench(transport, storage: folder.location)
        let other = Bench(transport, storage: folder.location)
        try await app.logIn()
        return (app, other)
    }

    private func loadRest(_ bench: Bench) async throws {
        for _ in 0..<9 where !bench.receipts.finishedLoadingReceipts {
            try await bench.receipts.continueReceiptQuery(take: 2)
        }
    }

    @Test("a refresh of the app contains all receipts of its page although the extension began a shorter list")
    func refresh() async throws {
        let (app, other) = try await benches()
        try await app.receipts.initiateReceiptQuery(take: 5)
        await service.hold("GET /api/v4/receipt", count: 1)
        let refresh = Task { try await app.receipts.initiateReceiptQuery(take: 4) }
        await service.waitForHeld(1)
        try await other.receipts.initiateReceiptQuery(take: 1)
        await service.releaseAll()
        #expect(try await refresh.value.receipts.count == 4)
        #expect(app.shown == ["r0", "r1", "r2", "r3"])
        try await loadRest(app)
        #expect(app.shown == (0..<6).map { "r\($0)" } && app.receipts.totalReceipts == 6)
    }

    @Test("a page of the app is not appended to a list that the extension began in the meantime", arguments: [1, 2])
    func nextPage(take: Int) async throws {
        let (app, other) = try await benches()
        try await app.receipts.initiateReceiptQuery(take: 2)
        try await app.receipts.continueReceiptQuery(take: 2)
        await service.hold("GET /api/v4/receipt", count: 1)
        let next = Task { try await app.receipts.continueReceiptQuery(take: 2) }
        await service.waitForHeld(1)
        try await other.receipts.initiateReceiptQuery(take: take, orderDirection: .Ascending)
        await service.releaseAll()
        // The call returns the page that follows in the list that there is now.
        let expected = (0..<6).reversed().map { "r\($0)" }
        #expect(try await next.value.receipts.map(\.id) == Array(expected[take..<(take + 2)]))
        try await loadRest(app)
        #expect(app.shown == expected && app.receipts.totalReceipts == 6)
        _ = try await other.receipts.getReceipts(take: 1)
        #expect(other.shown == expected && other.receipts.finishedLoadingReceipts)
    }

    @Test("a page of the app does not bring back what the extension has deleted and changed in the meantime")
    func edits() async throws {
        let (app, other) = try await benches()
        try await app.receipts.initiateReceiptQuery()
        _ = try await other.receipts.getReceipts(take: 1)
        await service.hold("GET /api/v4/receipt", count: 1)
        let refresh = Task { try await app.receipts.initiateReceiptQuery() }
        await service.waitForHeld(1)
        try await other.receipts.deleteReceipt(receiptId: "r0")
        try await other.receipts.updateReceiptNote(receiptId: "r3", note: "x")
        // The list of the extension no longer contains the changed receipt.
        try await other.receipts.initiateReceiptQuery(take: 1)
        await service.releaseAll()
        _ = try await refresh.value
        #expect(app.shown == (1..<6).map { "r\($0)" })
        #expect(app.receipts.observableReceipts[2].misc.note == "x")
    }
}
