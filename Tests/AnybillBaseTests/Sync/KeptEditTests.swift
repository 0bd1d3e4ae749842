import APIRuntime
import APITesting
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import AnybillBase

// Edits that were kept without a connection, and then meet a service that refuses, fails or is not there.
@Suite("Kept edits", .timeLimit(.minutes(1)))
@MainActor
struct KeptEditTests {
    private let folder = TemporaryFolder()
    private let service = HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])

    private func bench() -> Bench {
        Bench(
            ScriptedTransport { [service] in await service.response(to: $0) },
            storage: folder.location,
            keepsOfflineEdits: true
        )
    }

    /// Returns a bench whose user has made an edit without a connection, which is back now.
    private func bench(after edit: @MainActor (Bench) async throws -> Void) async throws -> Bench {
        let bench = bench()
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        await service.setOffline(true)
        try await edit(bench)
        await service.setOffline(false)
        return bench
    }

    /// Makes calls, which also send the kept edits, until a condition is met.
    private func call(_ bench: Bench, until isMet: @MainActor () async -> Bool) async throws {
        for _ in 0..<100 {
            if await isMet() { return }
            _ = try await bench.receipts.getReceipts(take: 1)
        }
        Issue.record("the condition is never met")
    }

    @Test(
        "a kept deletion survives refusals that may pass and those of a proxy, before and while it is sent",
        arguments: ["GET", "DELETE"],
        [
            ScriptedResponse.problem(429), .problem(423), .problem(503), .html(403), .html(404), .html(407),
            .json(#"{"statusCode": 404, "message": "Resource not found"}"#, status: 404),
        ]
    )
    func refusals(method: String, refusal: ScriptedResponse) async throws {
        let bench = try await bench { try await $0.receipts.deleteReceipt(receiptId: "a") }
        await service.refuse("\(method) /api/v4/receipt/a", refusal)
        try await bench.receipts.sendOfflineEdits()
        try await call(bench) { await service.receipts["a"] == nil }
        try await bench.receipts.initiateReceiptQuery()
        #expect(bench.shown == ["b"] && bench.receipts.refusedEdits.isEmpty)
    }

    @Test("a kept edit survives the time during which the login cannot be renewed")
    func renewal() async throws {
        let refusal = LockedState<ScriptedResponse?>(nil)
        let transport = ScriptedTransport { [service] request in
            guard request.head.authority != "identity.example" else {
                return refusal.withLock { $0 } ?? .tokens("a2", "r2")
            }
            return await service.response(to: request)
        }
        let bench = Bench(transport, keepsOfflineEdits: true)
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        bench.date.advance(by: 7200)
        // A proxy responds instead of the identity service.
        refusal.withLock { $0 = .html(403) }
        try await bench.receipts.updateReceiptNote(receiptId: "a", note: "x")
        try await bench.receipts.sendOfflineEdits()
        #expect(await failure { try await bench.receipts.getReceipts(take: 1) } != nil)
        refusal.withLock { $0 = nil }
        try await call(bench) { await service.receipts["a"]?.misc.note == "x" }
        #expect(bench.receipts.refusedEdits.isEmpty)
    }

    @Test("a kept edit that the service refuses is published, survives a restart, and is forgotten when dismissed")
    func published() async throws {
        let bench = try await bench { try await $0.receipts.updateReceiptNote(receiptId: "b", note: "x") }
        #expect(bench.receipts.observableReceipts.last?.misc.note == "x")
        await service.refuse("PUT /api/v4/receipt/b/note", .problem(403, "Not yours"))
        try await call(bench) { !bench.receipts.refusedEdits.isEmpty }
        let refused = try #require(bench.receipts.refusedEdits.first)
        #expect(refused.receiptIds == ["b"] && refused.change == .note("x"))
        #expect(refused.error.code == 403 && refused.error.title == "Not yours")
        #expect(bench.receipts.observableReceipts.last?.misc.note == nil)

        let next = self.bench()
        await next.receipts.waitUntilLoaded()
        #expect(next.receipts.refusedEdits == [refused])
        try await next.receipts.dismissRefusedEdits()
        #expect(next.receipts.refusedEdits.isEmpty)
        let last = self.bench()
        await last.receipts.waitUntilLoaded()
        #expect(last.receipts.refusedEdits.isEmpty)
    }

    @Test("a refusal that the app has not seen is not dismissed with the others")
    func unseen() async throws {
        let bench = try await bench { try await $0.receipts.updateReceiptNote(receiptId: "b", note: "x") }
        await service.refuse("PUT /api/v4/receipt/b/note", .problem(403))
        try await call(bench) { !bench.receipts.refusedEdits.isEmpty }
        let other = self.bench()
        await other.receipts.waitUntilLoaded()
        await service.setOffline(true)
        try await other.receipts.updateReceiptNote(receiptId: "a", note: "y")
        await service.setOffline(false)
        await service.refuse("PUT /api/v4/receipt/a/note", .problem(403))
        try await call(other) { other.receipts.refusedEdits.count == 2 }
        #expect(bench.receipts.refusedEdits.map(\.receiptIds) == [["b"]])
        try await bench.receipts.dismissRefusedEdits()
        #expect(bench.receipts.refusedEdits.map(\.receiptIds) == [["a"]])
        try await bench.receipts.dismissRefusedEdits()
        #expect(bench.receipts.refusedEdits.isEmpty)
    }

    @Test("the excerpt of a search result is from the receipt as the list shows it")
    func excerpt() async throws {
        let bench = try await bench { try await $0.receipts.updateReceiptNote(receiptId: "b", note: "zebra") }
        #expect(try await bench.receipts.search("zebra").map(\.snippet) == ["‹zebra›"])
    }

    @Test("a kept deletion of a receipt that was deleted elsewhere is no refusal")
    func gone() async throws {
        let bench = try await bench { try await $0.receipts.deleteReceipts(receiptIds: ["a", "b"]) }
        await service.remove("a")
        try await call(bench) { await service.receipts.isEmpty }
        try await bench.receipts.initiateReceiptQuery()
        #expect(bench.shown.isEmpty && bench.receipts.refusedEdits.isEmpty)
    }

    @Test("a kept toggle that the service performs after its client has given up is not sent again")
    func lateToggle() async throws {
        let bench = bench()
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        await service.delay("POST /api/v4/receipt/a/favourite")
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "a").misc.isFavourite)
        await service.performDelayed()
        try await call(bench) { await bench.context.library.isSettled }
        #expect(await service.log.filter { $0.hasPrefix("POST") }.count == 1)
        #expect(await service.receipts["a"]?.misc.isFavourite == true)
        #expect(bench.receipts.observableReceipts[0].misc.isFavourite)
    }

    @Test("a kept toggle that the service performs twice, because it was late, is sent once more and not undone")
    func lateToggleAfterCheck() async throws {
        let bench = bench()
        try await bench.logIn()
        try await bench.receipts.initiateReceiptQuery()
        let toggle = "POST /api/v4/receipt/a/favourite"
        await service.delay(toggle)
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "a").misc.isFavourite)
        await service.performDelayed(before: toggle)
        try await call(bench) {
            let isSettled = await bench.context.library.isSettled
            return await service.log.filter { $0 == toggle }.count == 3 && isSettled
        }
        #expect(await service.receipts["a"]?.misc.isFavourite == true)
        #expect(bench.receipts.observableReceipts[0].misc.isFavourite && bench.receipts.refusedEdits.isEmpty)
    }

    @Test("a kept toggle whose responses show the opposite again and again is a refused edit")
    func undoneToggle() {
        let receipt = makeReceipt("a", minute: 0)
        var stored = StoredReceipts()
        stored.rows = [StoredRow(base: receipt)]
        var core = SyncCore(restoring: stored, keepsEdits: true)
        let lost = CallFault(.lost, AnybillDefaultError(type: .networkError, code: 0))
        var events: [SyncEvent] = [.edit(ticket: 1, .favourite(nil), ids: ["a"])]
        var sent = 0
        while let event = events.popLast() {
            for effect in core.handle(event).effects {
                switch effect {
                case .send(let number, _, _):
                    sent += 1
                    events.append(.editEnded(number: number, sent == 1 ? .fault(lost) : .receipt(receipt)))
                case .read(let read, _): events.append(.receiptEnded(read: read, .success(receipt)))
                case .keep: events.append(.sendKept)
                default: break
                }
            }
        }
        #expect(sent == 1 + SyncCore.maximumReversals)
        #expect(core.refusals.map(\.change) == [.favourite(true)])
        #expect(core.shown("a") == receipt && core.log.isEmpty && core.doubts.isEmpty)
    }

    @Test("without a user, sending kept edits fails")
    func noUser() async throws {
        let bench = bench()
        #expect(await failure { try await bench.receipts.sendOfflineEdits() }?.type == .noUserError)
        #expect(await failure { try await bench.receipts.dismissRefusedEdits() }?.type == .noUserError)
    }
}
