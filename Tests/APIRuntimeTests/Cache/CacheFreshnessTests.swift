import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Freshness of stored responses")
struct CacheFreshnessTests {
    private let bench = CacheBench()

    private func date(_ seconds: Double) -> String { HTTPDate.format(bench.start + seconds) }

    @Test("max-age counts from the time of the response", arguments: [(59.0, Verdict.fresh), (60.0, .fetch)])
    func maxAge(_ seconds: Double, _ expected: Verdict) async {
        await bench.record([.cacheControl: "max-age=60"])
        #expect(await bench.verdict(at: seconds) == expected)
    }

    @Test("s-maxage applies to shared caches and is ignored")
    func sharedMaxAge() async {
        await bench.record([.cacheControl: "s-maxage=600, max-age=10"])
        #expect(await bench.verdict(at: 11) == .fetch)
    }

    @Test("max-age overrides Expires, and Expires counts from Date")
    func expires() async {
        await bench.record([.cacheControl: "max-age=10", .expires: date(600)])
        #expect(await bench.verdict(at: 11) == .fetch)
        await bench.record([.date: date(-5), .expires: date(55)])
        #expect(await bench.verdict(at: 54) == .fresh)
        #expect(await bench.verdict(at: 56) == .fetch)
    }

    @Test(
        "an invalid lifetime counts as expired",
        arguments: [
            [HTTPField(name: .cacheControl, value: "max-age=x")], [HTTPField(name: .expires, value: "0")],
            [HTTPField(name: .cacheControl, value: "max-age=5, max-age=600")],
        ]
    )
    func unreadable(_ fields: [HTTPField]) async {
        await bench.record(HTTPFields(fields + [HTTPField(name: .lastModified, value: date(-1_000_000))]))
        #expect(await bench.verdict() == .validate)
    }

    @Test(
        "the heuristic lifetime is a tenth of the time since the last change, and at most a day",
        arguments: [
            (-1000.0, 99.0, Verdict.fresh), (-1000, 101, .validate), (-100_000_000, 86_399, .fresh),
            (-100_000_000, 86_401, .validate), (10, 0, .validate),
        ]
    )
    func heuristic(_ modified: Double, _ seconds: Double, _ expected: Verdict) async {
        await bench.record([.date: date(0), .lastModified: date(modified)])
        #expect(await bench.verdict(at: seconds) == expected)
    }

    @Test("the age includes Age, the transfer time, and the difference to Date")
    func age() async throws {
        await bench.record([.cacheControl: "max-age=100", .age: "30"])
        #expect(await bench.plan(at: 5).response?.headers[.age] == "35")
        await bench.record([.cacheControl: "max-age=100", .date: date(-40), .age: "x"])
        #expect(await bench.plan(at: 5).response?.age == 45)
        let slow = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=100", .age: "1"])
        let timing = CacheTiming(requestedAt: bench.start, receivedAt: bench.start + 8)
        await bench.cache.record(slow, body: [], for: bench.request(), partition: "anna", timing: timing)
        #expect(await bench.plan(at: 10).response?.age == 11)
    }

    @Test("setting the clock back does not make a response younger")
    func clockSetBack() async {
        await bench.record([.cacheControl: "max-age=60"])
        #expect(await bench.verdict(at: -30) == .fresh)
        #expect(await bench.verdict(at: -3600) == .fetch)
    }

    @Test("a specification's lifetime applies to successes only, and no-store and no-cache still apply")
    func override() async {
        let policy = CachePolicy(lifetime: .seconds(100))
        await bench.record([.cacheControl: "max-age=1"], policy: policy)
        #expect(await bench.verdict(policy: policy, at: 99) == .fresh)
        #expect(await bench.verdict(policy: policy, at: 101) == .fetch)
        await bench.record([:], status: 404, policy: policy)
        #expect(await bench.verdict(policy: policy) == .fetch)
        await bench.record([.cacheControl: "no-cache", .eTag: "\"1\""], policy: policy)
        #expect(await bench.verdict(policy: policy) == .validate)
        await bench.record([.cacheControl: "no-store"], policy: policy)
        #expect(bench.store.count == 0)
    }
}
