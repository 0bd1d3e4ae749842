import APIRuntime
import APIStorage
import Foundation
import GRDB
import Testing

@testable import AnybillBase

@Suite("Login store")
struct UserStoreTests {
    private let query = ReceiptQuery(orderBy: .date, orderDirection: .descending, continuationToken: "t", totalCount: 9)

    private func store() throws -> UserStore { try UserStore(partition: "p", folder: nil) }

    @Test("receipts are restored completely, in order, with the query state")
    func roundTrip() throws {
        let store = try store()
        let receipts = [makeReceipt("b", minute: 2, note: "x", lines: [makeLine("Tea")]), makeReceipt("a", minute: 1)]
        try store.replaceAll(by: receipts, query: query)
        #expect(try store.receipts() == receipts)
        #expect(try store.firstReceipts(limit: 1) == [receipts[0]])
        #expect(try store.query() == query)
    }

    @Test("a further page is appended, and a replaced receipt keeps its position")
    func append() throws {
        let store = try store()
        try store.replaceAll(by: [makeReceipt("a"), makeReceipt("b")], query: query)
        try store.replace(makeReceipt("a", note: "x"))
        try store.append([makeReceipt("c")])
        #expect(try store.receipts().map(\.id) == ["a", "b", "c"])
        #expect(try store.receipts().first?.misc.note == "x")
    }

    @Test("receipts can be inserted after another or at the start any number of times")
    func insert() throws {
        let store = try store()
        try store.replaceAll(by: [makeReceipt("a"), makeReceipt("z")], query: query)
        // More insertions than fit between two positions by halving, so that the positions must be reassigned.
        var expected = ["a"]
        for number in 0..<40 {
            try store.insert(makeReceipt("m\(number)"), after: "a")
            expected.insert("m\(number)", at: 1)
        }
        try store.insert(makeReceipt("first"), after: nil)
        #expect(try store.receipts().map(\.id) == ["first"] + expected + ["z"])
    }

    @Test("removed receipts are deleted with their content areas and search index entries")
    func remove() async throws {
        let store = try store()
        try store.replaceAll(by: [makeReceipt("a", note: "tea"), makeReceipt("b", note: "tea")], query: query)
        try store.save(ContentArea(id: "c"), of: "a")
        try store.remove(["a", "unknown"])
        #expect(try store.receipts().map(\.id) == ["b"])
        #expect(try store.contentArea(of: "a") == nil)
        #expect(try await store.search(ReceiptSearch("tea")).map(\.id) == ["b"])
    }

    @Test("settings are kept after closing and reopening")
    func reopen() throws {
        let folder = TemporaryFolder()
        let user = AnybillUser(id: "u", email: "", isAnonymous: true)
        let first = try UserStore(partition: "p", folder: folder.url)
        try first.save(user)
        try first.changePushState { $0.begin("fcm") }
        try first.replaceAll(by: [makeReceipt("a")], query: query)
        first.close()
        let second = try UserStore(partition: "p", folder: folder.url)
        #expect(try second.user() == user)
        #expect(try second.pushState() == PushState(registered: nil, possible: ["fcm"]))
        #expect(try second.receipts().map(\.id) == ["a"])
    }

    @Test("only changes of the list and the edits by another context make it read the list again")
    func revisions() throws {
        let folder = TemporaryFolder()
        let one = try UserStore(partition: "p", folder: folder.url)
        let two = try UserStore(partition: "p", folder: folder.url)
        #expect(!one.isChangedElsewhere() && !two.isChangedElsewhere())
        try two.save(AnybillUser(id: "u", email: "", isAnonymous: true))
        try two.changePushState { $0.begin("fcm") }
        try two.save(ContentArea(id: "c"), of: "a")
        #expect(!one.isChangedElsewhere())
        try two.replaceAll(by: [makeReceipt("a")], query: query)
        #expect(one.isChangedElsewhere() && !one.isChangedElsewhere() && !two.isChangedElsewhere())
        var write = StoreWrite()
        write.log = StoredLog(edits: [StoredLog.Edit(ids: ["a"], change: .note("x"), number: 1, order: 1, isKept: true)]
        )
        try two.write(write)
        #expect(one.isChangedElsewhere())
        #expect(try !one.adoptLogs().isEmpty)
        #expect(!one.isChangedElsewhere() && two.isChangedElsewhere())
    }

    @Test("a context has a lock only while it sends edits, which others do not take over")
    func lockOfSender() throws {
        let folder = TemporaryFolder()
        let (one, two) = (
            try UserStore(partition: "p", folder: folder.url), try UserStore(partition: "p", folder: folder.url)
        )
        var sync = StoredSync(one, keepsEdits: true, logger: nil)
        let locks = {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("log-") }
        }
        #expect(try locks().isEmpty)
        let outcome = sync.handle(.edit(ticket: 1, .note("x"), ids: ["a"]))
        #expect(!outcome.effects.isEmpty)
        #expect(try locks().count == 1)
        #expect(try two.adoptLogs().isEmpty)
        one.release()
        #expect(try locks().isEmpty)
        #expect(try two.adoptLogs().edits.map(\.ids) == [["a"]])
    }

    @Test("the lock files of contexts are deleted when they end, or when another context starts")
    func lockFiles() throws {
        let folder = TemporaryFolder()
        let locks = {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("log-") }
        }
        let first = try UserStore(partition: "p", folder: folder.url)
        #expect(try locks().isEmpty)
        first.hold()
        let name = try #require(try locks().first)
        // A process that was killed leaves its file.
        try Data().write(to: folder.url.appendingPathComponent("log-\(UUID().uuidString).lock"))
        let second = try UserStore(partition: "p", folder: folder.url)
        #expect(try locks() == [name])
        second.hold()
        #expect(try locks().count == 2)
        first.close()
        #expect(try locks().count == 1 && !locks().contains(name))
        second.release()
        #expect(try locks().isEmpty)
        second.close()
        #expect(try locks().isEmpty)
    }

    @Test("the push token that an earlier version has stored counts as registered")
    func formerPushToken() throws {
        let store = try store()
        try store.file.writeNow { try $0.execute(sql: "INSERT INTO setting VALUES ('pushToken', CAST('fcm' AS BLOB))") }
        #expect(try store.pushState() == PushState(registered: "fcm", possible: ["fcm"]))
    }

    @Test("the confirmed changes are copied from a damaged database, so that their numbers continue")
    func salvagedChanges() throws {
        let (damaged, fresh) = (try store(), try store())
        try damaged.write(StoreWrite(confirmed: [ConfirmedChange(ids: ["a"], change: .deletion(isBatch: false))]))
        try damaged.file.readNow { former in try fresh.file.writeNow { try UserStore.salvage(former, $0) } }
        // A deletion is listed once.
        try fresh.write(
            StoreWrite(
                confirmed: [
                    ConfirmedChange(ids: ["a"], change: .deletion(isBatch: false)),
                    ConfirmedChange(ids: ["b"], change: .note("x")),
                ]
            )
        )
        let confirmed = try fresh.load().confirmed
        #expect(confirmed.map(\.ids) == [["a"], ["b"]] && confirmed.map(\.number) == [1, 2])
    }

    @Test("settings of other types, as damage leaves them, are not copied, and do not end the process")
    func salvagedTypes() throws {
        let (damaged, fresh) = (try store(), try store())
        try damaged.changePushState { $0.begin("fcm") }
        try damaged.file.writeNow { database in
            try database.execute(sql: "INSERT INTO setting VALUES ('confirmed', 5), ('refusals', 1.5)")
        }
        try damaged.file.readNow { former in try fresh.file.writeNow { try UserStore.salvage(former, $0) } }
        #expect(try fresh.pushState().possible == ["fcm"])
    }

    @Test("settings are read from and written to the database that another process has put in place of a damaged one")
    func replacedDatabase() throws {
        let folder = TemporaryFolder()
        let one = try UserStore(partition: "p", folder: folder.url)
        try one.changePushState { $0.begin("old") }
        try setDatabaseAside(in: folder)
        let two = try UserStore(partition: "p", folder: folder.url)
        try two.changePushState { $0.begin("new") }
        #expect(try one.pushState().possible == ["new"])
        try one.changePushState { $0.begin("newer") }
        #expect(try two.pushState().possible == ["new", "newer"])
    }

    @Test("a body that is no longer readable is left out")
    func damagedBody() throws {
        let store = try store()
        try store.replaceAll(by: [makeReceipt("a"), makeReceipt("b")], query: query)
        try store.file.writeNow { try $0.execute(sql: "UPDATE receipt SET body = x'7B' WHERE id = 'a'") }
        #expect(try store.receipts().map(\.id) == ["b"])
    }

    @Test("folders of previous logins are deleted at the start")
    func leftovers() throws {
        let folder = TemporaryFolder()
        let storage = UserStorage(folder.location)
        let store = try storage.prepare(UUID().uuidString)
        _ = try storage.prepare(UUID().uuidString)
        try storage.activate(store)
        #expect(UserStorage(folder.location).current?.partition == store.partition)
        let users = folder.url.appendingPathComponent("users").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: users) == [store.partition])
    }
}
