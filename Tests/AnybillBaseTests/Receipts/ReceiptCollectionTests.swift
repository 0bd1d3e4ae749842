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

    @Test("a merged receipt is inserted by date, newest first")
    func mergeDescending() {
        var list = ReceiptCollection([makeReceipt("a", minute: 30), makeReceipt("b", minute: 10)])
        let new = makeReceipt("n", minute: 20)
        let changes = list.merge([new], direction: .descending)
        #expect(changes == [.inserted(new, after: "a")])
        #expect(ids(list) == ["a", "n", "b"])
        #expect(list.contains("n"))
    }

    @Test("a merged receipt is inserted by date, oldest first")
    func mergeAscending() {
        var list = ReceiptCollection([makeReceipt("a", minute: 10), makeReceipt("b", minute: 30)])
        let first = makeReceipt("f", minute: 5)
        let changes = list.merge([first], direction: .ascending)
        #expect(changes == [.inserted(first, after: nil)])
        #expect(ids(list) == ["f", "a", "b"])
    }

    @Test("merging into an empty list keeps the server's order, even for equal dates")
    func mergeEmpty() {
        var list = ReceiptCollection()
        let page = [makeReceipt("a", minute: 9), makeReceipt("c", minute: 5), makeReceipt("b", minute: 5)]
        _ = list.merge(page, direction: .descending)
        #expect(ids(list) == ["a", "c", "b"])
    }

    @Test("merging a known receipt replaces it and keeps its position")
    func mergeKnown() {
        var list = ReceiptCollection([makeReceipt("a", minute: 1), makeReceipt("b", minute: 9)])
        let changed = makeReceipt("a", minute: 1, note: "x")
        let changes = list.merge([changed], direction: .descending)
        #expect(changes == [.replaced(changed)])
        #expect(ids(list) == ["a", "b"])
    }
}

@Suite("Query state")
struct ReceiptQueryStateTests {
    private func page(_ token: String?, total: Int? = 10) -> ContinuationReceiptList {
        ContinuationReceiptList(receipts: [], totalCount: total, continuationToken: token)
    }

    @Test("a continue without a previous query starts one")
    func none() {
        #expect(ReceiptQueryState().step == .initiate)
    }

    @Test("a continuation token fetches the next page in the same order; without one the query is complete")
    func steps() {
        var state = ReceiptQueryState()
        let query = state.began(by: .date, .ascending, page: page("t1"))
        #expect(state.step == .fetch(query) && query.continuationToken == "t1" && query.orderDirection == .ascending)
        _ = state.continued(with: page(nil))
        #expect(state.step == .finished)
    }

    @Test("a new query invalidates running continuations but keeps the query state until its page arrives")
    func generations() {
        var state = ReceiptQueryState()
        let query = state.began(by: .date, .descending, page: page("t1"))
        let before = state.generation
        state.beganInitiating()
        #expect(!state.isCurrent(before))
        #expect(state.query == query)
    }

    @Test("removals reduce the total, but not below zero, and a page without a total keeps it")
    func total() {
        var state = ReceiptQueryState()
        _ = state.began(by: .date, .descending, page: page("t1", total: 3))
        let removed = state.removed(2)
        #expect(removed?.totalCount == 1)
        let continued = state.continued(with: page("t2", total: nil))
        #expect(continued?.totalCount == 1)
        let emptied = state.removed(5)
        #expect(emptied?.totalCount == 0)
    }
}
