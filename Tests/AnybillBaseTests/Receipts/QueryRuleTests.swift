import APIRuntime
import APITesting
import Foundation
import Testing

@testable import AnybillBase

@Suite("Query rules", .timeLimit(.minutes(1)))
@MainActor
struct QueryRuleTests {
    private let first = [makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)]
    private let second = [makeReceipt("c", minute: 7), makeReceipt("d", minute: 6)]

    @Test("a failed initiate keeps the old list and the old query state")
    func failedInitiate() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 4, token: "t1"), .problem(500), .page(second, total: 4),
        ])
        try await bench.receipts.initiateReceiptQuery()
        let error = await failure { try await bench.receipts.initiateReceiptQuery(orderDirection: .Ascending) }
        #expect(error?.code == 500)
        #expect(bench.shown == ["a", "b"])
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.transport.requests.last?.parameters["orderByDirection"] == "Descending")
        #expect(bench.shown == ["a", "b", "c", "d"])
    }

    @Test("tokens that lead back to an earlier page end the query")
    func circle() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 9, token: "t1"), .page(second, total: 9, token: "t2"), .page([], total: 9, token: "t1"),
        ])
        try await bench.receipts.initiateReceiptQuery()
        try await bench.receipts.continueReceiptQuery()
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.receipts.finishedLoadingReceipts)
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.transport.requests.count == 3 && bench.shown == ["a", "b", "c", "d"])
    }

    @Test("tokens that lead back to an earlier page end the search for the position of a refused token")
    func circleAfterRefusal() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 9, token: "t1"), .problem(400), .page([], total: 9, token: "A"),
            .page([], total: 9, token: "B"), .page([], total: 9, token: "A"), .page(second, total: 2),
        ])
        try await bench.receipts.initiateReceiptQuery()
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.shown == ["c", "d"])
        let tokens = bench.transport.requests.map { $0.parameters["continuationToken"] }
        #expect(tokens == [nil, "t1", nil, "A", "B", "A"])
    }

    @Test("a response about another receipt does not change the edited one")
    func otherReceipt() async throws {
        let other = String(decoding: JSONCoding.encode(makeReceipt("b", minute: 8, note: "of b")), as: UTF8.self)
        let bench = try await Bench.loggedIn([.page(first, total: 2), .json(other), .json(other)])
        try await bench.receipts.initiateReceiptQuery()
        let error = await failure { try await bench.receipts.updateReceiptNote(receiptId: "a", note: "mine") }
        #expect(error != nil)
        #expect(bench.receipts.observableReceipts.first { $0.id == "a" }?.misc.note != "of b")
    }

    @Test("initiate replaces the list with the first page")
    func initiateReplaces() async throws {
        let bench = try await Bench.loggedIn([.page(first, total: 2), .page(second, total: 2)])
        try await bench.receipts.initiateReceiptQuery()
        let page = try await bench.receipts.initiateReceiptQuery(take: 7, orderDirection: .Ascending)
        #expect(page.totalCount == 2)
        #expect(bench.shown == ["c", "d"])
        let parameters = bench.transport.requests.last?.parameters
        #expect(parameters == ["take": "7", "orderBy": "Date", "orderByDirection": "Ascending"])
    }

    @Test("the query state is stored with the receipts, so continue works right after the app starts")
    func continueAfterRestart() async throws {
        let folder = TemporaryFolder()
        let before = try await Bench.loggedIn([.page(first, total: 4, token: "t1")], storage: folder.location)
        try await before.receipts.initiateReceiptQuery(orderDirection: .Ascending)

        let after = Bench(ScriptedTransport([.page(second, total: 4)]), storage: folder.location)
        await after.receipts.waitUntilLoaded()
        #expect(after.shown == ["a", "b"])
        #expect(after.transport.requests.isEmpty)
        try await after.receipts.continueReceiptQuery(take: 50)
        #expect(after.shown == ["a", "b", "c", "d"])
        let parameters = after.transport.requests.first?.parameters
        #expect(parameters?["continuationToken"] == "t1")
        #expect(parameters?["orderByDirection"] == "Ascending")
        #expect(parameters?["take"] == "50")
    }

    @Test("continue without a stored query behaves like initiate with its defaults")
    func continueWithoutQuery() async throws {
        let bench = try await Bench.loggedIn([.page(first, total: 2)])
        let page = try await bench.receipts.continueReceiptQuery()
        #expect(page.totalCount == 2 && bench.shown == ["a", "b"])
        let parameters = bench.transport.requests.last?.parameters
        #expect(parameters == ["take": "100", "orderBy": "Date", "orderByDirection": "Descending"])
    }

    @Test("continue after the last page succeeds with an empty page and without a request")
    func continueAtTheEnd() async throws {
        let bench = try await Bench.loggedIn([.page(first, total: 2)])
        try await bench.receipts.initiateReceiptQuery()
        let page = try await bench.receipts.continueReceiptQuery()
        #expect(page.receipts.isEmpty && page.totalCount == 2 && page.continuationToken == nil)
        #expect(bench.transport.requests.count == 1)
    }

    @Test("pages are merged by ID, and a duplicate replaces the older entry in place")
    func duplicates() async throws {
        let changed = makeReceipt("b", minute: 8, note: "again")
        let bench = try await Bench.loggedIn([
            .page(first, total: 3, token: "t1"), .page([changed, second[0]], total: 3),
        ])
        try await bench.receipts.initiateReceiptQuery()
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.shown == ["a", "b", "c"])
        #expect(bench.receipts.observableReceipts[1].misc.note == "again")
    }

    @Test("the server's order is kept, and existing entries are not sorted again")
    func serverOrder() async throws {
        let odd = [makeReceipt("x", minute: 1), makeReceipt("y", minute: 5)]
        let bench = try await Bench.loggedIn([.page(odd, total: 4, token: "t1"), .page(first, total: 4)])
        try await bench.receipts.initiateReceiptQuery()
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.shown == ["x", "y", "a", "b"])
    }

    @Test("two continue calls run one after the other and fetch two different pages")
    func serialised() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 4, token: "t1"), .page([second[0]], total: 4, token: "t2"),
            .page([second[1]], total: 4),
        ])
        try await bench.receipts.initiateReceiptQuery()
        async let one = bench.receipts.continueReceiptQuery()
        async let two = bench.receipts.continueReceiptQuery()
        _ = try await (one, two)
        #expect(bench.transport.requests.compactMap { $0.parameters["continuationToken"] } == ["t1", "t2"])
        #expect(bench.shown == ["a", "b", "c", "d"])
    }

    @Test("an initiate invalidates a running continue, whose late response is not appended")
    func lateContinue() async throws {
        let arrived = Latch()
        let released = Latch()
        let replaced = Latch()
        let isArrived = LockedState(false)
        let responses = (
            first: ScriptedResponse.page(first, total: 4, token: "t1"), late: ScriptedResponse.page(second)
        )
        let transport = ScriptedTransport { request in
            guard request.parameters["continuationToken"] == "t1" else {
                if isArrived.withLock({ $0 }) { await replaced.open() }
                return responses.first
            }
            isArrived.withLock { $0 = true }
            await arrived.open()
            await released.wait()
            return responses.late
        }
        let bench = try await Bench.loggedIn(transport)
        try await bench.receipts.initiateReceiptQuery()
        let late = Task { await failure { try await bench.receipts.continueReceiptQuery() } }
        await arrived.wait()
        let fresh = Task { try await bench.receipts.initiateReceiptQuery() }
        await replaced.wait()
        await released.open()
        #expect(try await fresh.value.receipts.count == 2)
        #expect(await late.value?.type == .unknown)
        #expect(bench.shown == ["a", "b"])
        #expect(await bench.context.library.query?.continuationToken == "t1")
    }

    @Test("after a refused continuation token, the query continues from the last known position")
    func staleToken() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 4, token: "t1"), .problem(400), .page(first, total: 4, token: "t2"),
            .page([second[0]], total: 4, token: "t3"), .page([second[1]], total: 4),
        ])
        try await bench.receipts.initiateReceiptQuery()
        let page = try await bench.receipts.continueReceiptQuery()
        #expect(page.receipts.map(\.id) == ["c"])
        #expect(bench.shown == ["a", "b", "c"])
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.shown == ["a", "b", "c", "d"])
        let tokens = bench.transport.requests.map { $0.parameters["continuationToken"] }
        #expect(tokens == [nil, "t1", nil, "t2", "t3"])
    }

    @Test("a successful edit replaces the cached receipt and inserts no receipt that is not cached")
    func edits() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 2), .value(makeReceipt("b", minute: 8, isFavourite: true)),
            .value(makeReceipt("z", note: "x")),
        ])
        try await bench.receipts.initiateReceiptQuery()
        #expect(try await bench.receipts.toggleIsFavourite(receiptId: "b").misc.isFavourite)
        #expect(bench.receipts.observableReceipts.map(\.misc.isFavourite) == [false, true])
        try await bench.receipts.updateReceiptNote(receiptId: "z", note: "x")
        #expect(bench.shown == ["a", "b"])
    }

    @Test("a successful deletion removes the IDs, and the stored total decreases with each")
    func deletions() async throws {
        let bench = try await Bench.loggedIn([
            .page(first + second, total: 10, token: "t1"), .status(204), .status(204),
        ])
        try await bench.receipts.initiateReceiptQuery()
        try await bench.receipts.deleteReceipt(receiptId: "a")
        try await bench.receipts.deleteReceipts(receiptIds: ["b", "d"])
        #expect(bench.shown == ["c"])
        #expect(await bench.context.library.query?.totalCount == 7)
    }

    @Test("a partly failed batch removes the IDs that did not fail")
    func partlyFailed() async throws {
        let problem = DeleteReceiptsProblem(type: "DeleteReceiptsError", failedReceipts: ["b"])
        let bench = try await Bench.loggedIn([.page(first, total: 2), .value(problem, status: 400)])
        try await bench.receipts.initiateReceiptQuery()
        let error = await failure { try await bench.receipts.deleteReceipts(receiptIds: ["a", "b"]) }
        #expect((error as? DeleteReceiptsError)?.failedReceipts == ["b"])
        #expect(bench.shown == ["b"])
    }

    @Test("a 404 for a single deletion removes the receipt locally and is still reported")
    func deletedElsewhere() async throws {
        let bench = try await Bench.loggedIn([.page(first, total: 2), .problem(404)])
        try await bench.receipts.initiateReceiptQuery()
        let error = await failure { try await bench.receipts.deleteReceipt(receiptId: "a") }
        #expect(error?.code == 404 && bench.shown == ["b"])
    }

    @Test("any other failed deletion removes nothing")
    func failedDeletion() async throws {
        let bench = try await Bench.loggedIn([.page(first, total: 2), .problem(403), .problem(403)])
        try await bench.receipts.initiateReceiptQuery()
        #expect(await failure { try await bench.receipts.deleteReceipt(receiptId: "a") }?.code == 403)
        #expect(await failure { try await bench.receipts.deleteReceipts(receiptIds: ["a"]) }?.code == 403)
        #expect(bench.shown == ["a", "b"])
    }

    @Test("a page of direct access is merged by ID and does not affect the running query")
    func directAccess() async throws {
        let bench = try await Bench.loggedIn([
            .page(first, total: 4, token: "t1"),
            .page([makeReceipt("a", minute: 9, note: "new"), makeReceipt("m", minute: 8)], total: 4, token: "other"),
            .page(second, total: 4),
        ])
        try await bench.receipts.initiateReceiptQuery()
        let page = try await bench.receipts.getReceipts(take: 2, orderDirection: .Ascending, continuationToken: "own")
        #expect(page.continuationToken == "other")
        #expect(bench.shown == ["a", "b", "m"])
        #expect(bench.receipts.observableReceipts[0].misc.note == "new")
        try await bench.receipts.continueReceiptQuery()
        #expect(bench.transport.requests.last?.parameters["continuationToken"] == "t1")
        #expect(bench.shown == ["a", "b", "m", "c", "d"])
    }

    @Test("the list is empty after a logout and after another user's login")
    func otherUser() async throws {
        let folder = TemporaryFolder()
        let bench = try await Bench.loggedIn(
            [.page(first, total: 2), .page(second, total: 2)],
            storage: folder.location
        )
        try await bench.receipts.initiateReceiptQuery()
        try await bench.logIn("b1")
        #expect(bench.shown.isEmpty)
        try await bench.receipts.initiateReceiptQuery()
        try await bench.auth.logoutUser()
        #expect(bench.shown.isEmpty)
        #expect(Bench(storage: folder.location).shown.isEmpty)
    }

    @Test("both forms of a page and an empty response are decoded")
    func shapes() async throws {
        let envelope = ContinuationReceiptList(receipts: first, totalCount: 9, continuationToken: "e")
        let bench = try await Bench.loggedIn([.value(envelope), .status(204), .json(#"[]"#)])
        let full = try await bench.receipts.getReceipts()
        #expect(full.receipts.count == 2 && full.totalCount == 9 && full.continuationToken == "e")
        let none = try await bench.receipts.getReceipts()
        #expect(none.receipts.isEmpty && none.totalCount == 0 && none.continuationToken == nil)
        #expect(try await bench.receipts.getReceipts().receipts.isEmpty)
    }

    @Test("more than 100 IDs or none are refused without a request", arguments: [0, 101])
    func batchSize(count: Int) async throws {
        let bench = try await Bench.loggedIn()
        let ids = (0..<count).map { "id-\($0)" }
        let error = await failure { try await bench.receipts.deleteReceipts(receiptIds: ids) }
        #expect(error?.type == .genericError && error?.code == 400)
        #expect((error as? AnybillDefaultError)?.errors?["receiptIds"] != nil)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("every call identifies the integration, and a PDF request sends both of its parameters")
    func headers() async throws {
        let bench = try await Bench.loggedIn([.bytes(Array("%PDF-1.4".utf8), contentType: "application/pdf")])
        _ = try await bench.receipts.getReceiptPdf(receiptId: "a")
        let request = try #require(bench.transport.requests.first)
        #expect(request.header("X-Anybill-Client-Id") == "app-1")
        #expect(request.parameters == ["IsPrintedVersion": "false", "IncludeReturnReceipts": "false"])
        #expect(request.timeout == .seconds(60))
    }
}
