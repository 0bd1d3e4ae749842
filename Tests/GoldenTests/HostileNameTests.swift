import APIRuntime
import APITesting
import Foundation
import HostileAPI
import Testing

/// Tests of names shared by a property and its type, of cases of optionals, and of Swift keywords.
@Suite("Hostile module: names")
struct HostileNameTests {

    @Test("properties in caseless scripts have separate types and keep their JSON names")
    func caseless() throws {
        let json = #"{"24h":{"high":2},"2fa":"on","1":[{"a":"x"}],"_":{"_":"_"},"中":{"文":"a"},"א":"ב","pinned":"b"}"#
        let coin = try JSONCoding.decode(Coin.self, from: Array(json.utf8))
        #expect(coin._24h == Coin._24hValue(high: 2))
        #expect(coin._2fa == .on)
        #expect(coin._1 == [Coin._1Item(a: "x")])
        #expect(coin.中?.文 == .a)
        #expect(coin.א == .ב)
        #expect(coin.Pinned == .b)
        #expect(JSONCoding.encode(coin) == Array(json.utf8))
    }

    @Test("variants in caseless scripts have separate types")
    func variants() throws {
        #expect(try JSONCoding.decode(Caseless.self, from: Array(#"{"x":"a"}"#.utf8)) == .中(Caseless.中Value(x: "a")))
        #expect(try JSONCoding.decode(Caseless.self, from: Array(#"{"y":"b"}"#.utf8)) == ._1(Caseless._1Value(y: "b")))
    }

    @Test("defaults named like an Optional case are values of their enums")
    func none() throws {
        let modes = try JSONCoding.decode(Modes.self, from: Array("{}".utf8))
        #expect(modes.modeOrDefault == Modes.Mode.noneValue)
        #expect(modes.modesOrDefault == [Modes.ModesItem.noneValue, nil, Modes.ModesItem.some])
        #expect(modes.wordOrDefault == Word.noneValue)
        #expect(modes.innerOrDefault.mode == Modes.Inner.Mode.noneValue)
        #expect(modes.innerOrDefault.wordOrDefault == Word.some)
        #expect(try JSONCoding.decode(Modes.self, from: Array(#"{"mode":null}"#.utf8)).modeOrDefault == nil)
        #expect(Modes() == modes)
    }

    @Test("defaults have properties that are named like Swift keywords")
    func labels() throws {
        let labels = try JSONCoding.decode(Labels.self, from: Array("{}".utf8))
        #expect(labels.oOrDefault == Labels.O(let: 1, var: "x", `inout`: "y"))
    }

    @Test("operations whose error types would clash with the runtime's can be called")
    func errors() async throws {
        let transport = ScriptedTransport([.status(204), .status(204), .status(204), .status(500)])
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        let base = try #require(URL(string: "https://hostile.example"))
        let names = HostileClient(servers: HostileServers(all: base), configuration: configuration).names
        try await names.authentication()
        try await names.operation()
        try await names.webhook(body: ServerOptions(a: "x"))
        await #expect(throws: TransportOperationError.self) { try await names.transport() }
        let ends = transport.requests.map { $0.path.split(separator: "/").last }
        #expect(ends == ["authentication", "operation", "webhook", "transport"])
    }
}
