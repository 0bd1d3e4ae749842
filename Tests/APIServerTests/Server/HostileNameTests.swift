import APIRuntime
import APIServer
import HTTPTypes
import NotesAPI
import Testing

/// Tests of names that a client chooses, in responses and logs.
@Suite("Names in errors of received requests")
struct HostileNameTests {

    @Test(
        "an unknown parameter cannot start a line, hide text or be long",
        arguments: [
            ("a%0Aforged=1", #"a\nforged"#), ("a%0D%0Ab=1", #"a\r\nb"#), ("%E2%80%AEtxt=1", #"\u{202E}txt"#),
            ("a%E2%80%A8b=1", #"a\u{2028}b"#), ("%C2%85=1", #"\u{0085}"#), ("%1B%5B2J=1", #"\u{1B}[2J"#),
            ("n%C3%A4me=1", "näme"), (String(repeating: "x", count: 5000), String(repeating: "x", count: 200) + "…"),
        ]
    )
    func names(_ query: String, _ shown: String) async throws {
        try await RawServer.run(options: ServerOptions(unknownParameters: .refused)) { routes in
            routes.empty("sample", .get, "/sample") { input in
                _ = try input.request()
                return .empty()
            }
        } _: { server async throws in
            let reply = try await server.send(.get, "/sample?\(query)")
            let problem = try JSONCoding.decode(JSONValue.self, from: Array(reply.text.utf8))
            #expect(reply.status == 400)
            #expect(problem["detail"]?.string == "There is no query parameter '\(shown)'.")
            #expect(problem["errors"]?.array?.first?["path"]?.string == shown)
        }
    }

    @Test("the path to an unreadable value is on one line")
    func paths() {
        let input = ServerInput(
            ServerRequest(operation: "sample"),
            body: Array(#"{"name":"a","x\nforged":{"y":[1,}]}}"#.utf8)
        )
        #expect {
            let _: Label = try input.json()
        } throws: { error in
            let text = "\(error)"
            return error is UnreadableInput && !text.contains("\n") && text.contains(#"x\nforged"#)
        }
    }
}
