@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
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
        _ = try await client.signals.find(body: Filter(text: "a"))
        try await client.archive.copySignal(id: "x")
        #expect(transport.requests.map(\.line) == ["QUERY /signals", "COPY /signals/x"])
        #expect(transport.requests[0].text == #"{"text":"a"}"#)
    }

    @Test("a whole query is JSON or a form, and a cookie of style 'cookie' is not encoded")
    func queries() async throws {
        let transport = ScriptedTransport([.json("[]"), .json("[]")])
        let signals = client(transport).signals
        _ = try await signals.list(filter: Filter(text: "a&b", limit: 1), session: "a/b=c")
        _ = try await signals.search(search: Filter(text: "a&b", limit: 1))
        #expect(transport.requests[0].query == "%7B%22text%22%3A%22a%26b%22%2C%22limit%22%3A1%7D")
        #expect(transport.requests[0].header("Cookie") == "session=a/b=c")
        #expect(transport.requests[1].query == "limit=1&text=a%26b")
    }

    @Test("the properties of a whole query have the styles of their encodings")
    func queryStyles() async throws {
        let transport = ScriptedTransport([.json("[]"), .json("[]")])
        let signals = client(transport).signals
        _ = try await signals.listTagged(query: ListTaggedQuery(tags: ["a", "b&c"], limit: 2))
        _ = try await signals.listTagged()
        #expect(transport.requests[0].query == "limit=2&tags=a%7Cb%26c")
        #expect(transport.requests[1].query ?? "" == "")
    }

    @Test("the parts of a multipart body without names have their documented media types, in order")
    func partLists() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let signals = client(transport).signals
        try await signals.sendBatch(body: [Filter(text: "a"), Filter(limit: 2)])
        try await signals.sendBundle(
            body: SendBundleBody(item1: Filter(text: "a"), item2: "# b", rest: [Data([65, 66]), Data([67])])
        )
        #expect(
            parts(transport.requests[0]) == [
                "Content-Type: application/vnd.relay+json\r\n\r\n{\"text\":\"a\"}",
                "Content-Type: application/vnd.relay+json\r\n\r\n{\"limit\":2}",
            ]
        )
        #expect(
            parts(transport.requests[1]) == [
                "Content-Type: application/json\r\n\r\n{\"text\":\"a\"}", "Content-Type: text/markdown\r\n\r\n# b",
                "Content-Type: image/png\r\n\r\nAB", "Content-Type: image/png\r\n\r\nC",
            ]
        )
        let types = transport.requests.compactMap { $0.header("Content-Type") }
        #expect(types[0].hasPrefix("multipart/mixed; boundary="))
        #expect(types[1].hasPrefix("multipart/related; type=\"application/json\"; boundary="))
    }

    @Test("parts of any type are bytes with their media type, in both directions")
    func byteParts() async throws {
        let body = "--b\r\nContent-Type: image/jpg\r\n\r\n{}\r\n--b\r\n\r\nJPG\r\n--b--\r\n"
        let transport = ScriptedTransport([
            .status(204), .stream([body], contentType: "multipart/mixed; boundary=b"),
        ])
        let signals = client(transport).signals
        try await signals.sendFrames(body: [Data("{}".utf8), Data([1])])
        #expect(
            parts(transport.requests[0]) == [
                "Content-Type: image/png\r\n\r\n{}", "Content-Type: image/png\r\n\r\n\u{1}",
            ]
        )
        var received: [ResponsePart<Data>] = []
        for try await part in signals.watchFrames() { received.append(part) }
        #expect(received.map(\.value) == [Data("{}".utf8), Data("JPG".utf8)])
        #expect(received.map { $0.headers[.contentType] } == ["image/jpg", nil])
    }

    @Test("the parts of a response with the schema of an object are bytes with their names")
    func namedParts() async throws {
        let body = """
            --b\r
            Content-Disposition: form-data; name="about"\r
            Content-Type: application/json\r
            \r
            {"kind":"flash","color":"red"}\r
            --b\r
            Content-Disposition: form-data; name="sound"\r
            \r
            RIFF\r
            --b--\r

            """
        let transport = ScriptedTransport([.stream([body], contentType: "multipart/related; boundary=b")])
        var texts: [String] = []
        for try await part in client(transport).archive.readRecord() {
            let name = part.headers[.contentDisposition]?.split(separator: "\"").last ?? ""
            texts.append("\(name): \(String(decoding: part.value, as: UTF8.self))")
        }
        #expect(texts == [#"about: {"kind":"flash","color":"red"}"#, "sound: RIFF"])
    }

    @Test("the data of events in a union, and of an event without variants, has the type of its content")
    func alerts() async throws {
        let transport = ScriptedTransport([
            .stream(
                [
                    "event: started\ndata: {\"color\":\"red\"}\n\n", "event: stopped\ndata: {\"tone\":4}\n\n",
                    "event: odd\ndata: x\n\n",
                ],
                contentType: "text/event-stream"
            ),
            .stream(["event: beat\ndata: {\"tone\":5}\n\n"], contentType: "text/event-stream"),
        ])
        let archive = client(transport).archive
        var alerts: [String] = []
        for try await alert in archive.watchAlerts() {
            switch alert.data {
            case .started(let start): alerts.append("\(alert.name) \(start.data.color)")
            case .stopped(let stop): alerts.append("\(alert.name) \(stop.data.tone)")
            case .unknown: alerts.append("\(alert.name)")
            }
        }
        #expect(alerts == ["started red", "stopped 4", "odd"])
        var tones: [Int] = []
        for try await beat in archive.watchBeats() { tones.append(beat.data.tone) }
        #expect(tones == [5])
    }

    /// Returns the parts of a multipart body.
    private func parts(_ request: RecordedRequest) -> [String] {
        let boundary = request.header("Content-Type")?.components(separatedBy: "boundary=").last ?? ""
        return request.text.components(separatedBy: "--\(boundary)").dropFirst().dropLast().map { part in
            part.trimmingCharacters(in: .newlines)
        }
    }

    @Test("a cookie that is not encoded cannot add another cookie")
    func cookies() async throws {
        let transport = ScriptedTransport([.json("[]")])
        await #expect(throws: ListSignalsError.self) {
            _ = try await client(transport).signals.list(session: "a; admin=true")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("values with another discriminator, or none, are decoded as the variant of 'defaultMapping'")
    func mapping() async throws {
        let transport = ScriptedTransport([
            .json(#"[{"kind":"flash","color":"red"},{"kind":"odd","text":"t"},{"text":"u"}]"#)
        ])
        let signals = try await client(transport).signals.find(body: Filter())
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
