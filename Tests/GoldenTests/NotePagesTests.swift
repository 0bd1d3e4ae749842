import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import NotesAPI
import Testing

/// Tests of pages and token renewal in the golden module.
@Suite("Golden module: pages and tokens")
struct NotePagesTests {

    @Test("pagination follows cursors until there is none")
    func cursor() async throws {
        let total = HTTPField.Name("X-Total-Count").map { HTTPFields([HTTPField(name: $0, value: "3")]) } ?? [:]
        let notes = Notes([
            .json(#"{"notes":[\#(Sample.note),{"id":1}],"next":"n 2"}"#, headers: total),
            .json(#"{"notes":[\#(Sample.note)],"next":null}"#),
        ])
        var pages: [(count: Int, total: Int?)] = []
        for try await page in notes.client.notes.listPages(state: [.draft], pageSize: 2) {
            pages.append((page.items.count, page.total))
        }
        // The invalid note of the first page is skipped.
        #expect(pages.map(\.count) == [1, 1])
        #expect(pages[0].total == 3)
        #expect(
            notes.transport.requests.map(\.query) == [
                "state=draft&page_size=2", "state=draft&cursor=n%202&page_size=2",
            ]
        )
    }

    @Test("page numbers increase until a page is short")
    func numbers() async throws {
        let notes = Notes([.json(#"[{"name":"a"},{"name":"b"}]"#), .json(#"[{"name":"c"}]"#)])
        var names: [String] = []
        for try await label in notes.client.notes.labelsPages(size: 2).items {
            names.append(label.name)
        }
        #expect(names == ["a", "b", "c"])
        #expect(notes.transport.requests.map(\.query) == ["page=0&size=2", "page=1&size=2"])
    }

    @Test("an invalid item counts for the number of items on a page, so that the pages after it are not lost")
    func omittedItems() async throws {
        let notes = Notes([
            .json(#"[{"name":"a"},{"name":[]}]"#), .json(#"[{"name":0},null]"#), .json(#"[{"name":"c"}]"#),
        ])
        let names = try await notes.client.notes.labelsPages(size: 2).items.reduce(into: []) { $0.append($1.name) }
        #expect(names == ["a", "c"])
        #expect(notes.transport.requests.map(\.query) == ["page=0&size=2", "page=1&size=2", "page=2&size=2"])
    }

    @Test("a URL in a header field locates the next page")
    func url() async throws {
        let next =
            HTTPField.Name("Link-Next").map {
                HTTPFields([HTTPField(name: $0, value: "https://api.notes.example/v1/activity?after=9")])
            } ?? [:]
        let notes = Notes([
            .json(#"{"events":[{"kind":"archived"}]}"#, headers: next), .json(#"{"events":[]}"#),
        ])
        var count = 0
        for try await page in notes.client.account.activityPages() {
            count += page.items.count
        }
        #expect(count == 1)
        #expect(notes.transport.requests.map(\.line) == ["GET /v1/activity", "GET /v1/activity?after=9"])
    }

    @Test("the error of a page is the operation's error")
    func pageFailure() async throws {
        let notes = Notes([.json(#"{"title":"Bad"}"#, status: 400)])
        do {
            for try await _ in notes.client.notes.listPages() {
                Issue.record("A page")
            }
            Issue.record("No error")
        } catch let error as ListNotesError {
            guard case .badRequest(let problem) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(problem.title == "Bad")
        }
    }

    @Test("the refresher sends the specified request, and a refused call is retried with the new token")
    func refresh() async throws {
        let login = Notes([.json(#"{"access_token":"new","refresh_token":"r2","expires_in":3600}"#)])
        let session = TokenSession(
            store: MemoryTokenStore(),
            refresher: login.client.userTokenRefresher(tenant: "t", clientId: "app")
        )
        try await session.signIn(OAuthToken(accessToken: "old", refreshToken: "r1"))
        let notes = Notes(
            [.json(Sample.problem, status: 401), .json(#"{"notes":[]}"#)],
            credentials: .init(userToken: session)
        )
        _ = try await notes.client.notes.list()
        let renewal = try login.request()
        #expect(renewal.line == "POST /token?tenant=t")
        #expect(renewal.header("X-Old-Token") == "Bearer old")
        #expect(renewal.text == "grant_type=refresh_token&refresh_token=r1&client_id=app")
        #expect(notes.transport.requests.map { $0.header("Authorization") } == ["Bearer old", "Bearer new"])
    }

    @Test("a cached response causes no request")
    func cache() async throws {
        let transport = ScriptedTransport([.json(#"{"notes":[]}"#)])
        var configuration = ClientConfiguration.testing(transport)
        configuration.cache = ResponseCache(store: MemoryCacheStore())
        let client = NotesClient(credentials: .init(userToken: .bearer("t")), configuration: configuration)
        _ = try await client.notes.list()
        _ = try await client.notes.list()
        #expect(transport.requests.count == 1)
    }
}
