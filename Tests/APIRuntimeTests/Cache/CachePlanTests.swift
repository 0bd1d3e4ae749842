import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Reuse of stored responses")
struct CachePlanTests {
    private let bench = CacheBench()

    private func asking(_ control: String) -> HTTPRequest {
        bench.request("/notes", .get, [.cacheControl: control])
    }

    @Test("a stored response is served unchanged, and only for its own URL and method")
    func serves() async {
        await bench.record([.cacheControl: "max-age=60", .contentType: "text/plain"], body: "hello")
        let plan = await bench.plan(at: 3)
        #expect(plan.text == "hello")
        #expect(plan.response?.status == 200)
        #expect(plan.response?.headers[.contentType] == "text/plain")
        #expect(plan.response?.headers[.age] == "3")
        #expect(await bench.verdict(bench.request("/notes?page=2")) == .fetch)
        #expect(await bench.verdict(bench.request("/notes", .post)) == .fetch)
    }

    @Test("equivalent URLs share a stored response")
    func normalised() async {
        await bench.record([.cacheControl: "max-age=60"], to: bench.request("/"))
        let same = HTTPRequest(method: .get, scheme: "HTTPS", authority: "API.example.com:443", path: "/#top")
        #expect(await bench.verdict(same) == .fresh)
        let other = HTTPRequest(method: .get, scheme: "http", authority: "api.example.com", path: "/")
        #expect(await bench.verdict(other) == .fetch)
    }

    @Test("a stale response is validated by its ETag and its Last-Modified")
    func validates() async {
        await bench.record([
            .cacheControl: "max-age=1", .eTag: "\"v1\"", .lastModified: "Sun, 06 Nov 1994 08:00:00 GMT",
        ])
        guard case .validate(let fields, let response) = await bench.plan(at: 2) else {
            Issue.record("It is not validated.")
            return
        }
        #expect(fields == [.ifNoneMatch: "\"v1\"", .ifModifiedSince: "Sun, 06 Nov 1994 08:00:00 GMT"])
        #expect(response.isStale)
    }

    @Test("no-cache in a response or a request requires validation")
    func noCache() async {
        await bench.record([.cacheControl: "max-age=60, no-cache", .eTag: "\"1\""])
        #expect(await bench.verdict() == .validate)
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        #expect(await bench.verdict(asking("no-cache")) == .validate)
        let pragma = HTTPField.Name.named("Pragma")
        #expect(await bench.verdict(bench.request("/notes", .get, [pragma: "no-cache"])) == .validate)
        let both = bench.request("/notes", .get, [pragma: "no-cache", .cacheControl: "max-age=9"])
        #expect(await bench.verdict(both) == .fresh)
    }

    @Test(
        "max-age, min-fresh and max-stale of a request are followed",
        arguments: [
            ("max-age=10", 10.0, Verdict.fresh), ("max-age=10", 11, .validate), ("max-age=0", 1, .validate),
            ("max-age=x", 0, .validate), ("min-fresh=20", 40, .fresh), ("min-fresh=20", 41, .validate),
            ("max-stale", 1000, .stale), ("max-stale=10", 70, .stale), ("max-stale=10", 71, .validate),
            ("max-age=65, max-stale", 66, .validate), ("only-if-cached", 10, .fresh),
            ("only-if-cached", 61, .unsatisfiable),
            ("only-if-cached, max-stale=5", 65, .stale),
        ]
    )
    func requestDirectives(_ control: String, _ seconds: Double, _ expected: Verdict) async {
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        #expect(await bench.verdict(asking(control), at: seconds) == expected)
    }

    @Test("an only-if-cached request without a stored response is unsatisfiable")
    func onlyIfCached() async {
        #expect(await bench.verdict(asking("only-if-cached")) == .unsatisfiable)
    }

    @Test("must-revalidate forbids stale responses, even if a request or policy allows them")
    func mustRevalidate() async {
        let policy = CachePolicy(staleWhileRevalidate: .seconds(999), staleIfError: .seconds(999))
        await bench.record([.cacheControl: "max-age=60, must-revalidate", .eTag: "\"1\""], policy: policy)
        #expect(await bench.verdict(asking("max-stale"), at: 61) == .validate)
        #expect(await bench.verdict(mode: .cacheFirst, at: 61) == .validate)
        #expect(await bench.verdict(mode: .cacheOnly, at: 61) == .unsatisfiable)
        #expect(await bench.plan(policy: policy, at: 61).fallback(after: .notSent) == nil)
        #expect(await bench.verdict(policy: policy, at: 61) == .validate)
        #expect(await bench.verdict(at: 59) == .fresh)
    }

    @Test("proxy-revalidate applies to shared caches and is ignored")
    func proxyRevalidate() async {
        await bench.record([.cacheControl: "max-age=60, proxy-revalidate"])
        #expect(await bench.verdict(asking("max-stale"), at: 61) == .stale)
    }

    @Test(
        "each cache mode reads and stores as documented",
        arguments: [
            (CacheMode.standard, Verdict.fresh, Verdict.validate, Verdict.fetch, true),
            (.cacheOnly, .fresh, .stale, .unsatisfiable, false), (.cacheFirst, .fresh, .stale, .fetch, true),
            (.networkOnly, .fetch, .fetch, .fetch, false), (.reload, .fetch, .fetch, .fetch, true),
        ]
    )
    func modes(_ mode: CacheMode, _ fresh: Verdict, _ stale: Verdict, _ missing: Verdict, _ stores: Bool) async {
        #expect(await bench.verdict(mode: mode) == missing)
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""], mode: mode)
        #expect(bench.store.count == (stores ? 1 : 0))
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        #expect(await bench.verdict(mode: mode, at: 10) == fresh)
        #expect(await bench.verdict(mode: mode, at: 70) == stale)
    }

    @Test("a stale response is served during revalidation for the allowed time")
    func staleWhileRevalidate() async {
        await bench.record([.cacheControl: "max-age=60, stale-while-revalidate=30", .eTag: "\"1\""])
        #expect(await bench.plan(at: 80).response?.isStale == true)
        #expect(await bench.verdict(at: 90) == .revalidating)
        #expect(await bench.verdict(at: 91) == .validate)
        #expect(await bench.verdict(asking("max-age=100"), at: 80) == .validate)
        let policy = CachePolicy(staleWhileRevalidate: .seconds(100))
        #expect(await bench.verdict(policy: policy, at: 160) == .revalidating)
        guard case .serve(_, .revalidating(let fields)) = await bench.plan(at: 80) else {
            Issue.record("It is not served.")
            return
        }
        #expect(fields == [.ifNoneMatch: "\"1\""])
    }

    @Test(
        "a stale response replaces a failure for the allowed time",
        arguments: [
            (AttemptOutcome.status(500), true), (.status(502), true), (.status(503), true), (.status(504), true),
            (.notSent, true), (.connectionLost, true), (.timedOut, true), (.status(404), false), (.status(401), false),
            (.status(501), false),
        ]
    )
    func staleIfError(_ outcome: AttemptOutcome, _ serves: Bool) async {
        await bench.record([.cacheControl: "max-age=60, stale-if-error=30"])
        #expect((await bench.plan(at: 90).fallback(after: outcome) != nil) == serves)
        #expect(await bench.plan(at: 91).fallback(after: outcome) == nil)
        #expect(await bench.plan(asking("no-cache"), at: 1).fallback(after: outcome) == nil)
        let policy = CachePolicy(staleIfError: .seconds(100))
        #expect((await bench.plan(policy: policy, at: 160).fallback(after: outcome) != nil) == serves)
        #expect((await bench.plan(asking("stale-if-error=200"), at: 260).fallback(after: outcome) != nil) == serves)
    }

    @Test("a fresh GET response serves HEAD without its body, but a HEAD response never serves GET")
    func head() async {
        let head = bench.request("/notes", .head)
        await bench.record([.cacheControl: "max-age=60"], to: head)
        #expect(await bench.verdict(head) == .fresh)
        #expect(await bench.verdict() == .fetch)
        await bench.store.removeAll(partition: "anna")
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""], body: "hello")
        #expect(await bench.plan(head).text == "")
        #expect(await bench.verdict(head, at: 61) == .fetch)
        #expect(await bench.plan().text == "hello")
    }

    @Test("a HEAD response for another version deletes the stored GET", arguments: [("\"1\"", 2), ("\"2\"", 1)])
    func headContradicts(_ tag: String, _ count: Int) async {
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        await bench.record([.cacheControl: "max-age=60", .eTag: tag], to: bench.request("/notes", .head))
        #expect(bench.store.count == count)
    }

    @Test("a cache policy that forbids caching neither reads nor stores")
    func never() async {
        await bench.record([.cacheControl: "max-age=60"], policy: .never)
        #expect(bench.store.count == 0)
        await bench.record([.cacheControl: "max-age=60"])
        #expect(await bench.verdict(policy: .never) == .fetch)
    }
}
