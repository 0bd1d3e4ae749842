import APIRuntime
import APITesting
import SensibillAPI
import SensibillSDK
import Testing

@MainActor
@Suite("Document pages")
struct PagingTests {
    private func page(_ ids: Range<Int>, count: Int) -> ScriptedResponse {
        let documents = ids.map { #"{"id":"document-\#($0)"}"# }.joined(separator: ",")
        return .json(#"{"documents":[\#(documents)],"count":\#(count)}"#)
    }

    private func ids(_ responses: [ScriptedResponse], size: UInt) async throws -> (ids: [String], lines: [String]) {
        let scripted = ScriptedProvider(responses)
        let delegate = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        var ids: [String] = []
        for try await page in scripted.provider.documents.pages(pageSize: size) { ids += page.items.map(\.id) }
        return (ids, scripted.transport.requests.compactMap(\.query))
    }

    @Test("the offset counts pages, not documents")
    func offsets() async throws {
        let found = try await ids([page(0..<2, count: 5), page(2..<4, count: 5), page(4..<5, count: 5)], size: 2)
        #expect(found.ids == (0..<5).map { "document-\($0)" })
        #expect(
            found.lines == [
                "limit=2&sortBy=arrivalDateTime", "limit=2&offset=1&sortBy=arrivalDateTime",
                "limit=2&offset=2&sortBy=arrivalDateTime",
            ]
        )
    }

    @Test("a count of 100 may be a limit, so pagination continues until a page is short")
    func cappedCount() async throws {
        let found = try await ids([page(0..<100, count: 100), page(100..<130, count: 100)], size: 100)
        #expect(found.ids.count == 130)
    }

    @Test("all pages of a list belong to one user")
    func userChange() async throws {
        let scripted = ScriptedProvider((0..<6).map { page($0 * 2..<$0 * 2 + 2, count: 50) })
        let delegate = TestDelegate(token: "t")
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let pages = scripted.provider.documents.pages(pageSize: 2)
        var count = 0
        await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) {
            for try await _ in pages {
                count += 1
                if count == 2 { scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "bob") }
            }
        }
        #expect(count == 2 && scripted.transport.requests.count == 2)
        // Other iterations belong to the next user, wherever they start, and do not affect one that continues.
        var former = pages.makeAsyncIterator()
        _ = try await former.next()
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "eve")
        for try await _ in pages { break }
        for try await _ in pages.starting(at: "1") { break }
        #expect(scripted.transport.requests.count == 5)
        do {
            _ = try await former.next()
            Issue.record("The page of a former user was read")
        } catch SensibillAPIClient.TaskError.missingUserAccessToken {}
        #expect(scripted.transport.requests.count == 5)
    }

    @Test("a token that another client obtains does not end the pages")
    func otherClient() async throws {
        let login = ScriptedProvider([page(0..<1, count: 1)])
        let tokens = TestDelegate(token: "l")
        login.provider.setUserAccessTokenDelegate(tokens, withCacheIdentifier: "login")
        let scripted = ScriptedProvider([page(0..<2, count: 9), .refusal(401), page(2..<4, count: 4)])
        let delegate = TestDelegate(token: "t", next: ["u"])
        let other = login.provider
        delegate.onUpdate = { completion in
            Task {
                _ = try? await other.documents.documents().value()
                delegate.token = "u"
                completion(nil)
            }
        }
        scripted.provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        var options = SensibillAPIClient.TaskOptions.defaults
        options.shouldRefreshTokenAndRetryOnStatusCode401 = true
        var count = 0
        for try await page in scripted.provider.documents.pages(pageSize: 2, options: options) {
            count += page.items.count
        }
        #expect(count == 4 && login.transport.requests.count == 1)
    }

    @Test("a list that starts before the first page has no documents", arguments: ["-1", "\(Int.min)"])
    func negativeStart(_ start: String) async throws {
        let scripted = ScriptedProvider()
        for try await _ in scripted.provider.documents.pages().starting(at: start) {
            #expect(scripted.transport.requests.isEmpty)
        }
        #expect(scripted.transport.requests.isEmpty)
    }

    @Test("a page size outside the limits fails without a request")
    func badSize() async throws {
        let scripted = ScriptedProvider()
        await #expect(throws: SensibillAPIClient.TaskError.self) {
            for try await _ in scripted.provider.documents.pages(pageSize: 101) {}
        }
        #expect(scripted.transport.requests.isEmpty)
    }
}
