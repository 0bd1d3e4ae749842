import APIRuntime
import APIStorage
import APITesting
import AnybillAPI
import Foundation
import GRDB
import Testing

@testable import AnybillBase

// The orders of events that once left the list wrong, with the app's providers and a service that holds responses back.
@Suite("Late and lost responses", .timeLimit(.minutes(1)))
@MainActor
struct RaceTests {
    private let list = [makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)]

    private func bench(_ service: HeldService, take: Int = 100) async throws -> Bench {
        let bench = try await Bench.loggedIn(ScriptedTransport { await service.response(to: $0) })
        try await bench.receipts.initiateReceiptQuery(take: take)
        return bench
    }

    @Test("a page requested before a deletion does not bring the receipt back")
    func deletionDuringRefresh() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.hold("GET /api/v4/receipt")
        let refresh = Task { try await bench.receipts.initiateReceiptQuery() }
        await service.waitForHeld(1)
        try await bench.receipts.deleteReceipt(receiptId: "a")
        await service.releaseAll()
        #expect(try await refresh.value.receipts.map(\.id) == ["b"])
        #expect(bench.shown == ["b"])
    }

    @Test("a favorite set during a refresh stays in the list")
    func toggleDuringRefresh() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.hold("GET /api/v4/receipt")
        let refresh = Task { try await bench.receipts.initiateReceiptQuery() }
        await service.waitForHeld(1)
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "a").misc.isFavourite)
        await service.releaseAll()
        _ = try await refresh.value
        #expect(bench.receipts.observableReceipts.map(\.misc.isFavourite) == [true, false])
    }

    @Test("an id in another case edits the receipt of the list, and two spellings are one receipt")
    func letterCase() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        #expect(try await bench.receipts.updateReceiptNote(receiptId: "A", note: "x").misc.note == "x")
        #expect(bench.receipts.observableReceipts[0].misc.note == "x")
        await service.hold("POST /api/v4/receipt/b/favourite", count: 1)
        let first = Task { try await bench.receipts.toggleIsFavourite(receiptId: "b") }
        await service.waitForHeld(1)
        let second = Task { try await bench.receipts.toggleIsFavourite(receiptId: "B") }
        await service.releaseAll()
        _ = try await (first.value, second.value)
        let isFavourite = await service.receipts["b"]?.misc.isFavourite
        #expect(bench.receipts.observableReceipts[1].misc.isFavourite == isFavourite)
        try await bench.receipts.deleteReceipts(receiptIds: ["A", "a"])
        #expect(bench.shown == ["b"])
        #expect(await service.receipts.keys.sorted() == ["b"])
    }

    @Test("a favorite and a note of one receipt do not overwrite each other when responses are late")
    func twoEdits() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.hold("POST /api/v4/receipt/a/favourite")
        let toggle = Task { try await bench.receipts.toggleIsFavourite(receiptId: "a") }
        await service.waitForHeld(1)
        let note = Task { try await bench.receipts.updateReceiptNote(receiptId: "a", note: "x") }
        await service.releaseAll()
        _ = try await (toggle.value, note.value)
        #expect(bench.receipts.observableReceipts[0].misc.isFavourite)
        #expect(bench.receipts.observableReceipts[0].misc.note == "x")
    }

    @Test("a toggle whose response is lost is read again and succeeds, and a second tap does not undo it by mistake")
    func lostToggle() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.lose("POST /api/v4/receipt/a/favourite")
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "a").misc.isFavourite)
        #expect(bench.receipts.observableReceipts[0].misc.isFavourite)
        // Now the receipt cannot be read either.
        await service.lose("POST /api/v4/receipt/b/favourite")
        await service.lose("GET /api/v4/receipt/b")
        #expect(await failure { try await bench.receipts.toggleIsFavourite(receiptId: "b") }?.type == .networkError)
        #expect(!bench.receipts.observableReceipts[1].misc.isFavourite)
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "b").misc.isFavourite)
        #expect(await service.receipts["b"]?.misc.isFavourite == true)
    }

    @Test("a deletion whose response is lost succeeds, for one receipt and for several")
    func lostDeletion() async throws {
        let service = HeldService(list + [makeReceipt("c", minute: 7)])
        let bench = try await bench(service)
        await service.lose("DELETE /api/v4/receipt/a")
        try await bench.receipts.deleteReceipt(receiptId: "a")
        #expect(bench.shown == ["b", "c"])
        await service.lose("POST /api/v4/receipt/delete")
        try await bench.receipts.deleteReceipts(receiptIds: ["b", "c"])
        #expect(bench.shown.isEmpty)
    }

    @Test("a batch with receipts that were deleted elsewhere leaves no ghosts")
    func ghosts() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.remove("a")
        let error = await failure { try await bench.receipts.deleteReceipts(receiptIds: ["a", "b"]) }
        #expect((error as? DeleteReceiptsError)?.failedReceipts == ["a"])
        #expect(bench.shown.isEmpty)
    }

    @Test("a toggle that the service performs after its client has given up is noticed by the next tap")
    func lateToggle() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.delay("POST /api/v4/receipt/a/favourite")
        #expect(await failure { try await bench.receipts.toggleIsFavourite(receiptId: "a") }?.type == .networkError)
        #expect(!bench.receipts.observableReceipts[0].misc.isFavourite)
        await service.performDelayed()
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "a").misc.isFavourite)
        #expect(await service.receipts["a"]?.misc.isFavourite == true)
        #expect(await service.log.filter { $0.hasPrefix("POST") }.count == 1)
    }

    @Test("a batch whose remains cannot be read leaves no ghosts after the next call")
    func unreadGhosts() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.remove("a")
        await service.lose("GET /api/v4/receipt/a")
        let error = await failure { try await bench.receipts.deleteReceipts(receiptIds: ["a", "b"]) }
        #expect((error as? DeleteReceiptsError)?.failedReceipts == ["a"])
        _ = try await bench.receipts.getReceipts(take: 1)
        await bench.waitForReceipts(0)
    }

    @Test("after a refused token, a page has no more receipts than the caller wants", arguments: [1, 4])
    func recoveredPage(take: Int) async throws {
        let service = HeldService((0..<12).map { makeReceipt("r\($0)", minute: 20 - $0) })
        let bench = try await bench(service, take: 5)
        await service.add(makeReceipt("new", minute: 30))
        await service.refuse("GET /api/v4/receipt", .problem(400))
        let page = try await bench.receipts.continueReceiptQuery(take: take)
        #expect(page.receipts.map(\.id) == (5..<(5 + take)).map { "r\($0)" })
        #expect(bench.shown == ["new"] + (0..<(5 + take)).map { "r\($0)" })
        while !bench.receipts.finishedLoadingReceipts { try await bench.receipts.continueReceiptQuery(take: 3) }
        #expect(bench.shown == ["new"] + (0..<12).map { "r\($0)" } && bench.receipts.totalReceipts == 13)
    }

    @Test("a service that refuses every token is not asked for ever")
    func refusedTokens() async throws {
        let bench = try await Bench.loggedIn(
            ScriptedTransport { request in
                guard request.parameters["continuationToken"] == nil else { return .problem(400) }
                return .page([makeReceipt("a")], total: 2, token: "t")
            }
        )
        try await bench.receipts.initiateReceiptQuery()
        #expect(await failure { try await bench.receipts.continueReceiptQuery() }?.code == 400)
        #expect(bench.shown == ["a"] && bench.transport.requests.count == 4)
    }

    @Test("a request that never ends delays no later query, no logout and no other login")
    func hungRequest() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        await service.hold("GET /api/v4/receipt", count: 1)
        let hung = Task { await failure { try await bench.receipts.initiateReceiptQuery() } }
        await service.waitForHeld(1)
        #expect(try await bench.receipts.initiateReceiptQuery().receipts.count == 2)
        // A newer refresh replaces the one in progress, even if that ignores its cancellation.
        #expect(await hung.value?.type == .unknown)
        await service.hold("GET /api/v4/receipt", count: 1)
        let other = Task { await failure { try await bench.receipts.continueReceiptQuery() } }
        let refresh = Task { await failure { try await bench.receipts.initiateReceiptQuery() } }
        await service.waitForHeld(2)
        try await bench.auth.logoutUser()
        #expect(await refresh.value?.type == .noUserError)
        _ = await other.value
        try await bench.logIn("b1")
        #expect(try await bench.receipts.initiateReceiptQuery().receipts.count == 2)
        await service.releaseAll()
        #expect(bench.shown == ["a", "b"])
    }

    @Test("direct access between the pages of a query does not change the order of the query")
    func directAccess() async throws {
        let service = HeldService((0..<6).map { makeReceipt("r\($0)", minute: 9 - $0) })
        let bench = try await Bench.loggedIn(ScriptedTransport { await service.response(to: $0) })
        try await bench.receipts.initiateReceiptQuery(take: 2)
        _ = try await bench.receipts.getReceipts(take: 2, orderDirection: .Ascending)
        #expect(bench.shown == ["r0", "r1", "r4", "r5"])
        try await bench.receipts.continueReceiptQuery(take: 2)
        try await bench.receipts.continueReceiptQuery(take: 2)
        #expect(bench.shown == (0..<6).map { "r\($0)" })
        #expect(bench.receipts.finishedLoadingReceipts && bench.receipts.totalReceipts == 6)
    }

    @Test(
        "edits without a connection fail, or are kept and sent once and in order if the app wants that",
        arguments: [false, true]
    )
    func offline(keeps: Bool) async throws {
        let service = HeldService(list)
        let bench = Bench(ScriptedTransport { await service.response(to: $0) }, keepsOfflineEdits: keeps)
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        await service.setOffline(true)
        let error = await failure { try await bench.receipts.toggleIsFavourite(receiptId: "b") }
        _ = await failure { try await bench.receipts.updateReceiptNote(receiptId: "b", note: "x") }
        _ = await failure { try await bench.receipts.deleteReceipt(receiptId: "a") }
        #expect(error?.type == (keeps ? nil : .networkError))
        #expect(bench.shown == (keeps ? ["b"] : ["a", "b"]))
        #expect(bench.receipts.observableReceipts.last?.misc.note == (keeps ? "x" : nil))
        await service.setOffline(false)
        try await bench.receipts.sendOfflineEdits()
        let expected = ["POST /api/v4/receipt/b/favourite", "PUT /api/v4/receipt/b/note", "DELETE /api/v4/receipt/a"]
        if keeps { await service.waitForLog(expected.last ?? "") }
        #expect(await service.log.filter { !$0.hasPrefix("GET") } == (keeps ? expected : []))
        try await bench.receipts.initiateReceiptQuery()
        #expect(bench.shown == (keeps ? ["b"] : ["a", "b"]))
        #expect(bench.receipts.observableReceipts.last?.misc.isFavourite == keeps)
    }

    @Test("the list works without its store, says so, and is stored as soon as that is possible again")
    func fullDisk() async throws {
        let service = HeldService(list)
        let bench = try await bench(service)
        let store = try #require(bench.context.storage.current)
        try store.file.writeNow { try $0.execute(sql: "ALTER TABLE receiptText RENAME TO elsewhere") }
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "a").misc.isFavourite)
        try await bench.receipts.deleteReceipt(receiptId: "b")
        #expect(bench.shown == ["a"] && !bench.receipts.isListStored)
        // The store still has the deleted receipt.
        #expect(try await bench.receipts.search("markt").map(\.id) == ["a"])
        #expect(try await bench.receipts.search(ReceiptSearch(favouritesOnly: true)).map(\.id) == ["a"])
        try store.file.writeNow { try $0.execute(sql: "ALTER TABLE elsewhere RENAME TO receiptText") }
        try await bench.receipts.updateReceiptNote(receiptId: "a", note: "x")
        #expect(bench.receipts.isListStored)
        #expect(try store.receipts() == bench.receipts.observableReceipts)
    }
}
