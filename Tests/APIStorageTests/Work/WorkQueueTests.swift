import APIRuntime
import Foundation
import GRDB
import SeededTesting
import Testing

@testable import APIStorage

@Suite("Work queue")
struct WorkQueueTests {
    private let folder: TemporaryFolder
    private let time = TestTime()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> WorkQueue<String> {
        try WorkQueue(url: folder.file(), now: time.now)
    }

    @Test("items are claimed in the order of their due times, one per group at a time")
    func order() async throws {
        let queue = try open()
        let start = time.now()
        try await queue.enqueue("1", key: "a1", group: "a")
        try await queue.enqueue("2", key: "a2", group: "a")
        try await queue.enqueue("3", key: "b1", group: "b", due: start - 1)
        try await queue.enqueue("4", key: "c1", group: "c", due: start + 10)
        let first = try #require(await queue.claim())
        let second = try #require(await queue.claim())
        #expect([first.key, second.key] == ["b1", "a1"])
        #expect(try await queue.claim() == nil)
        #expect(try await queue.nextDue() == start + 10)
        #expect(try await queue.finish(second))
        #expect(try await queue.nextDue() == start)
        #expect(try await queue.claim(in: "b") == nil)
        #expect(try await queue.claim(in: "a")?.item == "2")
        time.advance(by: 10)
        #expect(try await queue.claim()?.key == "c1")
    }

    @Test("a key is enqueued once, whatever the state of its item")
    func uniqueKeys() async throws {
        let queue = try open()
        #expect(try await queue.enqueue("1", key: "a"))
        #expect(try await !queue.enqueue("2", key: "a"))
        let claim = try #require(await queue.claim())
        #expect(claim.item == "1")
        #expect(try await !queue.enqueue("2", key: "a"))
        try await queue.finish(claim, remembering: true)
        #expect(try await !queue.enqueue("2", key: "a"))
        #expect(try await queue.entry("a")?.state == .finished)
        #expect(try await queue.entry("a")?.item == nil)
        #expect(try await queue.forgetFinished(before: time.now()) == 0)
        time.advance(by: 1)
        #expect(try await queue.forgetFinished(before: time.now()) == 1)
        #expect(try await queue.enqueue("2", key: "a"))
    }

    @Test("after the clock is set back, an item that was enqueued or postponed before is due")
    func clockSetBack() async throws {
        let queue = try WorkQueue<String>(url: folder.file(), now: time.now, longestDelay: 3600)
        time.advance(by: 365 * 86_400)
        try await queue.enqueue("1", key: "postponed")
        let claim = try #require(await queue.claim())
        try await queue.postpone(claim, until: time.now() + 3600)
        try await queue.enqueue("2", key: "enqueued")
        time.advance(by: -365 * 86_400)
        #expect(try await queue.nextDue() == time.now())
        #expect(try await queue.claim(in: "")?.item == "2")
        #expect(try await queue.nextDue() == nil)
        try await queue.remove("enqueued")
        let second = try #require(await queue.claim())
        #expect(second.item == "1")
        try await queue.postpone(second, until: time.now() + 3600)
        #expect(try await queue.claim() == nil)
        #expect(try await queue.nextDue() == time.now() + 3600)
    }

    @Test("finished keys are kept by number, whatever the clock says")
    func forgettingByNumber() async throws {
        let queue = try open()
        for key in ["a", "b", "c"] {
            try await queue.enqueue(key, key: key)
            let claim = try #require(await queue.claim())
            try await queue.finish(claim, remembering: true)
        }
        try await queue.enqueue("d", key: "d")
        time.advance(by: 365 * 86_400)
        #expect(try await queue.forgetFinished(keeping: 2) == 1)
        #expect(try await queue.entries().map(\.key) == ["b", "c", "d"])
        #expect(try await queue.forgetFinished(keeping: 2) == 0)
    }

    @Test("a postponed item counts its attempts and waits until it is due")
    func postponing() async throws {
        let queue = try open()
        try await queue.enqueue("1", key: "a")
        let first = try #require(await queue.claim())
        #expect(first.attempt == 1)
        #expect(try await queue.postpone(first, until: time.now() + 60, cause: "network"))
        #expect(try await queue.claim() == nil)
        let waiting = try #require(await queue.entry("a"))
        #expect(waiting.state == .waiting && waiting.attempts == 1 && waiting.cause == "network")
        #expect(waiting.dueAt == time.now() + 60 && waiting.enqueuedAt == time.now())
        time.advance(by: 60)
        #expect(try await queue.claim()?.attempt == 2)
    }

    @Test("a failed item keeps its cause until it is retried or removed")
    func failing() async throws {
        let queue = try open()
        try await queue.enqueue("1", key: "a")
        let claim = try #require(await queue.claim())
        #expect(try await queue.fail(claim, cause: "refused"))
        #expect(try await queue.claim() == nil)
        #expect(try await queue.entry("a")?.state == .failed)
        #expect(try await queue.entry("a")?.cause == "refused")
        #expect(try await queue.entry("a")?.item == "1")
        #expect(try await queue.retry(failed: "a"))
        #expect(try await !queue.retry(failed: "a"))
        #expect(try await queue.claim()?.attempt == 1)
        #expect(try await queue.remove("a"))
        #expect(try await !queue.remove("a"))
        #expect(try await queue.entries().isEmpty)
    }

    @Test("a claim is valid once, and never for another item or another claim of the same key")
    func staleClaims() async throws {
        let queue = try open()
        try await queue.enqueue("1", key: "a")
        let first = try #require(await queue.claim())
        try await queue.remove("a")
        #expect(try await !queue.finish(first))
        try await queue.enqueue("2", key: "a")
        let second = try #require(await queue.claim())
        #expect(first.attempt == second.attempt)
        #expect(try await !queue.finish(first))
        #expect(try await !queue.postpone(first, until: time.now()))
        #expect(try await queue.fail(second, cause: "x"))
        #expect(try await !queue.finish(second))
        try await queue.retry(failed: "a")
        let third = try #require(await queue.claim())
        #expect(try await !queue.finish(second))
        #expect(try await !queue.fail(second, cause: "x"))
        #expect(try await queue.finish(third))
    }

    @Test("items in progress are due again after reopening, and their attempt counts")
    func reopening() async throws {
        let first = try open()
        for key in ["a", "b"] { try await first.enqueue(key, key: key, group: key) }
        let left = try #require(await first.claim())
        try first.close()
        let second = try open()
        #expect(try await second.entries().map(\.state) == [.waiting, .waiting])
        let again = try #require(await second.claim(in: left.group))
        #expect(again.key == left.key && again.attempt == 2)
        #expect(try await !second.finish(left))
        #expect(try await second.finish(again))
    }

    @Test("a second queue over the same file is refused until the first is closed")
    func owner() throws {
        let first = try open()
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .busy)
        try first.close()
        try open().close()
    }

    @Test("parallel workers process each item once, and one item per group at a time")
    func workers() async throws {
        let queue = try WorkQueue<Int>(url: folder.file(), now: time.now)
        for number in 0..<120 {
            try await queue.enqueue(number, key: "\(number)", group: "\(number % 5)")
        }
        let running = LockedState<Set<String>>([])
        let done = LockedState<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    while try await queue.nextDue() != nil || !running.withLock({ $0.isEmpty }) {
                        guard let claim = try await queue.claim() else {
                            await Task.yield()
                            continue
                        }
                        #expect(running.withLock { $0.insert(claim.group).inserted })
                        done.withLock { $0.append(claim.item) }
                        running.withLock { _ = $0.remove(claim.group) }
                        #expect(try await queue.finish(claim))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(done.withLock { $0.sorted() } == Array(0..<120))
    }

    @Test("content that this version cannot decode fails its item, and the next item is claimed")
    func unreadable() async throws {
        let old = try WorkQueue<[String]>(url: folder.file(), now: time.now)
        try await old.enqueue(["list"], key: "a")
        try old.close()
        let queue = try open()
        try await queue.enqueue("text", key: "b")
        #expect(try await queue.claim()?.key == "b")
        let entry = try #require(await queue.entry("a"))
        #expect(entry.state == .failed && entry.item == nil && entry.cause != nil)
    }

    @Test("a group can be removed alone, and its removal leaves no content on the disk")
    func deleting() async throws {
        let queue = try open()
        try await queue.enqueue("private-marker", key: "a", group: "anna")
        try await queue.enqueue("other", key: "b", group: "bert")
        #expect(try folder.contains("private-marker"))
        #expect(try await queue.removeAll(in: "anna") == 1)
        #expect(try await queue.entries().map(\.key) == ["b"])
        try await queue.removeAll()
        #expect(try await queue.entries().isEmpty)
        #expect(try !folder.contains("private-marker"))
        #expect(try await queue.enqueue("new", key: "b"))
    }

    @Test("a claim from before a complete removal ends no item that was enqueued after it")
    func staleClaim() async throws {
        let queue = try open()
        try await queue.enqueue("first", key: "a", group: "anna")
        let stale = try #require(try await queue.claim())
        try await queue.removeAll()
        try await queue.enqueue("second", key: "b", group: "bert")
        let current = try #require(try await queue.claim())
        #expect(try await queue.finish(stale) == false)
        #expect(try await queue.fail(stale, cause: "late") == false)
        #expect(try await queue.postpone(stale, until: .distantPast) == false)
        #expect(try await queue.entries().map(\.state) == [.running])
        #expect(try await queue.finish(current))
    }

    @Test("a damaged file is set aside and the queue continues")
    func damaged() async throws {
        let first = try open()
        try await first.enqueue("1", key: "a")
        try first.close()
        try damage(folder.file(), count: 50)
        let second = try open()
        #expect(try await second.entries().isEmpty)
        #expect(second.damagedFiles.count == 1)
        #expect(try await second.enqueue("1", key: "a"))
    }

    @Test("in a file with a damaged middle, the items before and after it are kept, including a claim")
    func salvaged() async throws {
        let first = try open()
        for number in 0..<100 {
            try await first.enqueue(String(repeating: "x", count: 2000), key: "\(number)", group: "\(number)")
        }
        let claim = try #require(await first.claim())
        try await first.storage.compact()
        try damage(folder.file(), at: 4096 * 20, count: 4096 * 8)
        try await first.storage.writer.unsafeRead { $0.releaseMemory() }
        let kept = try await first.entries()
        #expect((60..<100).contains(kept.count))
        #expect(kept.allSatisfy { $0.item?.count == 2000 })
        #expect(kept.first?.key == "0" && kept.last?.key == "99")
        #expect(first.damagedFiles.count == 1)
        #expect(try await first.finish(claim))
    }

    @Test("values of other types, as damage leaves them, end neither the process nor the other items")
    func otherTypes() async throws {
        let queue = try open()
        let columns = ["key", "lane", "attempts", "claims", "enqueuedAt", "dueAt", "payload", "cause"]
        for column in columns + ["none"] {
            try await queue.enqueue(column, key: column, group: column)
        }
        for (index, column) in columns.enumerated() {
            let value = index.isMultiple(of: 2) ? "x'ff00'" : "''"
            try await queue.storage.write {
                try $0.execute(sql: "UPDATE workItem SET \(column) = \(value) WHERE key = ?", arguments: [column])
            }
        }
        let entries = try await queue.entries()
        #expect(Set(columns).subtracting(entries.map(\.key)) == ["key"])
        var claimed: [String] = []
        while let claim = try await queue.claim() {
            claimed.append(claim.item)
            #expect(try await queue.finish(claim))
        }
        #expect(Set(columns).subtracting(claimed) == ["key", "payload"] && claimed.contains("none"))
        #expect(try await queue.claim() == nil)
    }

    @Test("a file with changed bytes ends no process, and the queue can be used", arguments: 1...UInt64(4))
    func changedBytes(seed: UInt64) async throws {
        let first = try open()
        for number in 0..<30 { try await first.enqueue("item", key: "k\(number)", group: "g\(number % 5)") }
        if let claim = try await first.claim() { try await first.finish(claim, remembering: true) }
        try first.close()
        let whole = try Data(contentsOf: folder.file())
        var random = SeededRandom(seed: seed)
        for round in 0..<25 {
            var changed = whole
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                // Most of the file is empty, so most changes are near an item or at the beginning of a page.
                let states = changed.range(of: Data("waiting".utf8))?.lowerBound ?? 0
                let page = Int.random(in: 0..<changed.count / 4096, using: &random) * 4096
                let places = [0..<changed.count, max(0, states - 40)..<states + 40, page..<page + 120]
                let place = places.randomElement(using: &random) ?? 0..<100
                changed[Int.random(in: place, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let file = folder.file("\(round).sqlite")
            try changed.write(to: file)
            let queue = try WorkQueue<String>(url: file, now: time.now)
            _ = try await queue.entries()
            _ = try await queue.nextDue()
            for _ in 0..<100 {
                guard let claim = try await queue.claim() else { break }
                _ = try await queue.finish(claim)
            }
            #expect(try await queue.enqueue("new", key: "new"), "seed \(seed), round \(round)")
            try queue.close()
        }
    }

    @Test("an in-memory queue works like one in a file")
    func memory() async throws {
        let queue = try WorkQueue<String>(inMemory: time.now)
        try await queue.enqueue("1", key: "a")
        let claim = try #require(await queue.claim())
        try await queue.finish(claim)
        #expect(try await queue.entries().isEmpty)
    }

    @Test("descriptions of entries and claims do not contain their content")
    func descriptions() async throws {
        let queue = try open()
        try await queue.enqueue("private-marker", key: "a")
        let entry = try #require(await queue.entry("a"))
        let claim = try #require(await queue.claim())
        var text = "\(entry) \(claim) \(String(reflecting: claim))"
        dump([claim], to: &text)
        #expect(!text.contains("private-marker"))
    }
}
