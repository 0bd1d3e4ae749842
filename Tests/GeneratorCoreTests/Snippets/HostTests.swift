import Testing

@testable import GeneratorCore

/// Tests of hosts and their names.
@Suite("Snippets: hosts")
struct HostTests {

    private func document(_ servers: [String], root: String = "") -> String {
        let paths = servers.enumerated().map { index, servers in
            """
              /p\(index):
                servers: \(servers)
                get: { operationId: get\(index), tags: [t], responses: { '204': { description: Done. } } }

            """
        }
        return "openapi: 3.1.0\ninfo: { title: S, version: '1' }\n\(root)paths:\n" + paths.joined()
    }

    @Test("without document servers, the first path's servers are the main ones, and there is a default")
    func pathsAlone() {
        let snippet = Snippet(
            document: document(["[{ url: https://api.example.com }]", "[{ url: https://voice.example.com }]"])
        )
        #expect(snippet.report == "")
        snippet.expect("public var api: URL?\npublic var voice: URL?", in: "SampleServers.swift")
        snippet.expect("[.main: api, .voice: voice].compactMapValues { $0 }", in: "SampleServers.swift")
        #expect(snippet.code("SampleClient.swift").contains("servers: SampleServers = .production,"))
        #expect(snippet.code("Operations/TOperations.swift").contains(#"OperationCall("get0", .get, "/p0")"#))
        #expect(
            snippet.code("Operations/TOperations.swift").contains(
                #"OperationCall("get1", .get, "/p1", server: .voice)"#
            )
        )
    }

    @Test("a single server that all paths declare is the main server")
    func onePath() {
        let one = "[{ url: https://api.example.com }]"
        let snippet = Snippet(document: document([one, one]))
        snippet.expect(
            #"public static let production = SampleServers(main: URL(string: "https://api.example.com"))"#,
            in: "SampleServers.swift"
        )
    }

    @Test(
        "a host is named after its URL and not after a variable in it",
        arguments: [
            (
                "{ url: 'https://{sub}.{site}', variables: { sub: { default: http-intake }, site: { default: a.example } } }",
                "httpIntake"
            ),
            ("{ url: 'https://{region}.uploads.example.com', variables: { region: { default: eu } } }", "uploads"),
            ("{ url: 'https://{sub}.example.com:8443/v1', variables: { sub: { default: files } } }", "files"),
            ("{ url: '{base}/v1', variables: { base: { default: 'https://logs.example.com' } } }", "logs"),
            ("{ url: 'https://up.example.com' }", "up"),
        ]
    )
    func names(_ server: String, _ name: String) {
        let snippet = Snippet(document: document(["[\(server)]"], root: "servers: [{ url: https://a.example }]\n"))
        snippet.expect("public var main: URL?\npublic var \(name): URL?", in: "SampleServers.swift")
    }
}
