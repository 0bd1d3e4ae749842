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

    @Test("a client has to name a host that the document leaves open")
    func openHost() {
        let servers = "servers: [{ url: '{endpoint}/v1', variables: { endpoint: { default: '' } } }]\n"
        let open = Snippet(document: document(["[]"], root: servers))
        #expect(open.report == "")
        open.expect(
            """
            public static func production(endpoint: String) -> SampleServers {
            SampleServers(main: URL(string: "\\(endpoint)/v1"))
            """,
            in: "SampleServers.swift"
        )
        open.expect(
            "public init(servers: SampleServers, transport: any HTTPTransport) {",
            in: "SampleClient.swift"
        )
        let undeclared = Snippet(document: document(["[{ url: 'https://{tenant}.example.com' }]"]), isStrict: false)
        #expect(undeclared.rules == ["warning undeclared-variable"])
        undeclared.expect(
            "public static func production(tenant: String) -> SampleServers {",
            in: "SampleServers.swift"
        )
        for url in ["https://{{host}}/v1", "https://${host}/v1"] {
            let variables = "variables: { host: { default: api.example.com } }"
            let foreign = Snippet(document: document(["[{ url: '\(url)', \(variables) }]"]), isStrict: false)
            #expect(foreign.rules == ["warning bad-server"], "\(foreign.report)")
            #expect(foreign.text("SampleServers.swift").contains(#"host: String = "api.example.com""#))
        }
        // An empty part of a host is valid.
        let part = "[{ url: 'https://{region}api.example.com', variables: { region: { default: '' } } }]"
        Snippet(document: document([part])).expect(
            "public static func production(region: String = \"\") -> SampleServers {",
            in: "SampleServers.swift"
        )
    }

    @Test("an environment without a server of an operation keeps its other addresses, and is reported")
    func missingRole() {
        let root = """
            servers: [{ url: https://a.example, description: Production }, { url: https://b.example, description: Sandbox }]

            """
        let snippet = Snippet(document: document(["[{ url: https://up.example }]"], root: root))
        snippet.expect(
            """
            public static let sandbox = SampleServers(
            main: URL(string: "https://b.example"),
            up: nil
            )
            """,
            in: "SampleServers.swift"
        )
        #expect(snippet.rules == ["warning incomplete-environment"])
        #expect(snippet.report.contains("has no URL for the host 'up', so calls to it fail"))
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

    @Test("servers that differ in their paths only are hosts of their own, whose names have numbers")
    func paths() {
        let servers = (1...3).map { "[{ url: 'https://up.example.com/v\($0)' }]" }
        let snippet = Snippet(document: document(servers, root: "servers: [{ url: https://a.example }]\n"))
        snippet.expect(
            """
            public static let production = SampleServers(
            main: URL(string: "https://a.example"),
            up: URL(string: "https://up.example.com/v1"),
            upExampleCom: URL(string: "https://up.example.com/v2"),
            upExampleCom2: URL(string: "https://up.example.com/v3")
            )
            """,
            in: "SampleServers.swift"
        )
        let code = snippet.code("Operations/TOperations.swift")
        for (index, role) in ["up", "upExampleCom", "upExampleCom2"].enumerated() {
            #expect(code.contains(#""/p\#(index)", server: .\#(role))"#), "\(code)")
        }
    }

    @Test("different relative servers of operations are different hosts")
    func relative() {
        let snippet = Snippet(
            document: document(["[{ url: /v1 }]", "[{ url: /v2 }]"], root: "servers: [{ url: https://a.example }]\n")
        )
        snippet.expect(
            """
            other: URL(string: "https://a.example/v1"),
            other2: URL(string: "https://a.example/v2")
            """,
            in: "SampleServers.swift"
        )
        let code = snippet.code("Operations/TOperations.swift")
        #expect(code.contains(#""/p0", server: .other)"#) && code.contains(#""/p1", server: .other2)"#), "\(code)")
    }

    @Test("a role that other servers state is not the name of a host")
    func stated() {
        let other = "[{ url: 'https://up.example.com/v2', x-server: { role: up } }]"
        let snippet = Snippet(
            document: document(
                ["[{ url: 'https://up.example.com/v1' }]", other],
                root: "servers: [{ url: https://a.example }]\n"
            )
        )
        snippet.expect(
            """
            up2: URL(string: "https://up.example.com/v1"),
            up: URL(string: "https://up.example.com/v2")
            """,
            in: "SampleServers.swift"
        )
    }

    @Test("lists of servers with one role share it, and another URL in an environment is reported")
    func sharedRole() {
        func server(_ url: String, _ environment: String) -> String {
            "[{ url: 'https://\(url)', x-server: { role: up, environment: \(environment) } }]"
        }
        let snippet = Snippet(
            document: document(
                [server("up.example", "live"), server("try.example", "test"), server("other.example", "live")],
                root: """
                    servers:
                      - { url: 'https://a.example', x-server: { role: api, environment: live } }
                      - { url: 'https://b.example', x-server: { role: api, environment: test } }

                    """
            )
        )
        snippet.expect(
            """
            up: URL(string: "https://try.example")
            """,
            in: "SampleServers.swift"
        )
        #expect(!snippet.code("SampleServers.swift").contains("other.example"))
        #expect(snippet.report.ranges(of: "warning: ").count == 1)
        #expect(snippet.report.contains("sent to 'https://up.example'"))
    }

    /// Returns the properties and functions of a document's environments.
    private func environments(_ servers: [String]) -> (snippet: Snippet, lines: [Substring]) {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: S, version: '1' }
                servers: [\(servers.joined(separator: ", "))]
                paths: { /a: { get: { operationId: a, responses: { '204': { description: Done. } } } } }
                """
        )
        let lines = snippet.code("SampleServers.swift").split(separator: "\n")
        return (snippet, lines.filter { $0.hasPrefix("public static let ") })
    }

    @Test("an environment is a whole word of a server's description, with a number if it is repeated")
    func words() {
        let (snippet, lines) = environments([
            "{ url: 'https://eu.example', description: EU production }",
            "{ url: 'https://us.example', description: US production }",
            "{ url: 'https://v2.example', description: The latest version }",
            "{ url: 'https://try.example', description: For testing. }",
        ])
        #expect(snippet.report == "")
        #expect(
            lines == [
                #"public static let production = SampleServers(main: URL(string: "https://eu.example"))"#,
                #"public static let production2 = SampleServers(main: URL(string: "https://us.example"))"#,
                #"public static let server3 = SampleServers(main: URL(string: "https://v2.example"))"#,
                #"public static let test = SampleServers(main: URL(string: "https://try.example"))"#,
            ]
        )
    }

    @Test("the second of two servers with one name is reported, and has a number")
    func repeatedNames() {
        let (snippet, lines) = environments([
            "{ url: 'https://a.example', name: prod }", "{ url: 'https://b.example', name: prod }",
        ])
        #expect(snippet.rules == ["warning name-clash"])
        #expect(snippet.report.hasPrefix("sample.yaml:3:60: warning: The environment of this server is named 'prod2'"))
        #expect(
            lines == [
                #"public static let prod = SampleServers(main: URL(string: "https://a.example"))"#,
                #"public static let prod2 = SampleServers(main: URL(string: "https://b.example"))"#,
            ]
        )
    }

    @Test("a variable with listed values is an enumeration, which several environments share")
    func variables() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers:
                  - { url: 'https://{region}.a.example/{path}', variables: { region: { default: eu-west, enum: [eu-west, us, 2d] }, path: { default: v1 } } }
                  - { url: 'https://{region}.b.example', description: Sandbox, variables: { region: { default: us, enum: [eu-west, us, 2d] } } }
                  - { url: 'https://{region}.c.example', description: Test, variables: { region: { default: near, enum: [near, far], description: How far it is. } } }
                paths: {}
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.text("SampleServers.swift")
        for line in [
            #"static func production(region: Region = .euWest, path: String = "v1") -> SampleServers {"#,
            #"URL(string: "https://\(region.rawValue).a.example/\(path)")"#,
            "static func sandbox(region: Region = .us) -> SampleServers {",
            "static func test(region: TestRegion = .near) -> SampleServers {",
            "enum Region: String, CaseIterable, Sendable {\n        case euWest = \"eu-west\"\n        case us\n        case _2d = \"2d\"\n",
            "/// How far it is.\n    public enum TestRegion: String, CaseIterable, Sendable {\n        case near, far\n",
        ] {
            #expect(code.contains(line), "\(code)")
        }
    }

    @Test("variables of the same name on two hosts have a type each if their values differ, named after the host")
    func variablesOfHosts() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers:
                  - { url: 'https://{region}.a.example', variables: { region: { default: eu, enum: [eu, us] }, caseIterable: { default: a, enum: [a] } }, x-server: { role: api } }
                paths:
                  /a:
                    servers:
                      - { url: 'https://{region}.b.example', variables: { region: { default: near, enum: [near, far] } }, x-server: { role: login } }
                    get: { operationId: a, responses: { '204': { description: Done. } } }
                  /b:
                    servers:
                      - { url: 'https://{region}.c.example', variables: { region: { default: us, enum: [us, eu] } }, x-server: { role: files } }
                    get: { operationId: b, responses: { '204': { description: Done. } } }
                """
        )
        let code = snippet.code("SampleServers.swift").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for text in [
            "apiRegion: Region = .eu", "loginRegion: LoginRegion = .near", "filesRegion: Region = .us",
            "enum Region: String, CaseIterable, Sendable { case eu, us }", "enum LoginRegion: String",
        ] {
            #expect(code.contains(text), "\(code)")
        }
        #expect(!code.contains("enum CaseIterable"))
    }

    @Test("variables of one host whose names are the same in Swift are numbered")
    func alikeVariables() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers: [{ url: 'https://{x-y}.{x_y}.example', variables: { x-y: { default: a }, x_y: { default: b } } }]
                paths: {}
                """
        )
        let code = snippet.code("SampleServers.swift")
        #expect(
            code.contains(#"static func production(xY: String = "a", xY2: String = "b") -> SampleServers {"#),
            "\(code)"
        )
        #expect(code.contains(#"URL(string: "https://\(xY).\(xY2).example")"#), "\(code)")
    }
}
