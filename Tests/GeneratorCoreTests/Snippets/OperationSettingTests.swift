import GeneratorCore
import Testing

/// Tests of operations as methods, one feature each: security, servers, settings and pages.
@Suite("Settings of operations")
struct OperationSettingTests: OperationSuite {
    @Test(
        "an operation's security replaces the document's, and several requirements are alternatives",
        arguments: [
            ("", #"security: SecurityRequirement(.user))"#), ("security: []\n", #"/a")"#),
            ("security: [{ key: [] }]\n", "security: SecurityRequirement(.key))"),
            (
                "security: [{ key: [], user: [] }, {}]\n",
                "security: .keyAndUserOrNothing)"
            ),
        ]
    )
    func security(_ lines: String, _ ending: String) {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: S, version: '1' }
                security: [{ user: [] }]
                paths:
                  /a:
                    get:
                      operationId: doIt
                      tags: [things]
                      \(lines.isEmpty ? "" : lines.dropLast())
                      \(Self.done)
                components:
                  securitySchemes:
                    user: { type: oauth2, flows: {} }
                    key: { type: apiKey, in: cookie, name: sid }
                """
        )
        #expect(snippet.code(file).contains(ending), "\(snippet.code(file))")
        let credentials = snippet.code("SampleCredentials.swift")
        #expect(credentials.contains(#"static let key = SecurityScheme("key", .cookie("sid"))"#))
        let several = "static let keyAndUserOrNothing = SecurityRequirement(alternatives: [[.key, .user], []])"
        #expect(credentials.contains(several) == ending.contains("OrNothing"))
    }

    @Test("a separate host has a server role, and an environment with variables is a function")
    func servers() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: S, version: '1' }
                servers:
                  - { url: 'https://a.example', x-server: { role: api, environment: production } }
                  - { url: '{base}', variables: { base: { default: 'http://localhost' } }, x-server: { role: api, environment: custom } }
                paths:
                  /a:
                    servers:
                      - { url: 'https://up.example', x-server: { role: upload, environment: production } }
                      - { url: '{base}/up', variables: { base: { default: 'http://localhost' } }, x-server: { role: upload, environment: custom } }
                    get: { operationId: doIt, tags: [things], \(Self.done) }
                """
        )
        #expect(snippet.code(file).contains(#"OperationCall("doIt", .get, "/a", server: .upload)"#))
        let servers = snippet.code("SampleServers.swift")
        #expect(servers.contains("public static let production = SampleServers("))
        snippet.expect(
            """
            public static func custom(
            apiBase: String = "http://localhost",
            uploadBase: String = "http://localhost"
            ) -> SampleServers {
            """,
            in: "SampleServers.swift"
        )
        #expect(servers.contains(#"upload: URL(string: "\(uploadBase)/up")"#))
        #expect(servers.contains(#"static let upload = ServerRole("upload")"#))
    }

    @Test("cache, replay and attempt timeout are set on the call")
    func settings() {
        let snippet = operation(
            "/a",
            "post",
            "x-cache: { lifetime: 5, partition: shared }\nx-replay: safe\nx-timeout: 3\n\(Self.done)"
        )
        snippet.expect(
            """
            call.cache = CachePolicy(lifetime: .seconds(5), partition: .shared)
            call.replay = .safe
            call.timeout = .seconds(3)
            """,
            in: file
        )
    }

    @Test("an idempotency key in the body makes the call retryable if the key is present")
    func bodyKey() {
        let snippet = operation(
            "/a",
            "post",
            "x-replay: { key: requestId }\nrequestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }\n\(Self.done)",
            schemas: "Order: { type: object, properties: { requestId: { type: string } } }"
        )
        #expect(snippet.code(file).contains("call.key(inProperty: \"requestId\", isSet: body.requestId != nil)\n"))
    }

    @Test("names in a page closure do not clash with a body and parameters")
    func pageNames() {
        let snippet = operation(
            "/a",
            "post",
            """
            parameters:
              - { name: position, in: query, schema: { type: string } }
              - { name: after, in: query, schema: { type: string } }
            requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
            x-paging: { style: cursor, position: after, items: body:/items, next: body:/next }
            responses: { '200': { description: A, content: { application/json: { schema: { $ref: '#/components/schemas/List' } } } } }
            """,
            schemas:
                "List: { type: object, required: [items], properties: { items: { type: array, items: { type: string } }, next: { type: string } } }"
        )
        snippet.expect(
            """
            PageSequence(cursor: { positionHere in
            let response = try await withResponse {
            try await $0.doIt(
            body: body,
            position: position,
            after: positionHere,
            options: options
            )
            }
            let bodyHere = response.body
            return ResultPage(
            items: bodyHere.items,
            next: bodyHere.next
            )
            })
            """,
            in: file
        )
    }

    @Test("a URL in the body can locate the next page")
    func nextURL() {
        let snippet = operation(
            "x-paging: { style: url, items: body:/items, next: body:/next }\nresponses: { '200': { description: A, content: { application/json: { schema: { $ref: '#/components/schemas/List' } } } } }",
            schemas:
                "List: { type: object, properties: { items: { type: array, items: { type: string } }, next: { type: string, format: uri } } }"
        )
        #expect(snippet.code(file).contains("items: body.items ?? [],\nnextURL: body.next\n"))
    }

    @Test("pages are counted from 'first'", arguments: ["", "first: 0, ", "first: 1, "])
    func firstPage(first: String) {
        let snippet = operation(
            """
            parameters: [{ name: page, in: query, schema: { type: integer } }]
            x-paging: { style: page, \(first)position: page, items: 'body:' }
            responses: { '200': { description: A, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
            """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let start = first.contains("1") ? "startingAt: 1, " : ""
        snippet.expectText("PageSequence(\(start)step: .page, size: nil) { position in\n", in: file)
    }

    @Test("a module that is not public has no public declarations")
    func access() {
        let document =
            "openapi: 3.1.0\ninfo: { title: S, version: '1' }\npaths: { /a: { get: { operationId: a, \(Self.done) } } }\n"
        let hidden = Snippet(document: document, access: .internal).result.files
        #expect(!hidden.contains { $0.text.contains("public ") || $0.text.contains("package ") })
        let package = Snippet(document: document, access: .package).result.files
        #expect(!package.contains { $0.text.contains("public ") })
        #expect(package.contains { $0.text.contains("package struct SampleClient") })
        #expect(package.contains { $0.text.contains("\n@_spi(Generated) package import APIRuntime\n") })
    }

    @Test("a schema in another file is resolved")
    func otherFile() {
        let snippet = Snippet(
            document:
                "openapi: 3.1.0\ninfo: { title: S, version: '1' }\ncomponents: { schemas: { A: { type: object, properties: { b: { $ref: 'parts/b.yaml#/B' } } } } }\n",
            more: [
                "parts/b.yaml": "B: { type: array, items: { $ref: 'c.yaml' } }\n", "parts/c.yaml": "type: integer\n",
            ]
        )
        #expect(snippet.rules == [])
        snippet.expect("public var b: [Int]?", in: "Models/A.swift")
    }

    @Test("a parameter that an operation overrides keeps its position among those of the path")
    func overriddenParameters() {
        let snippet = Snippet(
            paths: """
                /{owner}/{name}:
                  parameters:
                    - { name: owner, in: path, required: true, schema: { type: string } }
                    - { name: name, in: path, required: true, schema: { type: string } }
                  get:
                    operationId: find
                    tags: [t]
                    parameters:
                      - { name: page, in: query, required: true, schema: { type: integer } }
                      - { name: owner, in: path, required: true, schema: { type: integer } }
                    responses: { '204': { description: Done. } }
                """
        )
        snippet.expect("owner: Int,\nname: String,\npage: Int,", in: "Operations/TOperations.swift")
    }

    @Test(
        "a parameter with the place of every credential is the credential",
        arguments: [("[{ key: [] }]", false), ("[{ key: [], user: [] }]", false), ("[{ key: [] }, {}]", true)]
    )
    func credentials(_ security: String, _ isParameter: Bool) {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: S, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: doIt
                      tags: [things]
                      security: \(security)
                      parameters:
                        - { name: apikey, in: query, schema: { type: string } }
                        - { name: apikey, in: header, schema: { type: string } }
                      \(Self.done)
                components:
                  securitySchemes:
                    user: { type: http, scheme: bearer }
                    key: { type: apiKey, in: query, name: apikey }
                """
        )
        let code = snippet.code(file)
        #expect(code.contains(#"call.query("apikey""#) == isParameter, "\(code)")
        #expect(code.contains(#"call.header("apikey""#), "\(code)")
    }

    @Test("the next page of style 'url' is read from a header field, in which the runtime finds the link")
    func links() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: S, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: doIt
                      tags: [things]
                      x-paging: { style: url, items: body:/items, next: header:Link }
                      responses:
                        '200':
                          description: d
                          headers: { Link: { schema: { type: string } } }
                          content: { application/json: { schema: { type: object, required: [items], properties: { items: { type: array, items: { type: string } } } } } }
                """
        )
        let next = #"nextURL: try response.nextURL(in: "Link", failing: DoItError.self)"#
        #expect(snippet.code(file).contains(next), "\(snippet.code(file))")
    }
}
