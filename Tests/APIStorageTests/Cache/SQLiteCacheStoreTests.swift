import APIRuntime
import Foundation
import GRDB
import HTTPTypes
import SeededTesting
import Testing

@testable import APIStorage

@Suite("File cache")
struct SQLiteCacheStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ capacity: Int = 1_000_000) throws -> SQLiteCacheStore {
        try SQLiteCacheStore(url: folder.file(), capacity: capacity)
    }

    private func names(_ store: SQLiteCacheStore, _ names: String...) async -> [String] {
        var found: [String] = []
        for name in names where await !store.entries(for: cacheEntry(name).key).isEmpty { found.append(name) }
        return found
    }

    @Test("an entry is restored unchanged, even after reopening")
    func roundTrip() async throws {
        var entry = cacheEntry("https://example.com/a?b=%20", variant: "v1", size: 5000, fill: 0)
        entry.headers = [.eTag: "\"ä\"", .contentType: "text/plain", .vary: "Accept", .vary: "Accept-Language"]
        entry.varyNames = ["accept", "accept-language"]
        entry.status = 404
        let first = try open()
        await first.store(entry)
        #expect(await first.entries(for: entry.key) == [entry])
        try first.close()
        #expect(await first.entries(for: entry.key) == [])
        #expect(try await open().entries(for: entry.key) == [entry])
    }

    @Test("a cache whose file has changed bytes can be opened and used", arguments: 1...UInt64(4))
    func changedBytes(seed: UInt64) async throws {
        let first = try open()
        for number in 0..<20 { await first.store(cacheEntry("\(number)", variant: "v", size: 3000)) }
        try first.close()
        let whole = try Data(contentsOf: folder.file())
        var random = SeededRandom(seed: seed)
        for round in 0..<25 {
            var changed = whole
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                // The beginnings of pages describe their content.
                let page = Int.random(in: 0..<changed.count / 4096, using: &random) * 4096
                let place = Bool.random(using: &random) ? 0..<changed.count : page..<page + 120
                changed[Int.random(in: place, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let file = folder.file("\(round).sqlite")
            try changed.write(to: file)
            let store = try SQLiteCacheStore(url: file, capacity: 1_000_000)
            for number in 0..<20 { _ = await store.entries(for: cacheEntry("\(number)").key) }
            for number in 0..<20 { await store.store(cacheEntry("new \(number)")) }
            #expect(await names(store, "new 0", "new 19") == ["new 0", "new 19"], "seed \(seed), round \(round)")
            try store.close()
        }
    }

    @Test("variants are stored separately and removed together")
    func variants() async throws {
        let store = try open()
        await store.store(cacheEntry("a", variant: "1"))
        await store.store(cacheEntry("a", variant: "2"))
        await store.store(cacheEntry("a", variant: "2", fill: 9))
        await store.store(cacheEntry("b"))
        let found = await store.entries(for: cacheEntry("a").key)
        #expect(found.map(\.variant) == ["1", "2"])
        #expect(found.last?.body.first == 9)
        #expect(await store.size == 3000)
        await store.remove(cacheEntry("a").key)
        #expect(await names(store, "a", "b") == ["b"])
        #expect(await store.size == 1000)
    }

    @Test("the least recently used entries are evicted, and reading counts as use")
    func leastRecent() async throws {
        let store = try open(3000)
        for name in ["a", "b", "c"] { await store.store(cacheEntry(name)) }
        _ = await store.entries(for: cacheEntry("a").key)
        await store.store(cacheEntry("d"))
        #expect(await names(store, "a", "b", "c", "d") == ["a", "c", "d"])
        await store.store(cacheEntry("e", size: 2500))
        #expect(await names(store, "a", "c", "d", "e") == ["e"])
        #expect(await store.size == 2500)
    }

    @Test("an entry larger than the store is left out and its older version deleted")
    func tooLarge() async throws {
        let store = try open(1500)
        await store.store(cacheEntry("a"))
        await store.store(cacheEntry("a", size: 1501))
        #expect(await store.count == 0)
        #expect(await store.size == 0)
    }

    @Test("a smaller limit applies from the next entry")
    func smallerBound() async throws {
        let first = try open(10_000)
        for number in 0..<10 { await first.store(cacheEntry("\(number)")) }
        try first.close()
        let second = try open(3000)
        await second.store(cacheEntry("new"))
        #expect(await second.size == 3000)
        #expect(await names(second, "0", "7", "8", "9", "new") == ["8", "9", "new"])
    }

    @Test("the eviction order equals that of the memory store, over many random steps")
    func sameAsMemory() async throws {
        var generator = SystemRandomNumberGenerator()
        let (disk, memory) = (try SQLiteCacheStore(inMemory: 8000), MemoryCacheStore(capacity: 8000))
        for _ in 0..<600 {
            let entry = cacheEntry("\(Int.random(in: 0..<20, using: &generator))", size: .random(in: 600...2500))
            if Bool.random(using: &generator) {
                await disk.store(entry)
                await memory.store(entry)
            } else {
                #expect(await disk.entries(for: entry.key) == memory.entries(for: entry.key))
            }
            #expect(await disk.size == memory.size)
        }
    }

    @Test("a deletion leaves the others, and nothing of the owner in any file")
    func clear() async throws {
        try Data("no database, but private-marker of anna".utf8).write(to: folder.file())
        let store = try open()
        #expect(store.damagedFiles.count == 1)
        var entry = cacheEntry("a")
        entry.body = Array(String(repeating: "private-marker", count: 1000).utf8)
        await store.store(entry)
        await store.store(cacheEntry("a", "bert"))
        #expect(try folder.contains("private-marker"))
        await store.removeAll(partition: "anna")
        #expect(await store.entries(for: entry.key) == [])
        #expect(await store.entries(for: cacheEntry("a", "bert").key).count == 1)
        #expect(await store.size == 1000)
        #expect(try !folder.contains("private-marker"))
        #expect(store.damagedFiles.isEmpty)
        await store.store(entry)
        #expect(await store.entries(for: entry.key) == [entry])
    }

    @Test("a deletion that may not delete rows deletes the file")
    func stubbornRows() async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator)
        let store = try SQLiteCacheStore(file, capacity: 10_000)
        await store.store(cacheEntry("a"))
        try await file.write {
            try $0.execute(
                sql: "CREATE TRIGGER no BEFORE DELETE ON cacheEntry BEGIN SELECT raise(ABORT, 'no'); END"
            )
        }
        await store.removeAll(partition: "anna")
        #expect(await store.count == 0)
        await store.store(cacheEntry("b"))
        #expect(await names(store, "a", "b") == ["b"])
    }

    @Test("the end of an owner deletes the entries of all its sessions, and of no other owner")
    func sessions() async throws {
        let store = try open()
        for name in ["anna", "anna#1", "anna#2", "anna2", "ann", "anna$"] { await store.store(cacheEntry("a", name)) }
        await store.removeAll(partition: "anna")
        var left: [String] = []
        for name in ["anna", "anna#1", "anna#2", "anna2", "ann", "anna$"] {
            if await !store.entries(for: cacheEntry("a", name).key).isEmpty { left.append(name) }
        }
        #expect(left == ["anna2", "ann", "anna$"])
    }

    @Test("owners whose names differ behind a NUL are two owners")
    func nulNames() async throws {
        let store = try open()
        let names = ["a", "a\0", "a\0b", "a\u{1}0b", "a\u{1}"]
        for name in names { await store.store(cacheEntry("a", name)) }
        #expect(await store.count == names.count)
        await store.removeAll(partition: "a\0b")
        #expect(await store.count == names.count - 1)
        #expect(await !store.entries(for: cacheEntry("a", "a").key).isEmpty)
    }

    @Test("a deletion that is not possible hides the owner until it is")
    func impossibleDeletion() async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator)
        let store = try SQLiteCacheStore(file, capacity: 10_000)
        await store.store(cacheEntry("a"))
        await store.store(cacheEntry("a", "bert"))
        await store.store(cacheEntry("a", "anna#1"))
        // A closed file can be neither changed nor erased.
        try file.close()
        await store.removeAll(partition: "anna")
        #expect(await store.entries(for: cacheEntry("a").key) == [])
        #expect(await store.entries(for: cacheEntry("a", "anna#1").key) == [])
        await store.store(cacheEntry("b"))
        #expect(await store.entries(for: cacheEntry("b").key) == [])
    }

    @Test("if the entries of a resource cannot be deleted, the whole file is", arguments: [true, false])
    func stubbornResource(_ isWrite: Bool) async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator)
        let store = try SQLiteCacheStore(file, capacity: 10_000)
        let entry = cacheEntry("a")
        for name in ["a", "b"] { await store.store(cacheEntry(name)) }
        try await file.write {
            try $0.execute(
                sql: "CREATE TRIGGER no BEFORE DELETE ON cacheEntry BEGIN SELECT raise(ABORT, 'no'); END"
            )
        }
        if isWrite {
            #expect(await store.removeFromAllPartitions(method: entry.key.method, url: entry.key.url))
        } else {
            await store.remove(entry.key)
        }
        // A later launch would read entries that are only hidden now.
        #expect(await names(store, "a", "b") == [])
        #expect(await store.variantNames(for: entry.key) == [])
        await store.store(entry)
        #expect(await names(store, "a", "b") == ["a"])
    }

    @Test("a row with an impossible use or cost does not keep others from being stored")
    func strangeNumbers() async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator)
        let store = try SQLiteCacheStore(file, capacity: 10_000)
        for damage in ["lastUse = 9223372036854775807", "cost = -1e300", "lastUse = 'x'", "cost = 9e99"] {
            await store.store(cacheEntry("a"))
            try await file.write { try $0.execute(sql: "UPDATE cacheEntry SET \(damage)") }
            await store.store(cacheEntry("b"))
            #expect(await names(store, "b") == ["b"], "\(damage)")
            await store.removeAll(partition: "anna")
        }
    }

    @Test(
        "an invalid row counts as missing",
        arguments: [
            "headers = x'00ff'", "status = 'x'", "status = x'00'", "status = 1e300", "requestedAt = 'x'",
            "receivedAt = x'00'", "varyNames = x'ff00'", "body = 1",
        ]
    )
    func strangeRow(_ damage: String) async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator)
        let store = try SQLiteCacheStore(file, capacity: 10_000)
        await store.store(cacheEntry("a"))
        try await file.write { try $0.execute(sql: "UPDATE cacheEntry SET \(damage)") }
        #expect(await store.entries(for: cacheEntry("a").key) == [])
        await store.store(cacheEntry("a"))
        #expect(await names(store, "a") == ["a"])
    }

    @Test("a row with an invalid cost is evicted like any other")
    func strangeCost() async throws {
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator)
        let store = try SQLiteCacheStore(file, capacity: 10_000)
        for name in ["a", "b", "c"] { await store.store(cacheEntry(name, size: 2_000)) }
        try await file.write { try $0.execute(sql: "UPDATE cacheEntry SET cost = 'x' WHERE url LIKE '%a'") }
        for name in ["d", "e", "f", "g"] { await store.store(cacheEntry(name, size: 2_000)) }
        #expect(await names(store, "a", "g") == ["g"])
    }

    @Test("entries in a file that another process has put in place of a damaged one are removed there")
    func replacedFile() async throws {
        let one = try open()
        await one.store(cacheEntry("a"))
        // Another process finds damage, and replaces the file.
        for ending in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(
                at: folder.file("data.sqlite\(ending)"),
                to: folder.file("former.sqlite\(ending)")
            )
        }
        let two = try open()
        for name in ["a", "b"] { await two.store(cacheEntry(name)) }
        await two.store(cacheEntry("c", "bert"))
        await one.remove(cacheEntry("b").key)
        #expect(await names(two, "a", "b") == ["a"])
        await one.removeAll(partition: "anna")
        #expect(await names(two, "a", "b").isEmpty)
        #expect(await two.entries(for: cacheEntry("c", "bert").key).count == 1)
    }

    @Test("a damaged file is an empty cache and stays usable")
    func damaged() async throws {
        let first = try open()
        for number in 0..<200 { await first.store(cacheEntry("\(number)", size: 3000)) }
        try first.close()
        try damage(folder.file(), at: 4096, count: 4096 * 30)
        let second = try open()
        #expect(await second.entries(for: cacheEntry("1").key) == [])
        await second.store(cacheEntry("1"))
        #expect(await names(second, "1") == ["1"])
        #expect(second.damagedFiles.count == 1)
    }

    @Test("on a full disk, the new entry and the version it replaces are left out")
    func full() async throws {
        var options = DatabaseOptions()
        options.readers = 0
        options.prepare = { try $0.execute(sql: "PRAGMA max_page_count = 20") }
        let file = try DatabaseFile(url: folder.file(), migrator: CacheSchema.migrator, options: options)
        let store = try SQLiteCacheStore(file, capacity: 1_000_000)
        await store.store(cacheEntry("a"))
        await store.store(cacheEntry("b"))
        await store.store(cacheEntry("a", size: 200_000))
        #expect(await names(store, "a", "b") == ["b"])
    }

    @Test("parallel tasks share one store, and its total size stays correct")
    func concurrency() async throws {
        let store = try open(50_000)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let entry = cacheEntry("\(number % 60)", "p\(number % 3)", size: 900 + number)
                    await store.store(entry)
                    for found in await store.entries(for: entry.key) { #expect(found.key == entry.key) }
                    if number % 97 == 0 { await store.removeAll(partition: "p1") }
                }
            }
        }
        try store.close()
        let sums = try await DatabaseQueue(path: folder.file().path).read {
            try Int.fetchAll($0, sql: "SELECT bytes FROM cacheSize UNION ALL SELECT total(cost) FROM cacheEntry")
        }
        #expect(sums[0] == sums[1] && sums[0] <= 50_000)
    }

    @Test("a cache over the store serves responses offline after it is reopened")
    func throughCache() async throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/notes")
        let now = Date(timeIntervalSince1970: 784_111_777)
        let first = try open()
        await ResponseCache(store: first).record(
            HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"]),
            body: Array("one".utf8),
            for: request,
            partition: "anna",
            timing: CacheTiming(requestedAt: now, receivedAt: now)
        )
        try first.close()
        let cache = ResponseCache(store: try open())
        guard case .serve(let response, _) = await cache.plan(for: request, partition: "anna", now: now + 30) else {
            Issue.record("The cache does not serve a fresh entry.")
            return
        }
        #expect(response.entry.body == Array("one".utf8))
        guard case .fetch = await cache.plan(for: request, partition: "bert", now: now + 30) else {
            Issue.record("The cache serves somebody else's entry.")
            return
        }
    }
}
