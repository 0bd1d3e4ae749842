import AnybillAPI
import SeededTesting
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

    @Test("inserted receipts are found, and are before the first receipt that they precede", arguments: 0..<100)
    func insert(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var list = ReceiptCollection()
        var expected: [Receipt] = []
        for round in 0..<20 {
            let added = (0..<Int.random(in: 0..<5, using: &random)).map { number in
                makeReceipt("\(round).\(number)", minute: Int.random(in: 0..<40, using: &random))
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                list.append(added)
                expected += added
            case 1:
                let gone = expected.map(\.id).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
                _ = list.remove(gone)
                expected.removeAll { gone.contains($0.id) }
            default:
                let sorted = added.sorted { $0.head.date > $1.head.date }
                list.insert(sorted, where: >)
                for receipt in sorted {
                    let place = expected.firstIndex { receipt.head.date > $0.head.date } ?? expected.endIndex
                    expected.insert(receipt, at: place)
                }
            }
            #expect(list.receipts == expected)
            #expect(expected.map { list.index(of: $0.id) } == Array(expected.indices))
        }
    }
}
