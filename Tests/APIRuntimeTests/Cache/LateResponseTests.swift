import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Responses that arrive late, and stored responses of other media types")
struct LateResponseTests {
    private let bench = CacheBench()

    private func version(_ number: Int, at seconds: Double) -> HTTPFields {
        [
            .cacheControl: "max-age=60", .eTag: "\"\(number)\"",
            .date: HTTPDate.format(bench.start + seconds),
        ]
    }

    /// Confirms a response as it was stored 100 seconds after the start.
    private func confirm(_ stored: CachedResponse, to seconds: Double) async -> String? {
        let response = await bench.cache.confirm(
            stored,
            by: HTTPResponse(status: .notModified, headerFields: version(1, at: 100)),
            for: bench.request(),
            timing: CacheTiming(requestedAt: bench.start + 100, receivedAt: bench.start + seconds)
        )
        return response.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("a late 304 does not store the version that another call has replaced", arguments: [true, false])
    func lateConfirmation(isReplaced: Bool) async throws {
        await bench.record(version(1, at: 0), body: "one")
        let stored = try #require(await bench.plan(at: 100).response)
        if isReplaced { await bench.record(version(2, at: 101), body: "two", at: 101) }
        #expect(await confirm(stored, to: 102) == "one")
        #expect(await bench.plan(at: 103).text == (isReplaced ? "two" : "one"))
        #expect(await bench.verdict(at: 103) == .fresh)
    }

    @Test("a late 304 does not restore a version whose newer one must not be stored")
    func lateConfirmationOfDeleted() async throws {
        await bench.record(version(1, at: 0), body: "one")
        let stored = try #require(await bench.plan(at: 100).response)
        await bench.record([.cacheControl: "no-store"], body: "two", at: 101)
        #expect(await confirm(stored, to: 102) == "one")
        #expect(await bench.verdict(at: 103) == .fetch)
    }

    @Test("of two calls at once, the stored response is the one that the server sent last", arguments: [true, false])
    func lateResponse(isOlder: Bool) async {
        await bench.record(version(2, at: 2), body: "two", at: 2)
        let date = isOlder ? 1.0 : 3.0
        await bench.cache.record(
            HTTPResponse(status: .ok, headerFields: version(1, at: date)),
            body: Array("one".utf8),
            for: bench.request(),
            partition: "anna",
            timing: CacheTiming(requestedAt: bench.start + 1, receivedAt: bench.start + 4)
        )
        #expect(await bench.plan(at: 5).text == (isOlder ? "two" : "one"))
    }

    @Test(
        "a stored response is not served for another media type that begins alike, or in the same language",
        arguments: [
            ("text/csv", "text/csv-schema", false), ("text/csv", "text/csv, text/html", true),
            ("application/vnd.x.v1", "application/vnd.x.v10", false), ("application/json", "text/csv", false),
        ]
    )
    func mediaTypes(_ stored: String, _ accepted: String, _ isServed: Bool) async {
        let languages: HTTPFields = [.vary: "Accept-Language", .contentLanguage: "en"]
        for (path, fields) in [("/a", HTTPFields()), ("/b", languages)] {
            var headers = fields
            headers[.cacheControl] = "max-age=60"
            headers[.contentType] = stored
            await bench.record(headers, to: bench.request(path, .get, [.accept: stored, .acceptLanguage: "en"]))
            let request = bench.request(path, .get, [.accept: accepted, .acceptLanguage: "en"])
            #expect(await bench.verdict(request) == (isServed ? .fresh : .fetch), "\(path)")
        }
    }
}
