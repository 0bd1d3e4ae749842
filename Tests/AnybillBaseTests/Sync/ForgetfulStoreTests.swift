import APIStorage
import AnybillAPI
import Foundation
import GRDB
import SeededTesting
import Testing

@testable import AnybillBase

// Contexts that share a store which forgets what they have deleted.
@Suite("Stores that forget deletions")
struct ForgetfulStoreTests {
    private struct NothingSent: Error {}

    private let folder = TemporaryFolder()

    private func store() throws -> UserStore { try UserStore(partition: "p", folder: folder.url) }

    private func sync(_ store: UserStore) -> StoredSync { StoredSync(store, keepsEdits: true, logger: nil) }

    /// Lets another process find damage, and replace the database by one without content.
    private func replaceDatabase() throws -> UserStore {
        try setDatabaseAside(in: folder)
        return try store()
    }

    private func load(_ receipts: [Receipt], _ sync: inout StoredSync) throws {
        let sent = sync.handle(.initiate(ticket: 1, PageRequest(take: 9))).effects
        guard case .fetch(let read, _)? = sent.last else { throw NothingSent() }
        let page = LoadedPage(receipts: receipts, totalCount: receipts.count)
        _ = sync.handle(.pageEnded(read: read, .success(page)))
    }

    private func delete(_ id: String, _ result: EditResult, _ sync: inout StoredSync) throws {
        let sent = sync.handle(.edit(ticket: 3, .deletion(isBatch: false), ids: [id])).effects
        guard case .send(let number, _, _)? = sent.last else { throw NothingSent() }
        _ = sync.handle(.editEnded(number: number, result))
    }

    /// Changes the note of the receipt "b".
    private func note(_ text: String, _ sync: inout StoredSync) throws {
        let sent = sync.handle(.edit(ticket: 2, .note(text), ids: ["b"])).effects
        guard case .send(let number, _, _)? = sent.last else { throw NothingSent() }
        _ = sync.handle(.editEnded(number: number, .receipt(makeReceipt("b", minute: 8, note: text))))
    }

    private func shown(_ sync: StoredSync) -> [String] { sync.core.visible.receipts.map(\.id) }

    @Test(
        "a receipt that one context has deleted does not return after the database was replaced, whoever notices first",
        arguments: [false, true]
    )
    func deletedBeforeReplacement(isDeleterFirst: Bool) throws {
        let (one, two) = (try store(), try store())
        var sync = sync(one)
        try load([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)], &sync)
        var deleter = self.sync(two)
        try delete("a", .deleted, &deleter)
        let fresh = try replaceDatabase()
        if isDeleterFirst { _ = deleter.handle(.abandon(ticket: 0)) }
        _ = sync.handle(.abandon(ticket: 0))
        _ = deleter.handle(.abandon(ticket: 0))
        _ = sync.handle(.abandon(ticket: 0))
        #expect(shown(sync) == ["b"] && shown(deleter) == ["b"])
        #expect(try fresh.load().rows.map(\.base.id) == ["b"])
    }

    @Test("a deletion after the database was replaced is noticed although the changes are counted from 1 again")
    func deletedAfterReplacement() throws {
        let (one, two) = (try store(), try store())
        var sync = sync(one)
        try load([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)], &sync)
        var deleter = self.sync(two)
        try note("x", &deleter)
        _ = sync.handle(.abandon(ticket: 0))
        let fresh = try replaceDatabase()
        _ = deleter.handle(.abandon(ticket: 0))
        try delete("a", .deleted, &deleter)
        #expect(try fresh.load().confirmed.map(\.number) == [1])
        _ = sync.handle(.abandon(ticket: 0))
        #expect(sync.core.visible.receipts.map(\.misc.note) == ["x"] && shown(sync) == ["b"])
        #expect(try fresh.load().rows.map(\.base.id) == ["b"])
    }

    @Test("a deletion does not return that the store has forgotten while a context could not write")
    func forgottenDeletion() throws {
        let (one, two) = (try store(), try store())
        var sync = sync(one)
        try load([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)], &sync)
        var deleter = self.sync(two)
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        try note("x", &sync)
        #expect(!sync.isStored)
        try delete("a", .deleted, &deleter)
        for number in 0..<UserStore.confirmedLimit { try note("n\(number)", &deleter) }
        #expect(try two.load().confirmed.allSatisfy { !$0.change.isDeletion })
        try one.file.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
        _ = sync.handle(.abandon(ticket: 0))
        #expect(sync.isStored && shown(sync) == ["b"])
        #expect(try two.load().rows.map(\.base.id) == ["b"])
    }

    @Test("a list that was loaded before the store could be opened outlives the list of a store with many changes")
    func firstRead() throws {
        var former = sync(try store())
        try load([makeReceipt("a", minute: 9), makeReceipt("b", minute: 8)], &former)
        for number in 0...UserStore.confirmedLimit { try note("n\(number)", &former) }
        let stored = try store()
        #expect(try stored.load().confirmed.first?.number == 2)
        var sync = sync(try UserStore(partition: "p", folder: nil, isTemporary: true))
        try load([makeReceipt("a", minute: 9), makeReceipt("c", minute: 7)], &sync)
        _ = sync.move(to: stored)
        #expect(sync.isStored && shown(sync) == ["a", "c"])
        #expect(try stored.load().rows.map(\.base.id) == ["a", "c"])
    }

    @Test("no deleted receipt returns, whatever the order of deletions and replacements", arguments: 0..<40)
    func anyOrder(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var server = (0..<6).map { makeReceipt("r\($0)", minute: 9 - $0) }
        var contexts = try (0..<3).map { _ in sync(try store()) }
        try load(server, &contexts[0])
        for _ in 0..<40 {
            let index = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try replaceDatabase()
            case 1:
                guard let id = shown(contexts[index]).randomElement(using: &random) else { continue }
                let isKnown = server.contains { $0.id == id }
                server.removeAll { $0.id == id }
                try delete(id, isKnown ? .deleted : .fault(.gone), &contexts[index])
            case 2: try load(server, &contexts[index])
            default: _ = contexts[index].handle(.abandon(ticket: 0))
            }
        }
        for _ in 0..<3 {
            for index in contexts.indices { _ = contexts[index].handle(.abandon(ticket: 0)) }
        }
        let ids = Set(server.map(\.id))
        for context in contexts { #expect(ids.isSuperset(of: shown(context))) }
        #expect(ids.isSuperset(of: try store().load().rows.map(\.base.id)))
    }
}
