import APIRuntime
import APITesting
import HTTPTypes
import Testing

@Suite("Cache as a proxy: freshness", .timeLimit(.minutes(2)))
struct FreshnessProxyTests {
    @Test("responses are reused for their freshness lifetime", arguments: ProxyRows.freshness)
    func freshness(_ row: Row) async throws { try await check(row) }

    @Test("cache directives have their documented meaning", arguments: ProxyRows.directives)
    func directives(_ row: Row) async throws { try await check(row) }

    @Test("Cache-Control of a request can extend or reduce reuse", arguments: ProxyRows.requests)
    func requests(_ row: Row) async throws { try await check(row) }

    @Test(
        "a full response with an explicit lifetime is reused",
        arguments: [200, 203, 204, 299, 301, 302, 303, 307, 308, 400, 404, 410, 499, 500, 502, 503, 504, 599]
    )
    func statuses(_ status: Int) async throws {
        try await check(Row("\(status)", Origin("Cache-Control: max-age=3600", status: status), true))
    }

    @Test("authentication challenges are never reused", arguments: [401, 407])
    func unstored(_ status: Int) async throws {
        try await check(Row("\(status)", Origin("Cache-Control: max-age=3600", status: status), false))
    }

    @Test("a partial response is passed on to the client that requested the range, and never reused")
    func partial() async throws {
        let world = try await ProxyWorld()
        let part = Origin("Cache-Control: max-age=3600", "Content-Range: bytes 0-3/8", status: 206)
        for seen in 1...2 {
            let response = try await world.send("GET", [("Range", "bytes=0-3")], origin: part)
            #expect(response.status == 206 && response.body == "body" && response.seen == seen)
        }
        let whole = try await world.send(origin: Origin("Cache-Control: max-age=3600", body: "complete"))
        #expect(whole.body == "complete" && whole.seen == 3)
    }

    @Test("a partial response that nobody requested is neither passed on nor reused")
    func unrequestedPart() async throws {
        let world = try await ProxyWorld()
        let part = Origin("Cache-Control: max-age=3600", "Content-Range: bytes 0-3/8", status: 206)
        let first = try await world.send(origin: part)
        #expect(first.status == 502)
        let second = try await world.send(origin: Origin(body: "complete"))
        #expect(second.body == "complete" && second.seen == 2)
    }

    @Test("a reused response has an Age and the server's original Date")
    func age() async throws {
        let world = try await ProxyWorld()
        let first = try await world.send(origin: Origin("Cache-Control: max-age=3600", "Date: DATE", "Age: 30"))
        world.date.advance(by: 12)
        let second = try await world.send()
        #expect(second.header("age") == "42")
        #expect(second.header("date") == first.header("date"))
        #expect(second.body == "body")
    }

    @Test("only-if-cached without a stored response returns 504")
    func onlyIfCached() async throws {
        let world = try await ProxyWorld()
        #expect(try await world.send("GET", [("Cache-Control", "only-if-cached")]).status == 504)
        #expect(world.seen.isEmpty)
    }

    private func check(_ row: Row) async throws {
        let world = try await ProxyWorld()
        let first = try await world.send(origin: row.origin)
        #expect(first.status == row.origin.status)
        world.date.advance(by: row.wait)
        var next = row.origin
        next.body = "other"
        let second = try await world.send("GET", row.second, origin: next)
        #expect((second.seen == 1) == row.isReused, "\(row.name)")
        #expect(second.status == row.origin.status)
    }
}
