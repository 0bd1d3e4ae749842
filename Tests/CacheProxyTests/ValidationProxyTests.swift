import APIRuntime
import APITesting
import HTTPTypes
import NIOHTTP1
import Testing

@Suite("Cache as a proxy: validation, variants, changes and failures", .timeLimit(.minutes(2)))
struct ValidationProxyTests {
    private let fresh = "Cache-Control: max-age=3600"

    @Test("a stale response is validated by its ETag and its Last-Modified, and a 304 makes it fresh")
    func validated() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(
            origin: Origin("Cache-Control: max-age=5", "ETag: \"a\"", "Last-Modified: DATE-60", "X-Old: 1")
        )
        world.date.advance(by: 10)
        let second = try await world.send(origin: Origin(fresh, "ETag: \"a\"", "X-New: 2", status: 304))
        #expect(world.seen.last?.headers.first(name: "if-none-match") == "\"a\"")
        #expect(world.seen.last?.headers.first(name: "if-modified-since") != nil)
        #expect(second.status == 200)
        #expect(second.body == "body")
        #expect(second.header("x-new") == "2")
        #expect(second.header("x-old") == "1")
        let third = try await world.send()
        #expect(third.seen == 2)
        #expect(third.header("x-new") == "2")
    }

    @Test("a 304 keeps the stored representation header fields")
    func bodyFields() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin("Cache-Control: max-age=5", "ETag: \"a\"", "Content-Type: text/plain"))
        world.date.advance(by: 10)
        let confirmation = Origin(
            fresh,
            "ETag: W/\"a\"",
            "Content-Type: image/png",
            "Content-Encoding: gzip",
            status: 304
        )
        let second = try await world.send(origin: confirmation)
        #expect(second.header("content-type") == "text/plain")
        #expect(second.header("content-encoding") == nil)
    }

    @Test("a changed response replaces the stored one")
    func changed() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin("Cache-Control: max-age=5", "ETag: \"a\""))
        world.date.advance(by: 10)
        _ = try await world.send(origin: Origin(fresh, "ETag: \"b\"", body: "second"))
        #expect(try await world.send().body == "second")
        #expect(world.seen.count == 2)
    }

    @Test(
        "a client's condition is evaluated with the stored response while it is fresh",
        arguments: [
            ("If-None-Match", "\"a\"", 304), ("If-None-Match", "W/\"a\"", 304), ("If-None-Match", "\"x\", \"a\"", 304),
            ("If-None-Match", "*", 304), ("If-None-Match", "\"x\"", 200), ("If-Modified-Since", "DATE-60", 304),
            ("If-Modified-Since", "DATE", 304), ("If-Modified-Since", "DATE-90", 200),
        ]
    )
    func own(_ name: String, _ value: String, _ status: Int) async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin(fresh, "ETag: \"a\"", "Last-Modified: DATE-60"))
        let second = try await world.send("GET", [(name, value)])
        #expect(second.status == status)
        #expect(second.seen == 1)
        #expect(second.body == (status == 200 ? "body" : ""))
    }

    @Test("a client's condition on a stale response goes to the server, and the client gets the 304")
    func ownStale() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin("Cache-Control: max-age=5", "ETag: \"a\""))
        world.date.advance(by: 10)
        let second = try await world.send("GET", [("If-None-Match", "\"mine\"")], origin: Origin(status: 304))
        #expect(second.status == 304)
        #expect(world.seen.last?.headers[canonicalForm: "if-none-match"] == ["\"mine\""])
    }

    @Test(
        "a range of a fresh response is served from the cache",
        arguments: [
            ("bytes=2-3", "cd"), ("bytes=4-", "ef"), ("bytes=-2", "ef"), ("bytes=3-99", "def"), ("bytes=0-0", "a"),
        ]
    )
    func part(_ range: String, _ body: String) async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin(fresh, "ETag: \"a\"", body: "abcdef"))
        let second = try await world.send("GET", [("Range", range)])
        #expect(second.status == 206)
        #expect(second.body == body)
        #expect(second.header("content-range")?.hasSuffix("/6") == true)
        #expect(second.seen == 1)
    }

    @Test(
        "multiple ranges, ranges beyond the end and of another version are sent to the server",
        arguments: ["bytes=0-1,3-4", "bytes=9-", "lines=1-2", "bytes=3-1"]
    )
    func otherParts(_ range: String) async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin(fresh, "ETag: \"a\"", body: "abcdef"))
        let refused = Origin(status: 416)
        #expect(try await world.send("GET", [("Range", range)], origin: refused).seen == 2)
        let fields = [("Range", "bytes=0-1"), ("If-Range", "\"b\"")]
        #expect(try await world.send("GET", fields, origin: refused).seen == 3)
        #expect(try await world.send("GET", [("Range", "bytes=0-1"), ("If-Range", "\"a\"")]).status == 206)
    }

    @Test("a partial response does not replace the whole response")
    func partStored() async throws {
        let world = try await ProxyWorld()
        let part = Origin(fresh, "Content-Range: bytes 0-1/6", status: 206, body: "ab")
        _ = try await world.send("GET", [("Range", "bytes=0-1")], origin: part)
        #expect(try await world.send(origin: Origin(fresh, body: "abcdef")).body == "abcdef")
    }

    @Test("responses are distinguished by their Vary fields")
    func vary() async throws {
        let world = try await ProxyWorld()
        let origin = { Origin("Cache-Control: max-age=3600", "Vary: Accept-Language, X-Kind", body: $0) }
        _ = try await world.send("GET", [("Accept-Language", "de, en"), ("X-Kind", "1")], origin: origin("de"))
        _ = try await world.send("GET", [("Accept-Language", "fr"), ("X-Kind", "1")], origin: origin("fr"))
        #expect(try await world.send("GET", [("X-Kind", "1"), ("Accept-Language", "DE,EN")]).body == "de")
        #expect(try await world.send("GET", [("Accept-Language", "fr"), ("X-Kind", "1")]).body == "fr")
        #expect(
            try await world.send("GET", [("Accept-Language", "de"), ("Accept-Language", "en"), ("X-Kind", "1")]).body
                == "de"
        )
        #expect(world.seen.count == 2)
        #expect(try await world.send("GET", [("Accept-Language", "fr"), ("X-Kind", "2")]).seen == 3)
        #expect(try await world.send("GET", [("X-Kind", "1")]).seen == 4)
    }

    @Test(
        "a successful unsafe request invalidates the stored response, and a refused one does not",
        arguments: ["POST", "PUT", "DELETE", "PATCH", "PURGE"]
    )
    func unsafe(_ method: String) async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin(fresh))
        _ = try await world.send(method, body: method == "DELETE" ? "" : "x", origin: Origin(status: 403))
        #expect(try await world.send().seen == 2)
        _ = try await world.send(method, body: method == "DELETE" ? "" : "x", origin: Origin(status: 200))
        #expect(try await world.send().seen == 4)
    }

    @Test("a matching HEAD response updates the stored GET response, and a different one deletes it")
    func head() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin("Cache-Control: max-age=5", "ETag: \"a\""))
        world.date.advance(by: 10)
        _ = try await world.send("HEAD", origin: Origin(fresh, "ETag: \"a\"", "X-New: 1"))
        let second = try await world.send()
        #expect(second.seen == 2)
        #expect(second.header("x-new") == "1")
        world.date.advance(by: 4000)
        _ = try await world.send("HEAD", origin: Origin(fresh, "ETag: \"b\""))
        #expect(try await world.send(origin: Origin(fresh, "ETag: \"b\"", body: "new")).body == "new")
    }

    @Test("stale-while-revalidate serves the old response and then the new one")
    func whileRevalidate() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(origin: Origin("Cache-Control: max-age=5, stale-while-revalidate=60"))
        world.date.advance(by: 10)
        #expect(try await world.send(origin: Origin(fresh, body: "new")).body == "body")
        let deadline = ContinuousClock.now + .seconds(20)
        while try await world.send(origin: Origin(fresh, body: "new")).body != "new" {
            try #require(ContinuousClock.now < deadline)
        }
        #expect(world.seen.count == 2)
    }

    @Test("stale-if-error replaces a failure by a stale response unless that is forbidden")
    func ifError() async throws {
        for origin in [Origin(status: 503), .gone] {
            let world = try await ProxyWorld()
            _ = try await world.send(origin: Origin("Cache-Control: max-age=5, stale-if-error=60"))
            world.date.advance(by: 10)
            #expect(try await world.send(origin: origin).body == "body")
            world.date.advance(by: 60)
            #expect(try await world.send(origin: origin).status >= 502)
        }
        for directive in ["must-revalidate", "no-cache"] {
            let world = try await ProxyWorld()
            _ = try await world.send(origin: Origin("Cache-Control: max-age=5, stale-if-error=60, \(directive)"))
            world.date.advance(by: 10)
            #expect(try await world.send(origin: .gone).status >= 502)
        }
    }

    @Test("hop-by-hop header fields are removed in both directions, and all others are forwarded")
    func fields() async throws {
        let world = try await ProxyWorld()
        let origin = Origin(
            fresh,
            "Connection: X-Hop",
            "X-Hop: 1",
            "Keep-Alive: timeout=5",
            "X-Two: a",
            "X-Two: b",
            "Set-Cookie: c=1",
            "Set-Cookie: d=2"
        )
        let fields = [("Connection", "X-Mine"), ("X-Mine", "1"), ("TE", "trailers"), ("X-Many", "1"), ("X-Many", "2")]
        let first = try await world.send("GET", fields, origin: origin)
        #expect(first.header("x-hop") == nil)
        #expect(first.headers[values: .setCookie] == ["c=1", "d=2"])
        let seen = try #require(world.seen.first?.headers)
        #expect(seen[canonicalForm: "x-many"] == ["1", "2"])
        #expect(!seen.contains(name: "x-mine"))
        #expect(!seen.contains(name: "te"))
        let second = try await world.send("GET", fields)
        #expect(second.seen == 1)
        let two = try #require(HTTPField.Name("X-Two"))
        #expect(second.headers[values: two] == ["a", "b"])
        #expect(second.header("x-hop") == nil)
    }

    @Test("a request body arrives, and paths and queries are unchanged")
    func passing() async throws {
        let world = try await ProxyWorld()
        _ = try await world.send(
            "PUT",
            [("Content-Type", "application/json")],
            suffix: "/a%20b?x=%2F&y",
            body: "{\"a\": 1}"
        )
        #expect(world.seen.first?.headers.first(name: "content-type") == "application/json")
        #expect(world.seen.first?.headers.first(name: "content-length") == "8")
        _ = try await world.send(suffix: "?a=1", origin: Origin(fresh))
        #expect(try await world.send(suffix: "?a=1").seen == 2)
        #expect(try await world.send(suffix: "?a=2").seen == 3)
    }
}
