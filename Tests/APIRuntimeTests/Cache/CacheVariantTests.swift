import Foundation
import HTTPTypes
import Testing

@testable import APIRuntime

@Suite("Many variants, owners and deletions")
struct CacheVariantTests {
    private let date = Date(timeIntervalSince1970: 1_000_000)

    private func request(_ value: String) -> HTTPRequest {
        let name = HTTPField.Name("X-Kind") ?? .accept
        return HTTPRequest(
            method: .get,
            scheme: "https",
            authority: "a.example",
            path: "/",
            headerFields: [name: value, .acceptLanguage: value]
        )
    }

    @Test(
        "3,000 variants of one URL are found quickly",
        .timeLimit(.minutes(1)),
        arguments: ["X-Kind", "Accept-Language"]
    )
    func many(_ vary: String) async {
        let store = MemoryCacheStore(capacity: 64 << 20)
        let cache = ResponseCache(store: store)
        let fields: HTTPFields = [.vary: vary, .cacheControl: "max-age=60", .contentLanguage: "xx"]
        let response = HTTPResponse(status: .ok, headerFields: fields)
        let timing = CacheTiming(requestedAt: date, receivedAt: date, evictionsBefore: 0)
        for number in 0..<3000 {
            let head = request("v\(number)")
            await cache.record(response, body: [], for: head, partition: "anna", timing: timing)
            guard case .serve = await cache.plan(for: head, partition: "anna", now: date) else {
                Issue.record("Variant \(number) was not found.")
                return
            }
        }
        #expect(store.count == 3000)
    }

    @Test("3,000 sets of fields for one URL leave a few lookups for each request")
    func manySets() async throws {
        let store = MemoryCacheStore(capacity: 64 << 20)
        let cache = ResponseCache(store: store)
        let timing = CacheTiming(requestedAt: date, receivedAt: date, evictionsBefore: 0)
        let head = request("a")
        for number in 0..<3000 {
            let fields: HTTPFields = [.vary: "X-Kind, X-\(number)", .cacheControl: "max-age=60"]
            let response = HTTPResponse(status: .ok, headerFields: fields)
            await cache.record(response, body: [], for: head, partition: "anna", timing: timing)
            guard case .serve = await cache.plan(for: head, partition: "anna", now: date) else {
                Issue.record("The response with set \(number) was not found.")
                return
            }
        }
        let key = try #require(CacheKey(head, partition: "anna"))
        #expect(await store.variantNames(for: key).count <= 16)
    }

    @Test("a lookup digests each set of fields once")
    func digests() {
        var variant = CacheVariant(request("a"), isolating: true)
        for _ in 0..<100 { _ = variant.digest(["x-kind"]) }
        _ = variant.digest(["accept-language"])
        #expect(variant.digests.count == 2)
    }

    @Test("the log of deletions keeps a limited number of partitions, and none of their deletions is missed")
    func evictions() {
        var log = CacheDeletionLog(limit: 8)
        for number in 0..<1000 { log.add(.partition("p\(number)"), at: date + Double(number)) }
        #expect(log.size == 8)
        let before = { (count: Int?) in CacheTiming(requestedAt: date, receivedAt: date, evictionsBefore: count) }
        for number in 0..<1000 {
            #expect(log.includes(.partition("p\(number)"), after: before(number)))
            #expect(log.includes(.partition("p\(number)"), after: before(nil)))
        }
        #expect(!log.includes(.partition("p999"), after: before(1000)))
        #expect(!log.includes(.partition("p5"), after: before(1000)))
    }

    @Test("a deletion of a user's responses includes those of all sessions under that name")
    func sessions() async {
        let cache = ResponseCache()
        let response = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"])
        let timing = CacheTiming(requestedAt: date, receivedAt: date, evictionsBefore: 0)
        let names = ["user", "user#1", "user#2", "user2"]
        for name in names {
            await cache.record(response, body: [], for: request("a"), partition: name, timing: timing)
        }
        await cache.removeAll(partition: "user", now: date)
        var found: [String] = []
        for name in names {
            if case .serve = await cache.plan(for: request("a"), partition: name, now: date) { found.append(name) }
        }
        #expect(found == ["user2"])
    }
}
