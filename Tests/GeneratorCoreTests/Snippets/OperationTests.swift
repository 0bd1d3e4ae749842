import GeneratorCore
import Testing

/// Tests of operations as methods, one feature each.
@Suite("Operations")
struct OperationTests {

    private static let done = "responses: { '204': { description: Done. } }"

    /// Generates an operation `a` with the tag `things` from lines of YAML.
    private func operation(
        _ path: String = "/a",
        _ method: String = "get",
        _ lines: String,
        schemas: String = "",
        rest: String = ""
    ) -> Snippet {
        let body = lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        return Snippet(
            paths: "'\(path)':\n  \(method):\n    operationId: doIt\n    tags: [things]\n\(body)",
            schemas: schemas,
            rest: rest
        )
    }

    private let file = "Operations/ThingsOperations.swift"

    @Test("content of a response without a body is ignored, and each status is documented once")
    func bodiless() {
        let content = "content: { application/json: { schema: { type: integer } } }"
        let snippet = operation(
            "/a",
            "delete",
            "responses: { '204': { description: Done., \(content) }, 4XX: { description: No., \(content) }, 4xx: { description: No. } }"
        )
        snippet.expectText("async throws(DoItError) {", in: file)
        snippet.expectText("sendEmpty(call", in: file)
        #expect(snippet.rules == ["warning impossible-body", "warning bad-status"])
    }

    @Test("a header field with an invalid name causes a warning and is not generated")
    func impossibleHeader() {
        let fields = "headers: { 'bad name': { schema: { type: string } }, X-Good: { schema: { type: string } } }"
        let snippet = operation("/a", "delete", "responses: { '204': { description: Done., \(fields) } }")
        #expect(snippet.rules == ["warning bad-header"])
        #expect(snippet.result.files.contains { $0.text.contains("X-Good") })
        #expect(!snippet.result.files.contains { $0.text.contains("badName") || $0.text.contains("bad name") })
    }

    @Test(
        "each parameter style has its call",
        arguments: [
            ("{ name: q, in: query, schema: { type: string } }", #"call.query("q", q)"#),
            (
                "{ name: q, in: query, explode: false, schema: { type: array, items: { type: string } } }",
                #"call.query("q", q, explode: false)"#
            ),
            (
                "{ name: q, in: query, style: spaceDelimited, explode: false, schema: { type: array, items: { type: string } } }",
                #"call.query("q", q, style: .spaceDelimited, explode: false)"#
            ),
            (
                "{ name: q, in: query, style: deepObject, explode: true, schema: { type: object } }",
                #"call.query("q", q, style: .deepObject)"#
            ),
            (
                "{ name: q, in: query, allowReserved: true, schema: { type: string } }",
                #"call.query("q", q, allowReserved: true)"#
            ),
            (
                "{ name: q, in: query, content: { application/json: { schema: { type: integer } } } }",
                #"call.query("q", q.map(OperationCall.text(of:)))"#
            ),
            ("{ name: X-A, in: header, schema: { type: string } }", #"call.header("X-A", xA)"#),
            ("{ name: c, in: cookie, schema: { type: string } }", #"call.cookie("c", c)"#),
            (
                "{ name: c, in: cookie, explode: false, schema: { type: array, items: { type: string } } }",
                #"call.cookie("c", c, explode: false)"#
            ),
        ]
    )
    func parameters(_ parameter: String, _ line: String) {
        let snippet = operation("parameters:\n  - \(parameter)\n\(Self.done)")
        #expect(snippet.rules == [])
        #expect(snippet.code(file).contains("\n\(line)\n"), "\(snippet.code(file))")
    }

    private func operation(_ lines: String, schemas: String = "", rest: String = "") -> Snippet {
        operation("/a", "get", lines, schemas: schemas, rest: rest)
    }

    @Test("path parameters are expanded in their styles, and other characters are encoded")
    func path() {
        let snippet = operation(
            "/a b/{id}/x{n}{flag}/%20ü",
            "get",
            """
            parameters:
              - { name: id, in: path, required: true, schema: { type: string } }
              - { name: n, in: path, required: true, style: label, schema: { type: integer } }
              - { name: flag, in: path, required: true, style: matrix, explode: true, schema: { type: array, items: { type: string } } }
            \(Self.done)
            """
        )
        #expect(
            snippet.code(file).contains(#""/a%20b/\(id)/x\(label: n)\(matrix: "flag", flag, explode: true)/%20%C3%BC""#)
        )
    }

    @Test("a path parameter keeps a style whose delimiters are reserved characters, and reports that it encodes them")
    func reserved() {
        let lines = """
            parameters:
              - { name: n, in: path, required: true, style: label, allowReserved: true, schema: { type: string } }
              - { name: m, in: path, required: true, allowReserved: true, schema: { type: string } }
            \(Self.done)
            """
        let snippet = operation("/x{n}/{m}", "get", lines)
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        #expect(snippet.code(file).contains(#""/x\(label: n)/\(reserved: m)""#), "\(snippet.code(file))")
    }

    @Test("required parameters come first, without a default")
    func order() {
        let snippet = operation(
            "/a",
            "post",
            """
            parameters:
              - { name: a, in: query, schema: { type: string } }
              - { name: b, in: query, required: true, schema: { type: string } }
            requestBody: { required: true, content: { application/json: { schema: { type: integer } } } }
            \(Self.done)
            """
        )
        snippet.expect(
            """
            public func doIt(
            b: String,
            body: Int,
            a: String? = nil,
            options: CallOptions = CallOptions()
            ) async throws(DoItError) {
            """,
            in: file
        )
    }

    @Test(
        "the media type determines the encoding of a body",
        arguments: [
            ("application/json", "{ type: string }", "String", "call.json(body)"),
            (
                "application/x+json", "{ type: string }", "String",
                #"call.json(body, contentType: "application/x+json")"#
            ),
            ("text/plain", "{ type: string }", "String", "call.text(body)"),
            ("text/csv", "{ type: string }", "String", #"call.text(body, contentType: "text/csv")"#),
            (
                "application/pdf", "{ type: string, format: binary }", "HTTPBody",
                #"call.binary(body, contentType: "application/pdf")"#
            ),
            ("'application/*'", "{ type: integer }", "Int", "call.json(body)"),
            ("'*/*'", "{ $ref: '#/components/schemas/Form' }", "Form", "call.json(body)"),
            (
                "'*/*'", "{ type: string, format: binary }",
                #"HTTPBody, contentType: BodyMediaType = "application/octet-stream""#,
                "call.binary(body, contentType: contentType.value)"
            ),
            (
                "'image/*'", "{ type: string, format: binary }", "HTTPBody, contentType: BodyMediaType",
                #"call.binary(body, contentType: contentType.value)"#
            ),
            (
                "'text/*'", "{ type: string }", #"String, contentType: BodyMediaType = "text/plain""#,
                "call.text(body, contentType: contentType.value)"
            ),
            (
                "application/x-ndjson", "{ type: integer }", "BodyItems<Int>",
                #"call.lines(body, contentType: "application/x-ndjson")"#
            ),
            (
                "multipart/related", "{ $ref: '#/components/schemas/Form' }", "Form",
                #"call.multipart(body, contentType: "multipart/related")"#
            ),
            ("application/x-www-form-urlencoded", "{ $ref: '#/components/schemas/Form' }", "Form", "call.form(body)"),
            ("multipart/form-data", "{ $ref: '#/components/schemas/Form' }", "Form", "call.multipart(body)"),
        ]
    )
    func bodies(_ media: String, _ schema: String, _ type: String, _ line: String) {
        let snippet = operation(
            "/a",
            "post",
            "requestBody: { required: true, content: { \(media): { schema: \(schema) } } }\n\(Self.done)",
            schemas: "Form: { type: object, properties: { a: { type: string } } }"
        )
        #expect(snippet.code(file).contains("\(line)\n"))
        let signature = snippet.code(file).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing("( body", with: "(body")
        #expect(signature.contains("(body: \(type), options: "), "\(signature)")
    }

    @Test(
        "the responses determine the return type of a method",
        arguments: [
            ("'204': { description: Done. }", "async throws(DoItError) {", "sendEmpty"),
            (
                "'200': { description: A, content: { application/json: { schema: { type: integer } } } }",
                "async throws(DoItError) -> Int {", "send"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: [integer, 'null'] } } } }",
                "async throws(DoItError) -> Int? {", "sendOptional"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: integer } } } }, '204': { description: B }",
                "async throws(DoItError) -> DoItResponse {", "sendResponse"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: array, x-skip-invalid: true, items: { type: integer } } } } }",
                "async throws(DoItError) -> [Int] {", "sendSkippingInvalidElements"
            ),
            (
                "'200': { description: A, content: { text/plain: { schema: { type: string } } } }",
                "async throws(DoItError) -> String {", "sendText"
            ),
            (
                "'200': { description: A, content: { image/png: { schema: { type: string, format: binary } } } }",
                "async throws(DoItError) -> Data {", "sendData"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: integer } } } }, '201': { description: B, content: { application/json: { schema: { type: string } } } }",
                "async throws(DoItError) -> DoItResponse {", "sendResponse"
            ),
            (
                "default: { description: A, content: { application/json: { schema: { type: integer } } } }",
                "async throws(DoItError) -> Int {", "send"
            ),
        ]
    )
    func responses(_ responses: String, _ signature: String, _ function: String) {
        let snippet = operation("responses: { \(responses) }")
        #expect(snippet.code(file).contains(signature + "\n"), "\(snippet.code(file))")
        #expect(
            snippet.code(file).contains("return try await sender.\(function)(call, options, failing: DoItError.self)\n")
        )
    }

    @Test(
        "Accept lists the documented types that an operation can decode, successes first",
        arguments: [
            (
                "'404': { content: { application/problem+json: {} } }, '200': { content: { application/json: {} } }",
                "application/json, application/problem+json"
            ),
            ("'200': { content: { application/json: {} } }", nil),
            ("'200': { content: { application/json: {}, application/xml: {} } }", "application/xml"),
            ("'200': { content: { application/json: {}, text/csv: {} } }", "text/csv"),
            (
                "'200': { content: { text/plain: {}, application/json: {}, application/vnd.a+json: {} } }",
                "application/json, application/vnd.a+json"
            ),
            ("'200': { content: { text/csv: {}, application/pdf: {} } }", "text/csv, application/pdf"),
            ("'200': { content: { 'application/*': { schema: { type: integer } } } }", "application/*"),
            ("'200': { content: { 'image/*': {}, image/png: {} } }", "image/*, image/png"),
            (
                "'200': { content: { application/json; charset=utf-8: {} } }, default: { content: { text/plain: {} } }",
                "application/json; charset=utf-8, text/plain"
            ),
        ]
    )
    func accepts(_ responses: String, _ accepted: String?) {
        let code = operation("responses: { \(responses.replacing("{ content", with: "{ description: A, content")) }")
            .code(file)
        let line = accepted.map { "call.accept = \"\($0)\"\n" }
        #expect(line.map { code.contains($0) } ?? !code.contains("call.accept"), "\(code)")
    }

    @Test("operations with the same failures have distinct errors")
    func failures() {
        let problem =
            "{ description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }"
        let snippet = Snippet(
            paths: """
                /a:
                  get: { operationId: a, responses: { '204': { description: D }, '404': \(problem), '401': { description: U } } }
                  put: { operationId: b, responses: { '204': { description: D }, '401': { description: U }, '404': \(problem) } }
                  post: { operationId: c, responses: { '204': { description: D }, 5XX: \(problem), default: { description: O } } }
                  delete: { operationId: d, responses: { '204': { description: D } } }
                """,
            schemas: "Problem: { type: object, properties: { title: { type: string } } }"
        )
        let operations = snippet.code("Operations/SampleOperations.swift")
        for name in ["AError", "BError", "CError", "DError"] {
            #expect(operations.contains("public indirect enum \(name): OperationError {\n"))
        }
        snippet.expect(
            """
            public indirect enum CError: OperationError {
            /// A status from 500 to 599.
            case serverError(status: Int, Problem)

            /// Any other status.
            case other(status: Int)

            case undocumented(RawResponse)
            case transport(TransportError)
            case decoding(DecodingFailure)
            case cancelled
            case unauthenticated(AuthenticationError)

            public static func documented(_ response: RawResponse) throws(DecodingFailure) -> Self? {
            switch response.status {
            case 500...599: .serverError(status: response.status, try response.json())
            default: .other(status: response.status)
            }
            }

            public var content: OperationErrorContent {
            switch self {
            case .serverError(let status, let body): .documented("serverError", status, body)
            case .other(let status): .documented("other", status)
            case .undocumented(let response): .undocumented(response)
            """,
            in: "Operations/SampleOperations.swift"
        )
    }

    @Test("one more documented status changes the operation's file alone")
    func oneMoreStatus() {
        func operation(_ path: String, _ statuses: String) -> String {
            let responses = "{ '204': { description: D }, \(statuses) }"
            return "\(path): { get: { operationId: \(path.dropFirst()), tags: [\(path)], responses: \(responses) } }\n"
        }
        let others = operation("/b", "'404': { description: N }") + operation("/c", "'404': { description: N }")
        let before = Snippet(paths: operation("/a", "'404': { description: N }") + others)
        let after = Snippet(paths: operation("/a", "'404': { description: N }, '409': { description: C }") + others)
        #expect(before.paths == after.paths)
        #expect(before.paths.filter { before.text($0) != after.text($0) } == ["Operations/AOperations.swift"])
    }

    @Test(
        "a problem is known by its media type, or by the members of RFC 9457",
        arguments: [
            ("application/problem+json", "{ why: { type: string } }", true),
            ("application/json", "{ title: { type: string }, detail: { type: string } }", true),
            ("application/json", "{ title: { type: string }, status: { type: integer } }", true),
            ("application/json", "{ title: { type: string }, status: { type: string } }", false),
            ("application/json", "{ title: { type: string } }", false),
        ]
    )
    func problem(_ media: String, _ properties: String, _ isProblem: Bool) {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '204': { description: D }
                      '401': { description: U }
                      '404': { description: N, content: { \(media): { schema: { $ref: '#/components/schemas/Fault' } } } }
                """,
            schemas: "Fault: { type: object, properties: \(properties) }"
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("public var problem: Fault? {\nbody as? Fault\n}") == isProblem)
        #expect(code.contains(#"case .notFound(let body): .problem("notFound", 404, body)"#) == isProblem)
        #expect(code.contains(#"case .unauthorized: .documented("unauthorized", 401)"#))
    }

    @Test("problems of several schemas have no common type")
    func severalProblems() {
        func problem(_ name: String) -> String {
            let schema = "{ type: object, properties: { \(name): { type: string } } }"
            return "{ description: P, content: { application/problem+json: { schema: \(schema) } } }"
        }
        let snippet = Snippet(
            paths: """
                /a:
                  get: { operationId: a, responses: { '204': { description: D }, '404': \(problem("x")), '409': \(problem("y")) } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains(#".problem("conflict", 409, body)"#))
        #expect(!code.contains("var problem"))
    }

    @Test("an inner type never has the name of an operation's error")
    func errorName() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: doIt
                    parameters: [{ name: user_error, in: query, schema: { type: string, enum: [a, b] } }]
                    \(Self.done)
                  put: { operationId: doItUser, \(Self.done) }
                """
        )
        let all = snippet.result.files.map(\.text).joined()
        #expect(all.contains("public indirect enum DoItUserError: OperationError {\n"))
        #expect(all.contains("enum DoItUserError2: ListedEnum"))
        #expect(snippet.rules == ["warning name-clash"])
    }

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
        #expect(snippet.code(file).contains("call.replay = body.requestId == nil ? .unsafe : .safe\n"))
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
}
