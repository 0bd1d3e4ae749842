import APIRuntime
import APITesting
import ShopAPI
import ShopMocks
import Testing

/// Tests of operations with the same names as their parameters, in clients, protocols and mocks.
@Suite("Golden module: operations with parameter-like names", .timeLimit(.minutes(1)))
struct ShopNameTests {

    private func client(_ transport: ScriptedTransport, _ clock: TestClock = TestClock()) -> ShopClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.clock = clock
        return ShopClient(configuration: configuration)
    }

    @Test("the convenience method of a protocol or mock calls the method, not its parameter")
    func shortForms() async throws {
        let mock = NamedOperationsMock()
        mock.onSearch.responds(with: try ShopAPI.Examples.example)
        mock.onBody.responds(with: ())
        mock.onScripted.responds(with: .accepted("later"))
        let named: any NamedOperationsProtocol = mock
        let found = try await named.search(search: "tea", onSearch: "now")
        #expect(found.items == ["a"])
        #expect(mock.onSearch.inputs.map(\.search) == ["tea"])
        #expect(mock.onSearch.inputs.map(\.onSearch) == ["now"])
        try await named.body(body: "text")
        #expect(mock.onBody.inputs.map(\.body) == ["text"])
        let response = try await named.scripted(response: "a", from: "b", `inout`: "c")
        guard case .accepted("later") = response else {
            Issue.record("\(response)")
            return
        }
        #expect(mock.onScripted.inputs.map(\.inout) == ["c"])
    }

    @Test("a page sequence passes on parameters named like itself and like the methods it calls")
    func pages() async throws {
        let transport = ScriptedTransport([.json(#"{"items":["a"],"next":"2"}"#), .json(#"{"items":["b"]}"#)])
        let named: any NamedOperationsProtocol = client(transport).named
        var items: [String] = []
        for try await item in named.listPages(listPages: "l", withResponse: "w").items {
            items.append(item)
        }
        #expect(items == ["a", "b"])
        #expect(
            transport.requests.map(\.query) == ["listPages=l&withResponse=w", "let=2&listPages=l&withResponse=w"]
        )
    }

    @Test("a link passes on a parameter named 'response'")
    func link() async throws {
        let transport = ScriptedTransport([.json(#"{"mode":"all"}"#)])
        let named: any NamedOperationsProtocol = client(transport).named
        let found = ShopAPI.Examples(next: "n")
        _ = try await named.response(from: found, response: "a", `inout`: "i", sender: "s")
        #expect(transport.requests.map(\.query) == ["response=a&from=n&inout=i&sender=s"])
    }

    @Test("polling ends at a value named like an Optional case, and passes on its parameters")
    func polling() async throws {
        let clock = TestClock()
        let transport = ScriptedTransport([.json(#"{"mode":null}"#), .json(#"{"mode":"some"}"#), .json("{}")])
        let client = client(transport, clock)
        let task = Task { try await client.named.workUntilDone(poll: "p", isDone: "d", workUntilDone: "w") }
        for _ in 1...2 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(1))
        }
        #expect(try await task.value.modeOrDefault == ShopAPI.ScriptedCredentials.Mode.noneValue)
        #expect(Set(transport.requests.map(\.query)) == ["poll=p&isDone=d&workUntilDone=w"])
        #expect(transport.requests.count == 3)
    }
}
