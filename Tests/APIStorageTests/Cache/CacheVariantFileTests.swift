import APIRuntime
import Foundation
import HTTPTypes
import SeededTesting
import Testing

@testable import APIStorage

@Suite("File cache with many variants and owners", .timeLimit(.minutes(2)))
struct CacheVariantFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> SQLiteCacheStore {
        try SQLiteCacheStore(url: folder.file(), capacity: 64 << 20)
    }

    @Test("a resource is deleted for all owners, and no other resource, whatever their names", arguments: 0..<10)
    func allOwners(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let (file, memory) = (try open(), MemoryCacheStore(capacity: 64 << 20))
        let owners = [
            "", "a", "a#1", "a#2", "b", "B", "ä", "\u{10FFFF}", String(repeating: "z", count: 300),
        ]
        let urls = ["https://a.example/", "https://a.example/x", "https://b.example/"]
        var keys: Set<CacheKey> = []
        for _ in 0..<40 {
            let method = ["GET", "HEAD"].randomElement(using: &random) ?? "GET"
            let url = urls.randomElement(using: &random) ?? ""
            var entry = cacheEntry(url, variant: "\(Int.random(in: 0...2, using: &random))")
            entry.key = CacheKey(partition: owners.randomElement(using: &random) ?? "", method: method, url: url)
            keys.insert(entry.key)
            await file.store(entry)
            await memory.store(entry)
        }
        for url in urls {
            #expect(await file.removeFromAllPartitions(method: "GET", url: url))
            #expect(await memory.removeFromAllPartitions(method: "GET", url: url))
            for key in keys {
                let found = await file.entries(for: key)
                let expected = await memory.entries(for: key)
                #expect(Set(found.map(\.variant)) == Set(expected.map(\.variant)), "\(key)")
                #expect(!(key.method == "GET" && key.url == url) || found.isEmpty)
            }
            #expect(await file.count == memory.count)
        }
    }

    @Test("3,000 variants of one URL are found quickly", arguments: ["X-Kind", "Accept-Language"])
    func many(_ vary: String) async throws {
        let store = try open()
        let cache = ResponseCache(store: store)
        let date = Date(timeIntervalSince1970: 1_000_000)
        let fields: HTTPFields = [.vary: vary, .cacheControl: "max-age=60", .contentLanguage: "xx"]
        let response = HTTPResponse(status: .ok, headerFields: fields)
        let timing = CacheTiming(requestedAt: date, receivedAt: date, evictionsBefore: 0)
        for number in 0..<3000 {
            let head = HTTPRequest(
                method: .get,
                scheme: "https",
                authority: "a.example",
                path: "/",
                headerFields: [try #require(HTTPField.Name("X-Kind")): "v\(number)", .acceptLanguage: "v\(number)"]
            )
            await cache.record(response, body: [], for: head, partition: "anna", timing: timing)
            guard number.isMultiple(of: 10) else { continue }
            guard case .serve = await cache.plan(for: head, partition: "anna", now: date) else {
                Issue.record("Variant \(number) was not found.")
                return
            }
        }
        #expect(await store.count == 3000)
    }
}
