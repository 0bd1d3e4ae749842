import APIRuntime
import APITesting
import AnybillAPI
import Testing

@testable import AnybillBase

@Suite("The order of calls with completion handlers", .timeLimit(.minutes(2)))
@MainActor
struct CallOrderTests {
    private let service = HeldService([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)])

    private func bench() -> Bench {
        Bench(ScriptedTransport { [service] in await service.response(to: $0) })
    }

    private func user(_ name: String) -> TokenUser {
        TokenUser(accessToken: name, expiresIn: 3600, refreshToken: "r-\(name)")
    }

    /// Makes calls in one turn of the main actor, and waits for their completion handlers.
    private func all(_ calls: [(@escaping @MainActor () -> Void) -> Void]) async {
        let ends = AsyncStream.makeStream(of: Void.self)
        for call in calls { call { ends.continuation.yield() } }
        var iterator = ends.stream.makeAsyncIterator()
        for _ in calls { await iterator.next() }
    }

    // Tasks start in any order, though seldom in another one than that of their creation.
    @Test("the last login or logout takes effect", arguments: 0..<100)
    func logins(_ run: Int) async throws {
        let bench = bench()
        let (auth, session) = (bench.auth, bench.context.session)
        await all([
            { end in auth.loginTokenUser(tokenUser: user("ada")) { _ in end() } },
            { end in auth.loginTokenUser(tokenUser: user("bob")) { _ in end() } },
        ])
        #expect(try await session.current()?.token.accessToken == "bob")
        await all([
            { end in auth.logoutUser { _ in end() } },
            { end in auth.loginTokenUser(tokenUser: user("eve")) { _ in end() } },
        ])
        #expect(try await session.current()?.token.accessToken == "eve")
        await all([
            { end in auth.loginTokenUser(tokenUser: user("ada")) { _ in end() } },
            { end in auth.logoutUser { _ in end() } },
        ])
        #expect(try await session.current() == nil)
    }

    @Test("calls after a login or a logout are those of the next user", arguments: 0..<50)
    func nextUser(_ run: Int) async throws {
        let bench = bench()
        try await bench.logIn("ada")
        let outcomes = LockedState<[Bool]>([])
        let edit = { (note: String, end: @escaping @MainActor () -> Void) in
            bench.receipts.updateReceiptNote(receiptId: "a", note: note) { result in
                outcomes.withLock { $0.append((try? result.get()) != nil) }
                end()
            }
        }
        await all([
            { end in bench.auth.loginTokenUser(tokenUser: user("bob")) { _ in end() } },
            { end in edit("bob's", end) },
        ])
        #expect(outcomes.withLock { $0 } == [true])
        #expect(bench.transport.requests.last?.header("Authorization") == "Bearer bob")
        await all([
            { end in bench.auth.logoutUser { _ in end() } },
            { end in edit("nobody's", end) },
        ])
        #expect(outcomes.withLock { $0 } == [true, false])
        #expect(await service.receipts["a"]?.misc.note == "bob's")
    }

    @Test("a call that is refused at once lets no later one overtake", arguments: 0..<50)
    func refused(_ run: Int) async throws {
        let bench = bench()
        try await bench.logIn()
        let receipts = bench.receipts
        await all([
            { end in receipts.updateReceiptNote(receiptId: "a", note: "1") { _ in end() } },
            { end in receipts.deleteReceipts(receiptIds: []) { _ in end() } },
            { end in receipts.updateReceiptNote(receiptId: "a", note: "2") { _ in end() } },
        ])
        #expect(await service.receipts["a"]?.misc.note == "2")
    }

    @Test("the last edit and the last query take effect", arguments: 0..<100)
    func edits(_ run: Int) async throws {
        let bench = bench()
        try await bench.logIn()
        let receipts = bench.receipts
        await all([
            { end in receipts.initiateReceiptQuery(orderDirection: .Ascending) { _ in end() } },
            { end in receipts.initiateReceiptQuery(orderDirection: .Descending) { _ in end() } },
        ])
        #expect(await bench.context.library.query?.orderDirection == .Descending)
        await all(
            (1...3).map { number in
                { end in receipts.updateReceiptNote(receiptId: "a", note: "\(number)") { _ in end() } }
            }
        )
        #expect(await service.receipts["a"]?.misc.note == "3")
        await all([
            { end in receipts.updateReceiptNote(receiptId: "a", note: "4") { _ in end() } },
            { end in receipts.deleteReceipt(receiptId: "a") { _ in end() } },
        ])
        #expect(await service.log.suffix(2).map { String($0.prefix(3)) } == ["PUT", "DEL"])
    }

    @Test("a call that takes long does not delay later ones")
    func slow() async throws {
        let bench = bench()
        try await bench.logIn()
        let receipts = bench.receipts
        await service.hold("GET /api/v4/receipt/a/pdf")
        await service.hold("PUT /api/v4/receipt/a/note")
        let ends = AsyncStream.makeStream(of: String.self)
        receipts.getReceiptPdf(receiptId: "a") { _ in ends.continuation.yield("pdf") }
        receipts.updateReceiptNote(receiptId: "a", note: "x") { _ in ends.continuation.yield("note") }
        receipts.toggleIsFavourite(receiptId: "b") { _ in ends.continuation.yield("favourite") }
        var iterator = ends.stream.makeAsyncIterator()
        #expect(await iterator.next() == "favourite")
        await service.releaseAll()
        #expect(Set([await iterator.next(), await iterator.next()]) == ["pdf", "note"])
    }
}
