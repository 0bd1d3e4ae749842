import AnybillAPI
import Testing

@testable import AnybillBase

@Suite("Receipt list")
struct ReceiptCollectionTests {
    private func ids(_ list: ReceiptCollection) -> [String] { list.receipts.map(\.id) }

    @Test("a page is appended, and a duplicate replaces the older entry at its position")
    func append() {
        var list = ReceiptCollection([makeReceipt("a"), makeReceipt("b")])
        list.append([makeReceipt("b", note: "new"), makeReceipt("c")])
        #expect(ids(list) == ["a", "b", "c"])
        #expect(list.receipts[1].misc.note == "new")
    }

    @Test("a removal returns the removed IDs and keeps the other positions valid")
    func remove() {
        var list = ReceiptCollection(["a", "b", "c", "d"].map { makeReceipt($0) })
        let removed = list.remove(["b", "x", "d"])
        #expect(removed == ["b", "d"])
        #expect(ids(list) == ["a", "c"])
        let isReplaced = list.replace(makeReceipt("c", note: "kept"))
        #expect(isReplaced)
        #expect(list.receipts[1].misc.note == "kept")
        let isThere = list.replace(makeReceipt("b"))
        #expect(!isThere)
    }
}
