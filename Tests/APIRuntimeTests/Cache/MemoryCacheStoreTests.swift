import Foundation
import HTTPTypes
import Testing

@testable import APIRuntime

@Suite("Memory cache")
struct MemoryCacheStoreTests {
    private func key(_ name: String, _ partition: String = "anna") -> CacheKey {
        CacheKey(partition: partition, method: "GET", url: name)
    }

    private func entry(_ name: String, _ partition: String = "anna", variant: String = "", size: Int = 1000)
        -> CacheEntry
    {
        CacheEntry(
            key: key(name, partition),
            variant: variant,
            status: 200,
            headers: [:],
            body: Array(repeating: 1, count: size - 512 - name.utf8.count),
            requestedAt: .distantPast,
            receivedAt: .distantPast
        )
    }

    private func names(_ store: MemoryCacheStore, _ names: String...) async -> [String] {
        var found: [String] = []
        for name in names where await !store.entries(for: key(name)).isEmpty { found.append(name) }
        return found
    }

    @Test("the least recently used entries are evicted, and reading counts as use")
    func leastRecent() async {
        let store = MemoryCacheStore(capacity: 3000)
        for name in ["a", "b", "c"] { await store.store(entry(name)) }
        #expect(store.size == 3000)
        _ = await store.entries(for: key("a"))
        await store.store(entry("d"))
        #expect(await names(store, "a", "b", "c", "d") == ["a", "c", "d"])
        await store.store(entry("e", size: 2500))
        #expect(await names(store, "a", "c", "d", "e") == ["e"])
        #expect(store.size == 2500)
    }

    @Test("an entry larger than the store is left out and its older version deleted")
    func tooLarge() async {
        let store = MemoryCacheStore(capacity: 1500)
        await store.store(entry("a"))
        await store.store(entry("a", size: 1501))
        #expect(store.count == 0)
        #expect(store.size == 0)
    }

    @Test("a replaced entry counts with its new size, and variants are separate entries")
    func replaces() async {
        let store = MemoryCacheStore(capacity: 9000)
        await store.store(entry("a"))
        await store.store(entry("a", size: 2000))
        #expect(store.size == 2000)
        await store.store(entry("a", variant: "de"))
        #expect(await store.entries(for: key("a")).count == 2)
        await store.remove(key("a"))
        #expect(store.size == 0)
        #expect(store.count == 0)
    }

    @Test("a deletion deletes one owner's entries and leaves the order of the others whole")
    func deletions() async {
        let store = MemoryCacheStore(capacity: 3000)
        await store.store(entry("a"))
        await store.store(entry("b", "bert"))
        await store.store(entry("c"))
        await store.removeAll(partition: "bert")
        #expect(await store.entries(for: key("b", "bert")).isEmpty)
        await store.store(entry("d"))
        await store.store(entry("e"))
        #expect(await names(store, "a", "c", "d", "e") == ["c", "d", "e"])
    }

    @Test("thousands of random operations keep the size correct and below the limit")
    func random() async {
        let store = MemoryCacheStore(capacity: 20_000)
        var state: UInt64 = 42
        for _ in 0..<5000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let name = "n\(state >> 33 % 40)"
            switch state >> 40 % 4 {
            case 0: _ = await store.entries(for: key(name))
            case 1: await store.remove(key(name))
            default: await store.store(entry(name, size: 600 + Int(state >> 48 % 3000)))
            }
            #expect(store.size <= 20_000)
        }
        var sum = 0
        for number in 0..<40 {
            sum += await store.entries(for: key("n\(number)")).reduce(0) { $0 + $1.cost }
        }
        #expect(sum == store.size)
    }
}
