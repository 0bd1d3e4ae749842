import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Storing, validating and deleting responses")
struct ResponseCacheTests {
    private let bench = CacheBench()
    private let fresh: HTTPFields = [.cacheControl: "max-age=60"]

    private func confirm(
        _ fields: HTTPFields,
        to request: HTTPRequest? = nil,
        at seconds: Double = 100
    ) async -> CachedResponse? {
        let request = request ?? bench.request()
        guard let response = await bench.plan(request, at: seconds).response else { return nil }
        let time = bench.start + seconds
        return await bench.cache.confirm(
            response,
            by: HTTPResponse(status: .notModified, headerFields: fields),
            for: request,
            timing: CacheTiming(requestedAt: time, receivedAt: time)
        )
    }

    @Test(
        "status and directives determine whether a response is stored",
        arguments: [
            (200, "", true), (200, "no-store", false), (200, "max-age=60, no-store", false), (200, "private", true),
            (404, "", true), (410, "", true), (206, "max-age=60", false), (304, "max-age=60", false), (302, "", false),
            (302, "max-age=60", true), (500, "max-age=60", true), (503, "public", false),
            (401, "max-age=60", false), (407, "max-age=60", false), (100, "max-age=60", false),
            (200, "no-store, must-understand", true), (299, "max-age=60, must-understand", false),
        ]
    )
    func stores(_ status: Int, _ control: String, _ expected: Bool) async {
        await bench.record([.cacheControl: control], status: status)
        #expect(bench.store.count == (expected ? 1 : 0))
    }

    @Test("no-store requests, and responses to other methods, credentials or ranges, are not stored")
    func requests() async {
        await bench.record(fresh, to: bench.request("/a", .get, [.cacheControl: "no-store"]))
        await bench.record(fresh, to: bench.request("/b", .post))
        await bench.record(fresh, to: bench.request("/c", .options))
        await bench.record(fresh, status: 206, to: bench.request("/d", .get, [.range: "bytes=0-1"]))
        await bench.record(fresh, status: 404, to: bench.request("/e", .get, [.ifNoneMatch: "\"1\""]))
        await bench.record(fresh, to: bench.request("/f", .get, [.ifMatch: "\"1\""]))
        await bench.record(fresh, to: bench.request("/g", .get, [.authorization: "Bearer 1"]))
        await bench.record(fresh, to: bench.request("/h", .get, [.authorization: "Bearer 1", .ifNoneMatch: "\"1\""]))
        #expect(bench.store.count == 0)
    }

    @Test("a conditional request is served from a fresh stored response, or sent to the server")
    func conditions() async {
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        let same = await bench.plan(bench.request("/notes", .get, [.ifNoneMatch: "\"1\""])).response
        #expect(same?.status == 304)
        #expect(same?.body == [])
        let other = await bench.plan(bench.request("/notes", .get, [.ifNoneMatch: "\"2\""])).response
        #expect(other?.status == 200)
        #expect(await bench.verdict(bench.request("/notes", .get, [.ifMatch: "\"1\""])) == .fetch)
        #expect(await bench.verdict(bench.request("/other", .get, [.ifNoneMatch: "\"1\""])) == .fetch)
    }

    @Test("hop-by-hop header fields and cookies are not stored")
    func strips() async {
        let custom = HTTPField.Name.named("X-Hop")
        await bench.record([
            .cacheControl: "max-age=60", .connection: "x-hop, close", custom: "1", .setCookie: "sid=1",
            .transferEncoding: "chunked", .contentType: "text/plain",
        ])
        let headers = await bench.plan().response?.headers
        let date = HTTPDate.format(bench.start)
        #expect(headers == [.cacheControl: "max-age=60", .contentType: "text/plain", .date: date, .age: "0"])
    }

    @Test("a newer response that must not be stored deletes the older one")
    func replacedByNoStore() async {
        await bench.record(fresh)
        await bench.record([.cacheControl: "no-store"], mode: .reload)
        #expect(await bench.verdict() == .fetch)
    }

    @Test("a failed update keeps the stored entry")
    func failureKeeps() async {
        await bench.record(fresh)
        await bench.record([:], status: 503)
        #expect(await bench.verdict() == .fresh)
    }

    @Test("responses are distinguished by their Vary fields without surrounding whitespace")
    func vary() async {
        let language = { (value: String) in bench.request("/notes", .get, [.acceptLanguage: value]) }
        let fields: HTTPFields = [.cacheControl: "max-age=60", .vary: "Accept-Language, , accept-encoding"]
        await bench.record(fields, body: "Hallo", to: language("de,  en"))
        await bench.record(fields, body: "Hello", to: language("en"))
        #expect(await bench.plan(language("de ,en")).text == "Hallo")
        #expect(await bench.plan(language("en")).text == "Hello")
        #expect(await bench.verdict(language("fr")) == .fetch)
        #expect(await bench.verdict() == .fetch)
        await bench.record(fields, body: "Hi", to: language("en"))
        #expect(bench.store.count == 2)
        #expect(await bench.plan(language("en")).text == "Hi")
    }

    @Test("an absent field differs from an empty one")
    func varyAbsent() async {
        await bench.record([.cacheControl: "max-age=60", .vary: "accept-language"])
        #expect(await bench.verdict() == .fresh)
        #expect(await bench.verdict(bench.request("/notes", .get, [.acceptLanguage: ""])) == .fetch)
    }

    @Test("a response with Vary: * is not stored")
    func varyStar() async {
        await bench.record([.cacheControl: "max-age=60", .vary: "accept, *"])
        #expect(bench.store.count == 0)
    }

    @Test("the newest of several matching responses is used")
    func newest() async {
        await bench.record([.cacheControl: "max-age=600"], body: "old")
        await bench.record([.cacheControl: "max-age=600", .vary: "accept"], body: "new", at: 5)
        #expect(await bench.plan(at: 6).text == "new")
    }

    @Test("only digests of the request are stored")
    func noRequestValues() async {
        let request = bench.request("/notes", .get, [.cookie: "secret=1", .acceptLanguage: "de-secret"])
        await bench.record([.cacheControl: "max-age=60", .vary: "Cookie, Accept-Language"], to: request)
        let key = CacheKey(partition: "anna", method: "GET", url: "https://api.example.com/notes")
        let entry = await bench.store.entries(for: key).first
        #expect(entry?.varyNames == ["accept-language", "cookie"])
        #expect(entry?.variant.count == 64)
        let texts = [entry?.variant ?? "", "\(entry?.headers ?? [:])", entry.map { "\($0)" } ?? ""]
        #expect(!texts.joined().contains("secret"))
    }

    @Test("a 304 updates the time and the header fields and keeps the body")
    func confirms() async {
        await bench.record(
            [
                .cacheControl: "max-age=60", .eTag: "\"1\"", .date: HTTPDate.format(bench.start), .age: "9",
                .contentType: "text/plain",
            ],
            body: "hello"
        )
        let response = await confirm([.eTag: "W/\"1\"", .cacheControl: "max-age=30", .contentType: "text/html"])
        #expect(response?.isStale == false)
        #expect(response?.age == 0)
        let plan = await bench.plan(at: 129)
        #expect(Verdict(plan) == .fresh)
        #expect(plan.text == "hello")
        #expect(plan.response?.headers[.contentType] == "text/plain")
        #expect(await bench.verdict(at: 131) == .validate)
        #expect(bench.store.count == 1)
    }

    @Test("after a 304 that names more fields in Vary, only requests with equal fields get the response")
    func confirmedSelection() async {
        let german = bench.request("/notes", .get, [.acceptLanguage: "de"])
        let english = bench.request("/notes", .get, [.acceptLanguage: "en"])
        await bench.record([.cacheControl: "max-age=0", .eTag: "\"1\""], body: "eins", to: german)
        #expect(await confirm([.cacheControl: "max-age=600", .vary: "Accept-Language"], to: german) != nil)
        #expect(await bench.verdict(german, at: 110) == .fresh)
        #expect(await bench.verdict(english, at: 110) == .fetch)
        #expect(await confirm([.cacheControl: "max-age=600", .vary: "*"], to: german, at: 110) != nil)
        #expect(await bench.verdict(german, at: 120) == .fetch)
        #expect(bench.store.count == 0)
    }

    @Test("a shared response is deleted if a confirmation shows that it depends on a credential")
    func confirmedCredential() async {
        let shared = CachePolicy(partition: .shared)
        await bench.record([.cacheControl: "max-age=0", .eTag: "\"1\""], policy: shared)
        let response = await bench.plan(policy: shared, at: 100).response
        #expect(response != nil)
        guard let response else { return }
        let time = bench.start + 100
        let confirmed = await bench.cache.confirm(
            response,
            by: HTTPResponse(
                status: .notModified,
                headerFields: [.cacheControl: "max-age=600", .vary: "Authorization"]
            ),
            for: bench.request(),
            policy: shared,
            timing: CacheTiming(requestedAt: time, receivedAt: time)
        )
        #expect(confirmed != nil)
        #expect(bench.store.count == 0)
        #expect(await bench.verdict(as: "bert", policy: shared, at: 110) == .fetch)
    }

    @Test("a HEAD that names more fields in Vary changes the selection of the response to GET")
    func comparedSelection() async {
        let german = bench.request("/notes", .head, [.acceptLanguage: "de"])
        await bench.record([.cacheControl: "max-age=600", .eTag: "\"1\""])
        await bench.record(
            [.cacheControl: "max-age=600", .eTag: "\"1\"", .vary: "Accept-Language"],
            to: german,
            at: 10
        )
        #expect(await bench.verdict(bench.request("/notes", .get, [.acceptLanguage: "de"]), at: 20) == .fresh)
        #expect(await bench.verdict(bench.request("/notes", .get, [.acceptLanguage: "en"]), at: 20) == .fetch)
    }

    @Test("a 304 for another version validates nothing and deletes the stored response")
    func wrongTag() async {
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        #expect(await confirm([.eTag: "\"2\""]) == nil)
        #expect(await bench.verdict(at: 100) == .fetch)
    }

    @Test("a 304 with no-store still validates the current response")
    func confirmedNoStore() async {
        await bench.record([.cacheControl: "max-age=60", .eTag: "\"1\""])
        #expect(await confirm([.cacheControl: "no-store"]) != nil)
        #expect(bench.store.count == 0)
    }

    @Test(
        "an unsafe method deletes the responses for its URL and for those it names on the same origin",
        arguments: [
            HTTPRequest.Method.post, .put, .patch, .delete,
        ]
    )
    func invalidates(_ method: HTTPRequest.Method) async {
        for path in ["/notes", "/notes/1", "/list?a=1", "/other"] {
            await bench.record(fresh, to: bench.request(path))
        }
        await bench.record(
            [.location: "/notes/1#x", .contentLocation: "https://API.example.com:443/list?a=1"],
            status: 201,
            to: bench.request("/notes", method)
        )
        for path in ["/notes", "/notes/1", "/list?a=1"] {
            #expect(await bench.verdict(bench.request(path)) == .fetch)
        }
        #expect(await bench.verdict(bench.request("/other")) == .fresh)
    }

    @Test("failed requests, safe methods and URLs of other origins invalidate no stored responses")
    func keeps() async {
        await bench.record(fresh)
        let other = HTTPRequest(method: .get, scheme: "https", authority: "other.example.com", path: "/x")
        await bench.record(fresh, to: other)
        await bench.record([:], status: 400, to: bench.request("/notes", .post))
        await bench.record([:], status: 500, to: bench.request("/notes", .delete))
        await bench.record([:], status: 200, to: bench.request("/notes", .options))
        await bench.record([.location: "https://other.example.com/x"], to: bench.request("/y", .post))
        #expect(await bench.verdict() == .fresh)
        #expect(await bench.verdict(other) == .fresh)
    }

    @Test("nobody sees another user's responses, and a deletion deletes one user's alone")
    func partitions() async {
        await bench.record(fresh, body: "anna's", as: "anna")
        #expect(await bench.verdict(as: "bert") == .fetch)
        await bench.record(fresh, body: "bert's", as: "bert")
        #expect(await bench.plan(as: "anna").text == "anna's")
        await bench.cache.removeAll(partition: "anna", now: bench.start)
        #expect(await bench.verdict(as: "anna") == .fetch)
        #expect(await bench.plan(as: "bert").text == "bert's")
    }

    @Test("a response requested before its owner's entries were cleared is not stored; a later one is")
    func lateAfterDeletion() async {
        await bench.cache.removeAll(partition: "anna", now: bench.start + 5)
        await bench.record(fresh, at: 4)
        #expect(bench.store.count == 0)
        await bench.record(fresh, as: "bert", at: 4)
        await bench.record(fresh, at: 6)
        #expect(bench.store.count == 2)
    }

    @Test("a shared policy stores for all users, except private and credential-dependent responses")
    func shared() async {
        let policy = CachePolicy(partition: .shared)
        await bench.record(fresh, as: "anna", policy: policy)
        #expect(await bench.verdict(as: "bert", policy: policy) == .fresh)
        #expect(await bench.verdict(as: "anna") == .fetch)
        await bench.record([:], status: 204, to: bench.request("/notes", .delete), as: "anna")
        #expect(await bench.verdict(as: "bert", policy: policy) == .fetch)
        await bench.record([.cacheControl: "private, max-age=60"], policy: policy)
        await bench.record([.cacheControl: "max-age=60", .vary: "Authorization"], policy: policy)
        await bench.record([.cacheControl: "max-age=60", .vary: "cookie"], policy: policy)
        #expect(bench.store.count == 0)
    }
}
