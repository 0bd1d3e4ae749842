import APIRuntime
import APIStorage
import APITesting
import Foundation
import GRDB
import Testing

@testable import AnybillBase

@Suite("Database damage while the app runs")
@MainActor
struct DamagedStoreTests {
    @Test("after damage, a page, an edit and a search still work, and new data is stored", arguments: [0, 1, 2])
    func damaged(step: Int) async throws {
        let folder = TemporaryFolder()
        let pages: [ScriptedResponse] = [
            .page((0..<50).map { makeReceipt("first-\($0)") }, total: 51, token: "next"),
            step == 0 ? .page([makeReceipt("second")], total: 51) : .value(makeReceipt("first-1")),
        ]
        let bench = try await Bench.loggedIn(pages, storage: folder.location)
        try await bench.receipts.initiateReceiptQuery()
        let store = try #require(bench.context.storage.current)
        try damage(store, in: folder)
        switch step {
        case 0: #expect(try await bench.receipts.continueReceiptQuery().receipts.count == 1)
        case 1: #expect(try await bench.receipts.toggleIsFavourite(receiptId: "first-1").id == "first-1")
        default:
            #expect(try await bench.receipts.search("anything").isEmpty)
            _ = try await bench.receipts.toggleIsFavourite(receiptId: "first-1")
        }
        #expect(store.freshStarts == 1)
        let shown = bench.shown
        #expect(shown.count == (step == 0 ? 51 : 50))
        store.close()
        let after = Bench(storage: folder.location)
        await after.waitForReceipts(shown.count)
        #expect(after.shown == shown)
    }

    /// Overwrites the receipts on disk and forces the connections to read from it again.
    private func damage(_ store: UserStore, in folder: TemporaryFolder) throws {
        try store.file.writer.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let file = folder.url.appendingPathComponent("users/\(store.partition)/receipts.sqlite")
        let handle = try FileHandle(forUpdating: file)
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0x5a, count: Int(size) - 4096))
        try handle.close()
        (try store.file.writer as? DatabasePool)?.releaseMemory()
    }
}
