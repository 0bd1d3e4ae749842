import Testing

@testable import GeneratorCore

/// Tests of what large vendors write in their documents.
@Suite("Documents of vendors")
struct VendorTests {
    private let file = "Operations/SampleOperations.swift"

    private func document(_ rest: String, version: String = "openapi: 3.1.0") -> Snippet {
        Snippet(document: "\(version)\ninfo: { title: Sample, version: '1' }\n\(rest)\n", isStrict: false)
    }

    @Test("a shared response of Swagger 2.0 has the media types of the operation that refers to it")
    func sharedResponse() {
        let snippet = document(
            """
            host: a.example
            produces: [application/json, text/html]
            paths:
              /a: { get: { operationId: a, produces: [text/plain], responses: { 200: { $ref: '#/responses/text' } } } }
              /b: { get: { operationId: b, responses: { 200: { $ref: '#/responses/text' } } } }
            responses: { text: { description: A text., schema: { type: string } } }
            """,
            version: "swagger: '2.0'"
        )
        let code = snippet.code(file)
        #expect(snippet.rules == [])
        #expect(code.contains("func a(options:") && code.contains(#"call.accept = "text/plain""#), "\(code)")
        #expect(!code.contains("func aHTML(") && code.contains("func bHTML("))
    }

    @Test("a format without a type is that of a string, unless it is the format of a column of any JSON")
    func formats() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                T: { type: object, properties: { any: { format: jsonb }, mail: { format: email }, day: { format: date } } }
                Port: { type: string, format: int-or-string }
                Other: { x-kubernetes-int-or-string: true }
            """
        )
        #expect(snippet.rules == [])
        for line in ["public var any: JSONValue?", "public var mail: String?", "public var day: CalendarDate?"] {
            snippet.expect(line, in: "Models/T.swift")
        }
        for name in ["Port", "Other"] {
            snippet.expect("case integer(Int)\n    case string(String)", in: "Models/\(name).swift")
        }
    }

    @Test("images in XML are bytes like other images")
    func vectorImages() {
        let object = "{ schema: { type: object } }"
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths: { /a: { get: { operationId: a, responses: { 200: { description: '', content: { image/png: \(object), image/svg+xml: \(object) } } } } } }
            """
        )
        let code = snippet.code(file)
        #expect(
            code.contains("func a(accept: BodyMediaType? = nil, options: CallOptions = CallOptions()) async"),
            "\(code)"
        )
        #expect(code.contains(#"call.accept = "image/png, image/svg+xml""#))
    }

    @Test(
        "the media types of a body of any bytes are those of a parameter 'Content-Type', or those that callers choose",
        arguments: [
            (
                "{ type: string }", "application/octet-stream: {}",
                #"contentType: BodyMediaType = "application/octet-stream""#
            ),
            (
                "{ type: string, enum: [application/x-tar] }", "application/octet-stream: {}",
                #"call.binary(body, contentType: "application/x-tar")"#
            ),
            ("{ type: string, enum: [application/json] }", "'*/*': { schema: {} }", "body: HTTPBody, contentType:"),
        ]
    )
    func bodyTypes(_ schema: String, _ content: String, _ line: String) {
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths:
              /a:
                put:
                  operationId: a
                  parameters: [{ name: Content-Type, in: header, schema: \(schema) }]
                  requestBody: { required: true, content: { \(content) } }
                  responses: { 204: { description: '' } }
            """
        )
        let code = snippet.code(file).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(code.contains(line), "\(code)")
    }

    @Test("paths in the syntax of routers have the declared parameters, and a wildcard may be several segments")
    func routers() {
        let done = "responses: { 204: { description: '' } }"
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths:
              '/a/{id:[0-9]+}': { get: { operationId: a, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], \(done) } }
              '/b/{name:.+}/{**more}': { get: { operationId: b, parameters: [{ name: name, in: path, required: true, schema: { type: string } }, { name: more, in: path, required: true, schema: { type: string } }], \(done) } }
              /c/*rest: { get: { operationId: c, parameters: [{ name: rest, in: path, required: true, schema: { type: string } }], \(done) } }
              /d/{scope}: { get: { operationId: d, parameters: [{ name: scope, in: path, required: true, x-ms-skip-url-encoding: true, schema: { type: string } }], \(done) } }
            x-ms-paths:
              /e?type=x: { get: { operationId: e, \(done) } }
            """
        )
        #expect(snippet.rules == [])
        let code = snippet.code(file)
        for line in [
            #"call.path("id", id)"#, #"call.path("name", reserved: name)"#, #"call.path("more", reserved: more)"#,
            #"call.path("rest", reserved: rest)"#,
            #"call.path("scope", reserved: scope)"#, #"OperationCall("e", .get, "/e?type=x")"#, #""/a/{id}""#,
            #"/c/{rest}"#,
        ] {
            #expect(code.contains(line), "\(code)")
        }
    }

    @Test(
        "an operation without an ID is named after what its path adds to the group and to the version of the API",
        arguments: [
            ("/api/v{version}/orders", "get"), ("/api/v1/orders/{id}", "getById"), ("/orders/{id}/lines", "getLines"),
            ("/admin/{realm}/orders/{id}/send-mail", "getAdminSendMail"), ("/Order/{orderId}/_history", "getHistory"),
        ]
    )
    func namelessOperations(_ path: String, _ name: String) {
        let parameters = URLTemplate(path).names.map {
            "{ name: \($0), in: path, required: true, schema: { type: string } }"
        }
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths:
              '\(path)': { get: { tags: [Orders], parameters: [\(parameters.joined(separator: ", "))], responses: { 204: { description: '' } } } }
            """
        )
        #expect(snippet.rules == [])
        #expect(snippet.code("Operations/OrdersOperations.swift").contains("public func \(name)("))
    }

    @Test(
        "a name begins with its underscore if another property has the rest, and a title that repeats a name is no comment"
    )
    func properties() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                T: { type: object, properties: { gender: { type: string, title: Gender }, _gender: { type: integer }, role: { type: string, enum: [Admin], default: [Admin] } } }
                P: { type: array, prefixItems: [{ type: integer }, { type: string }], minItems: 2, maxItems: 2 }
            """
        )
        #expect(snippet.rules == ["warning unfit-default"])
        let code = snippet.code("Models/T.swift")
        #expect(
            code.contains("var gender: String?") && code.contains("var _gender: Int?")
                && !snippet.text("Models/T.swift").contains("/// Gender")
        )
        #expect(code.contains("role: Role? = nil"), "\(code)")
        #expect(!snippet.code("Models/P.swift").contains("rest"))
    }

    @Test(
        "a union's only variant with a name lacks the prefix of the union, and one without own properties has the first"
    )
    func variants() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                ns.name: { type: string }
                ns.thing: { type: object, properties: { a: { type: string } } }
                ns.indices: { oneOf: [{ $ref: '#/components/schemas/ns.thing' }, { type: array, items: { type: string } }] }
                W: { oneOf: [{ type: object, properties: { message: { type: string } } }, { type: object, properties: { message: { type: string }, errors: { type: integer } } }] }
            """
        )
        snippet.expect("case thing(NsThing)", in: "Models/NsIndices.swift")
        snippet.expect("case message(MessageVariant)\n    case errors(ErrorsVariant)", in: "Models/W.swift")
    }

    @Test("a server without a known environment is named after the words of its description that no other has")
    func servers() {
        let snippet = document(
            """
            servers:
              - { url: 'https://api.example', description: Sample live environment }
              - { url: 'https://api.eu.example', description: The European API server }
              - { url: 'https://other.example', description: 'A server for tests that nobody else should ever use' }
              - { url: 'https://last.example', description: One of the many servers that we have }
            paths: {}
            """
        )
        let code = snippet.code("SampleServers.swift")
        for name in ["production", "european", "test", "server4"] {
            #expect(code.contains("static let \(name) = "), "\(code)")
        }
    }

    @Test("an object is JSON in a failure of any other media type", arguments: ["text/plain", "application/vnd.raw"])
    func failures(_ type: String) {
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths: { /a: { get: { operationId: a, responses: { 204: { description: '' }, 500: { description: Bad luck, content: { \(type): { schema: { $ref: '#/components/schemas/E' } } } } } } } }
            components: { schemas: { E: { type: object, properties: { e: { type: string } } } } }
            """
        )
        #expect(snippet.rules == ["warning misnamed-failure"])
        #expect(snippet.text(file).contains("/// Status 500: Bad luck.\n    case internalServerError(E)"))
    }

    @Test("an object in a failure of Swagger 2.0 is reported once for all media types of 'produces'")
    func failuresOfSwagger() {
        let snippet = document(
            """
            host: a.example
            produces: [application/vnd.raw, image/png]
            paths: { /a: { get: { operationId: a, responses: { 204: { description: '' }, 500: { description: '', schema: { $ref: '#/definitions/E' } } } } } }
            definitions: { E: { type: object, properties: { e: { type: string } } } }
            """,
            version: "swagger: '2.0'"
        )
        #expect(snippet.rules == ["warning misnamed-failure"], "\(snippet.report)")
        #expect(snippet.report.contains("'application/vnd.raw' or 'image/png'"), "\(snippet.report)")
    }

    @Test("a failure that may be text, and one that is not only an object, keeps its media type")
    func textFailures() {
        for schema in [
            "{ oneOf: [{ $ref: '#/components/schemas/E' }, { type: string }] }", "{ type: [object, string] }",
        ] {
            let snippet = document(
                """
                servers: [{ url: 'https://a.example' }]
                paths: { /a: { get: { operationId: a, responses: { 204: { description: '' }, 500: { description: '', content: { text/plain: { schema: \(schema) } } } } } } }
                components: { schemas: { E: { type: object, properties: { e: { type: string } } } } }
                """
            )
            #expect(snippet.rules == [])
            #expect(snippet.code(file).contains("case internalServerError(String)"))
        }
    }

    @Test("a property of a composition is required if all variants of a union in it require it")
    func compositions() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                A: { type: object, required: [k, a], properties: { k: { type: string }, a: { type: string }, v: { type: string } } }
                B: { type: object, required: [k], properties: { k: { type: string }, b: { type: string } } }
                R: { allOf: [{ oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }, { type: object, properties: { id: { type: string } } }] }
                N: { allOf: [{ anyOf: [{ $ref: '#/components/schemas/B' }, { type: 'null' }] }, { type: object, properties: { id: { type: string } } }] }
            """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Models/R.swift")
        #expect(code.contains("var k: String\n") && code.contains("var a: String?") && code.contains("var id: String?"))
        #expect(snippet.code("Models/N.swift").contains("var k: String?"))
    }

    @Test("a mark of an integer or a string does not replace variants, and a pattern does not narrow it")
    func markedValues() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                A: { x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }], pattern: '^[0-9]+%?$' }
                B: { x-kubernetes-int-or-string: true, pattern: '^[0-9]+$' }
            """
        )
        for name in ["A", "B"] {
            snippet.expect("case integer(Int)\n    case string(String)", in: "Models/\(name).swift")
        }
    }

    @Test("a server has no route for a path with a query, which is reported, and knows the other types of a body")
    func routes() throws {
        let done = "responses: { 204: { description: '' } }"
        let snippet = Snippet(
            paths: """
                /f: { get: { operationId: f, \(done) } }
                /f?comp=list: { get: { operationId: list, \(done) } }
                /b: { post: { operationId: b, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/M' } }, text/plain: { schema: { $ref: '#/components/schemas/M' } } } }, \(done) } }
                /u: { post: { operationId: u, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [n], properties: { n: { type: integer } }, additionalProperties: { type: array, items: { type: string, format: binary } } } } } }, \(done) } }
                """,
            schemas: "M: { type: object, properties: { a: { type: string } } }",
            server: ModuleOptions.Server(access: .internal)
        )
        #expect(snippet.rules == ["warning path-end"])
        #expect(snippet.report.contains("which is sent unchanged. The server has no route for it"), "\(snippet.report)")
        let code = snippet.result.server.map(\.text).joined()
        #expect(code.contains(#""/f""#) && !code.contains("comp=list") && !code.contains("func list("))
        #expect(code.contains(#"input.json(as: "text/plain")"#), "\(code)")
        #expect(code.contains(#"try await input.multipart(files: [], values: ["n"])"#), "\(code)")
        #expect(code.contains(#"additionalProperties: form.additionalFileLists(except: ["n"])"#))
        #expect(snippet.result.files.map(\.text).joined().contains("form.append(files: additionalProperties)"))
    }
}
