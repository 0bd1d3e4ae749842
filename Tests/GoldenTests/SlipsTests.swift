import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SlipsAPI
import SlipsMocks
import Testing

/// Tests of a module from a document with faults that leave only one reading.
@Suite("Golden module: readings")
struct SlipsTests {

    private func client(_ transport: ScriptedTransport) -> SlipsClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        return SlipsClient(
            servers: .production(mainRegion: "region", otherRegion: "region"),
            configuration: configuration
        )
    }

    @Test("undeclared and optional path parameters are required arguments")
    func paths() async throws {
        let transport = ScriptedTransport([.status(204)])
        try await client(transport).notes.part(id: "a/b", part: "2")
        #expect(transport.requests.map(\.line) == ["GET /live/notes/a%2Fb/parts/2"])
    }

    @Test("values of misspelt types, and of properties with two types, are read")
    func values() async throws {
        let body = #"{"id":7,"at":"2024-05-01T10:00:00Z","text":null,"count":3,"share":0.5,"flag":true,"ring":{}}"#
        let transport = ScriptedTransport([.json(body)])
        let note = try await client(transport).notes.get(id: 1)
        #expect(note.id == 7 && note.at == "2024-05-01T10:00:00Z" && note.text == nil)
        #expect(note.count == 3 && note.share == 0.5 && note.flag == true && note.ring != nil)
    }

    @Test("a server without a scheme or host is resolved against the document's servers, and no environment is lost")
    func hosts() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let client = self.client(transport)
        try await client.api.ping()
        try await client.api.archive()
        #expect(transport.requests.map { $0.head.authority } == ["status.example.com", "region.example.com"])
        #expect(transport.requests.map(\.line) == ["GET /v1/ping", "GET /v2/archive"])
    }

    @Test("a required property with a default is a default argument, and is written")
    func requiredDefaults() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let api = client(transport).api
        try await api.draft(body: Draft(title: "a"))
        try await api.draft(body: Draft(kind: .rich, title: "b", priority: 1, reason: nil))
        #expect(
            transport.requests.map(\.text) == [
                #"{"kind":"plain","title":"a","priority":3,"reason":"none given"}"#,
                #"{"kind":"rich","title":"b","priority":1,"reason":null}"#,
            ]
        )
    }

    @Test("a client reads a required nullable property that is absent as null, and a server refuses it")
    func requiredNullable() throws {
        let (absent, null) = (#"{"kind":"rich","title":"a","priority":1"#, #","reason":null}"#)
        #expect(try JSONCoding.decode(Draft.self, from: Data("\(absent)}".utf8)).reason == nil)
        let server = JSONReadingOptions(rejectsUnknownValues: true)
        #expect(try JSONCoding.decode(Draft.self, from: Data((absent + null).utf8), options: server).reason == nil)
        let failure = #expect(throws: DecodingFailure.self) {
            try JSONCoding.decode(Draft.self, from: Data("\(absent)}".utf8), options: server)
        }
        #expect(failure?.reason == .missing)
        #expect(failure?.path == "reason")
    }

    @Test("the cases of a union omit the words with which all of them begin")
    func cases() async throws {
        let transport = ScriptedTransport([.status(204), .status(204)])
        let api = client(transport).api
        try await api.pay(body: .card(PaymentCard(number: "1")))
        try await api.pay(body: .transfer(PaymentTransfer(account: "2")))
        #expect(transport.requests.map(\.text) == [#"{"number":"1"}"#, #"{"account":"2"}"#])
    }

    /// Code of an app that depends only on the protocol of the client.
    private func check(_ client: any SlipsClientProtocol, tags: [String]) async throws {
        try await client.api.ping()
        try await client.api.ping(options: CallOptions())
        _ = try await client.notes.get(id: 1, tags: tags, options: .init())
        _ = try await client.notes.get(id: 2)
    }

    @Test("code for the protocol of a client has the default arguments of the client, with mocks and without")
    func wholeClient() async throws {
        let mock = SlipsClientMock()
        mock.api.onPing.responds(with: (), ())
        mock.notes.onGet.responds(with: Note(), Note())
        try await check(mock, tags: ["a"])
        #expect(mock.notes.onGet.inputs.map(\.id) == [1, 2])
        let transport = ScriptedTransport([.status(204), .status(204), .json("{}"), .json("{}")])
        try await check(client(transport), tags: ["b"])
        #expect(transport.requests.map(\.path).suffix(2) == ["/live/notes/1", "/live/notes/2"])
    }

    @Test("a method whose name is the one of another method for files has a script of its own")
    func scripts() async throws {
        let mock = SlipsClientMock()
        mock.files.onExportToFile.responds(with: ())
        mock.files.onExport.responds(with: Data([1]))
        try await mock.files.exportToFile()
        #expect(try await mock.files.export() == Data([1]))
        #expect(mock.files.onExportToFile.inputs.count == 1 && mock.files.onExportToFile2.inputs.isEmpty)
    }
}
