import APIRuntime
import APITesting
import Foundation
import RelayAPI
import Testing

/// Tests of a module from a document of OpenAPI 3.2.
@Suite("Golden module: OpenAPI 3.2")
struct RelayTests {

    private func client(_ transport: ScriptedTransport) -> RelayClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        return RelayClient(credentials: RelayCredentials(device: .bearer("t")), configuration: configuration)
    }

    @Test("QUERY and additional methods are sent as documented")
    func methods() async throws {
        let transport = ScriptedTransport([.json("[]"), .status(204)])
        let client = client(transport)
        _ = try await client.signals.findSignals(body: Filter(text: "a"))
        try await client.archive.copySignal(id: "x")
        #expect(transport.requests.map(\.line) == ["QUERY /signals", "COPY /signals/x"])
        #expect(transport.requests[0].text == #"{"text":"a"}"#)
    }

    @Test("a whole query is JSON or a form, and a cookie of style 'cookie' is not encoded")
    func queries() async throws {
        let transport = ScriptedTransport([.json("[]"), .json("[]")])
        let signals = client(transport).signals
        _ = try await signals.listSignals(filter: Filter(text: "a&b", limit: 1), session: "a/b=c")
        _ = try await signals.searchSignals(search: Filter(text: "a&b", limit: 1))
        #expect(transport.requests[0].query == "%7B%22text%22%3A%22a%26b%22%2C%22limit%22%3A1%7D")
        #expect(transport.requests[0].header("Cookie") == "session=a/b=c")
        #expect(transport.requests[1].query == "text=a%26b&limit=1")
    }

    @Test("a cookie that is not encoded cannot add another cookie")
    func cookies() async throws {
        let transport = ScriptedTransport([.json("[]")])
        await #expect(throws: ListSignalsError.self) {
            _ = try await client(transport).signals.listSignals(session: "a; admin=true")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("values with another discriminator, or none, are decoded as the variant of 'defaultMapping'")
    func mapping() async throws {
        let transport = ScriptedTransport([
            .json(#"[{"kind":"flash","color":"red"},{"kind":"odd","text":"t"},{"text":"u"}]"#)
        ])
        let signals = try await client(transport).signals.findSignals(body: Filter())
        #expect(
            signals == [
                .flash(Flash(color: "red", kind: "flash")), .other(Other(kind: "odd", text: "t")),
                .other(Other(kind: nil, text: "u")),
            ]
        )
    }

    @Test("environments have the names of the servers, and a device flow has its addresses")
    func names() {
        #expect(RelayServers.trial.main?.host == "try.relay.example.com")
        let flow = RelayCredentials.deviceDeviceAuthorization
        #expect(flow.kind == .deviceAuthorization)
        #expect(flow.deviceAuthorizationURL?.path == "/device")
    }
}
