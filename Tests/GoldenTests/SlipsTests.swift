import APIRuntime
import APITesting
import SlipsAPI
import Testing

/// Tests of a module from a document with faults that leave only one reading.
@Suite("Golden module: readings")
struct SlipsTests {

    private func client(_ transport: ScriptedTransport) -> SlipsClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        return SlipsClient(configuration: configuration)
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
}
