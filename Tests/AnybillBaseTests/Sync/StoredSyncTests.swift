import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import GRDB
import Testing

@testable import AnybillBase

// The core with a store that fails: at its first read, while it is written, and while another context changes it.
@Suite("Failing stores")
struct StoredSyncTests {
    private let folder = TemporaryFolder()

    private func store() throws -> UserStore { try UserStore(partition: "p", folder: folder.url) }

    private func sync(_ store: UserStore) -> StoredSync { StoredSync(store, keepsEdits: true, logger: nil) }

    private func rename(_ table: String, to name: String, in store: UserStore) throws {
        try store.file.writeNow { try $0.execute(sql: "ALTER TABLE \(table) RENAME TO \(name)") }
    }

    /// Loads a list of the receipts "a" and "b".
    private func load(_ sync: inout StoredSync) {
        let time = sync.core.clock + 1
        _ = sync.handle(.initiate(ticket: 1, PageRequest(take: 9)))
        let page = LoadedPage(receipts: [makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)], totalCount: 2)
        _ = sync.handle(.pageEnded(read: time, .success(page)))
    }

    /// Makes an edit without a connection.
    ///
    /// - Returns: The result of the call.
    private func note(_ text: String, _ id: String, _ sync: inout StoredSync) -> SyncOutcome? {
        let sent = sync.handle(.edit(ticket: 7, .note(text), ids: [id])).effects
        guard case .send(let number, _, _)? = sent.last else { return nil }
        let fault = CallFault(.notSent, AnybillDefaultError(type: .networkError, code: 0))
        let ended = sync.handle(.editEnded(number: number, .fault(fault))).effects
        guard case .finish(ticket: 7, let outcome)? = ended.last else { return nil }
        return outcome
    }

    private func shown(_ sync: StoredSync) -> [String: String?] {
        Dictionary(uniqueKeysWithValues: sync.core.visible.receipts.map { ($0.id, $0.misc.note) })
    }

    @Test("an edit that cannot be stored is not reported as kept")
    func unwritableLog() throws {
        let store = try store()
        var sync = sync(store)
        load(&sync)
        try rename("setting", to: "elsewhere", in: store)
        guard case .failure(let error as AnybillDefaultError)? = note("x", "a", &sync) else {
            return #expect(Bool(false), "the edit is reported as made")
        }
        #expect(error.type == .networkError)
        #expect(!sync.isStored && shown(sync) == ["a": nil, "b": nil] && sync.core.log.isEmpty)
        try rename("elsewhere", to: "setting", in: store)
        guard case .receipt? = note("y", "b", &sync) else { return #expect(Bool(false), "the edit is not kept") }
        #expect(sync.isStored && shown(sync) == ["a": nil, "b": "y"])
        #expect(try store.load().log.edits.map(\.ids) == [["b"]])
    }

    @Test("kept edits survive a start at which the store cannot be read", arguments: [false, true])
    func unreadableStore(isLoaded: Bool) throws {
        do {
            var first = sync(try store())
            load(&first)
            _ = note("x", "a", &first)
        }
        let store = try store()
        try rename("receipt", to: "elsewhere", in: store)
        var sync = sync(store)
        #expect(!sync.isStored && sync.core.visible.receipts.isEmpty)
        if isLoaded { load(&sync) }
        guard case .failure? = note("z", "b", &sync) else {
            return #expect(Bool(false), "an edit that is not stored is reported as made")
        }
        try rename("elsewhere", to: "receipt", in: store)
        _ = sync.handle(.lookElsewhere)
        #expect(sync.isStored && shown(sync) == ["a": "x", "b": nil])
        #expect(sync.core.log.map(\.ids) == [["a"]])
        let stored = try store.load()
        #expect(stored.log.edits.map(\.ids) == [["a"]] && stored.rows.map(\.base.id) == ["a", "b"])
    }

    @Test("a store that has missed changes does not undo what another context has done in the meantime")
    func missedChanges() throws {
        let (one, two) = (try store(), try store())
        var sync = sync(one)
        load(&sync)
        var other = self.sync(two)
        // The first context cannot write any more; the second one can.
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        let sent = sync.handle(.edit(ticket: 2, .note("x"), ids: ["b"])).effects
        guard case .send(let number, _, _)? = sent.last else { return #expect(Bool(false), "nothing is sent") }
        _ = sync.handle(.editEnded(number: number, .receipt(makeReceipt("b", minute: 8, note: "x"))))
        #expect(!sync.isStored)
        let deletion = other.handle(.edit(ticket: 3, .deletion(isBatch: false), ids: ["a"])).effects
        guard case .send(let deleted, _, _)? = deletion.last else { return #expect(Bool(false), "nothing is sent") }
        _ = other.handle(.editEnded(number: deleted, .deleted))
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
        _ = sync.handle(.lookElsewhere)
        #expect(sync.isStored && shown(sync) == ["b": "x"])
        _ = other.handle(.lookElsewhere)
        #expect(shown(other) == ["b": "x"])
        #expect(try two.load().rows.map(\.base.id) == ["b"])
    }

    @Test("contexts whose database another one has replaced continue with the new one, and lose no kept edit")
    func replaced() throws {
        let one = try store()
        var sync = sync(one)
        load(&sync)
        _ = note("x", "a", &sync)
        try setDatabaseAside(in: folder)
        let two = try store()
        var other = self.sync(two)
        load(&other)
        _ = note("y", "b", &sync)
        #expect(sync.isStored && shown(sync) == ["a": "x", "b": "y"])
        #expect(try two.load().otherEdits.map(\.ids) == [["a"], ["b"]])
        _ = other.handle(.abandon(ticket: 0))
        #expect(shown(other) == ["a": "x", "b": "y"])
    }

    @Test("a kept edit that another context has taken over while the store failed is left to it")
    func takenOver() throws {
        let one = try store()
        var sync = sync(one)
        load(&sync)
        let sent = sync.handle(.edit(ticket: 2, .note("y"), ids: ["b"])).effects
        guard case .send(let number, _, _)? = sent.last else { return #expect(Bool(false), "nothing is sent") }
        _ = note("x", "a", &sync)
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        let fault = CallFault(.notSent, AnybillDefaultError(type: .networkError, code: 0))
        _ = sync.handle(.editEnded(number: number, .fault(fault)))
        #expect(!sync.isStored)
        var other = self.sync(try store())
        guard case .read? = other.handle(.sendKept).effects.first else {
            return #expect(Bool(false), "the edit is not sent")
        }
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
        #expect(sync.handle(.sendKept).effects.isEmpty)
        #expect(sync.isStored && sync.core.log.isEmpty && shown(sync) == ["a": "x", "b": nil])
    }

    @Test("a kept edit is not sent while the store offers it to other contexts")
    func unwritableStart() throws {
        let one = try store()
        var sync = sync(one)
        load(&sync)
        _ = note("x", "a", &sync)
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        #expect(sync.handle(.sendKept).effects.isEmpty)
        #expect(sync.core.log.map(\.phase) == [.kept])
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
        guard case .read(let read, _)? = sync.handle(.sendKept).effects.first else {
            return #expect(Bool(false), "the edit is not sent")
        }
        #expect(try one.load().log.edits.map(\.isKept) == [false])
        let sent = sync.handle(.receiptEnded(read: read, .success(makeReceipt("a", minute: 9)))).effects
        guard case .send? = sent.last else { return #expect(Bool(false), "the edit is not sent") }
    }

    @Test("the total of a complete list does not decrease with receipts that were fetched outside the query")
    func totalOfCompleteList() throws {
        var sync = sync(try store())
        load(&sync)
        let time = sync.core.clock + 1
        _ = sync.handle(.direct(ticket: 2, PageRequest(take: 1)))
        _ = sync.handle(.pageEnded(read: time, .success(LoadedPage(receipts: [makeReceipt("x", minute: 10)]))))
        #expect(sync.core.visible.receipts.count == 3 && sync.core.query?.totalCount == 2)
        for (id, total) in [("x", 2), ("a", 1)] {
            let sent = sync.handle(.edit(ticket: 3, .deletion(isBatch: false), ids: [id])).effects
            guard case .send(let number, _, _)? = sent.last else { return #expect(Bool(false), "nothing is sent") }
            _ = sync.handle(.editEnded(number: number, .deleted))
            #expect(sync.core.query?.totalCount == total)
        }
    }

    @Test("pages outside the query, and pages of the query while there are such, write only new receipts")
    func fewWrites() throws {
        var core = SyncCore()
        var written = 0
        func page(_ event: SyncEvent, _ minutes: Range<Int>, token: String?) {
            let time = core.clock + 1
            _ = core.handle(event)
            let receipts = minutes.reversed().map { makeReceipt("r\($0)", minute: $0) }
            let page = LoadedPage(receipts: receipts, totalCount: 999, continuationToken: token)
            let write = core.handle(.pageEnded(read: time, .success(page))).write
            written += write.whole?.count ?? 0
            written += write.changed.count + write.appended.count + write.inserted.count
        }
        page(.initiate(ticket: 1, PageRequest(take: 10)), 490..<500, token: "t0")
        for number in 0..<20 {
            let minutes = (240 - number * 10)..<(250 - number * 10)
            page(.direct(ticket: 2, PageRequest(take: 10)), minutes, token: nil)
        }
        for number in 1..<20 {
            let minutes = (490 - number * 10)..<(500 - number * 10)
            page(.proceed(ticket: 3, take: 10), minutes, token: "t\(number)")
        }
        #expect(core.visible.receipts.count == 400)
        #expect(written == 400)
    }

    @Test("a receipt outside the query whose date has changed moves, in the list and in the store")
    func changedDate() throws {
        let store = try store()
        var sync = sync(store)
        load(&sync)
        for minutes in [(10, 20), (30, 20), (30, 40)] {
            let time = sync.core.clock + 1
            _ = sync.handle(.direct(ticket: 2, PageRequest(take: 2)))
            let receipts = [makeReceipt("x", minute: minutes.0), makeReceipt("y", minute: minutes.1)]
            _ = sync.handle(.pageEnded(read: time, .success(LoadedPage(receipts: receipts))))
            let expected = minutes.0 > minutes.1 ? ["x", "y"] : ["y", "x"]
            #expect(sync.core.visible.receipts.map(\.id).filter(expected.contains) == expected)
            #expect(try store.load().rows.map(\.base.id) == sync.core.visible.receipts.map(\.id))
        }
    }

    @Test("a kept batch of 100 receipts does not read them all at once")
    func fewReads() throws {
        var core = SyncCore(keepsEdits: true)
        let ids = (0..<100).map { "r\($0)" }
        let sent = core.handle(.edit(ticket: 1, .deletion(isBatch: true), ids: ids)).effects
        guard case .send(let number, _, _)? = sent.last else { return #expect(Bool(false), "nothing is sent") }
        let fault = CallFault(.notSent, AnybillDefaultError(type: .networkError, code: 0))
        _ = core.handle(.editEnded(number: number, .fault(fault)))
        var reads = core.handle(.sendKept).effects[...]
        var (most, total) = (0, 0)
        while case .read(let time, let id)? = reads.first {
            most = max(most, reads.count)
            total += 1
            reads.removeFirst()
            reads += core.handle(.receiptEnded(read: time, .success(makeReceipt(id)))).effects
        }
        #expect(most == SyncCore.maximumReads && total == 100)
        guard case .send? = reads.first else { return #expect(Bool(false), "the deletion is not sent") }
    }
}
