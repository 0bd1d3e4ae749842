import Testing

@testable import GeneratorCore

/// Tests of what clouds, gateways and converters write in their documents.
@Suite("Documents of clouds")
struct CloudTests {
    private let file = "Operations/SampleOperations.swift"
    private let done = "responses: { 204: { description: '' } }"

    private func document(
        _ rest: String,
        version: String = "openapi: 3.0.3",
        server: ModuleOptions.Server? = nil
    ) -> Snippet {
        Snippet(
            document: "\(version)\ninfo: { title: Sample, version: '1' }\n\(rest)\n",
            isStrict: false,
            server: server
        )
    }

    @Test(
        "a part of a composition that says only that null is allowed makes the whole schema nullable",
        arguments: [
            ("openapi: 3.0.3", "nullable"), ("openapi: 3.1.0", "nullable"), ("openapi: 3.0.3", "x-nullable"),
        ]
    )
    func nullParts(_ version: String, _ mark: String) {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                State: { type: string, enum: [on, off] }
                Maybe: { allOf: [{ $ref: '#/components/schemas/State' }, { \(mark): true }] }
                Item:
                  type: object
                  required: [state, states, name, plain, maybe]
                  properties:
                    state: { allOf: [{ $ref: '#/components/schemas/State' }, { \(mark): true }] }
                    states: { type: object, additionalProperties: { allOf: [{ $ref: '#/components/schemas/State' }, { description: A., \(mark): true }] } }
                    name: { type: string, \(mark): true }
                    maybe: { allOf: [{ $ref: '#/components/schemas/Maybe' }, { description: A. }] }
                    plain: { allOf: [{ $ref: '#/components/schemas/State' }, { description: Never null. }] }
            """,
            version: version
        )
        let code = snippet.code("Models/Item.swift")
        for line in ["state: State?", "states: [String: State?]", "name: String?", "plain: State", "maybe: State?"] {
            #expect(code.contains("public var \(line)\n"), "\(code)")
        }
    }

    @Test("an upgrade keeps null of such a part")
    func upgradedNullParts() throws {
        let text = """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            paths: {}
            definitions:
              A: { type: object, required: [b], properties: { b: { allOf: [{ $ref: '#/definitions/B' }, { x-nullable: true }] } } }
              B: { type: string }
            """
        let upgraded = try #require(DocumentUpgrade().run(path: "old.yaml", bytes: Array(text.utf8)).text)
        #expect(upgraded.contains("type: 'null'") || upgraded.contains("type: \"null\""), "\(upgraded)")
        let rest = text.split(separator: "\n").dropFirst(2).joined(separator: "\n")
        let snippet = document(rest, version: "swagger: '2.0'")
        #expect(snippet.code("Models/A.swift").contains("public var b: String?\n"))
    }

    @Test("an object with the format 'file' is bytes in Swagger 2.0, whatever the document produces and consumes")
    func files() {
        let schema = "schema: { type: object, format: file }"
        let snippet = document(
            """
            consumes: [application/json]
            produces: [application/json]
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: '', \(schema) } } } }
              /b: { get: { operationId: b, produces: [application/xml], responses: { 200: { description: '', \(schema) } } } }
              /c: { put: { operationId: c, parameters: [{ name: body, in: body, required: true, \(schema) }], \(done) } }
            """,
            version: "swagger: '2.0'"
        )
        let code = snippet.code(file)
        #expect(code.contains("throws(AError) -> Data") && code.contains("throws(BError) -> Data"), "\(code)")
        #expect(code.contains("func c(body: HTTPBody"), "\(code)")
    }

    @Test("a path parameter whose pattern requires a slash keeps it, and a server's route is reported")
    func patterns() {
        let paths = """
            paths:
              /v1/{name}: { get: { operationId: a, parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: 'shelves/[^/]+' } }], \(done) } }
              /v2/{name}: { get: { operationId: b, parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '[a-z/]+' } }], \(done) } }
              /v3/{name}: { get: { operationId: c, parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^(?!/).+$' } }], \(done) } }
              /v4/{name}: { get: { operationId: d, parameters: [{ name: name, in: path, required: true, schema: { type: string, enum: [a/b, c/d], pattern: '[a-z]/[a-z]' } }], \(done) } }
              /v5/{name}: { get: { operationId: e, parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '/^[a-z]+$/' } }], \(done) } }
              /v6/{name}: { get: { operationId: f, parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z]+/?$' } }], \(done) } }
            """
        let code = document(paths).code(file)
        let calls = code.split(separator: "\n").filter { $0.hasPrefix("call.path(") }
        let isReserved = calls.map { $0.contains("reserved: name") }
        #expect(isReserved == [true, false, false, true, false, false], "\(calls)")
        let served = document(paths, server: .init(access: .internal))
        #expect(served.rules == ["warning one-segment", "warning one-segment"])
    }

    @Test("schemes with one place in a request are alternatives for a client, and requirements for a server")
    func onePlace() {
        let flow = "authorizationUrl: 'https://a.example/auth'"
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: a, security: [{ Oauth2: [], Oauth2c: [], Key: [] }], \(done) } }
            components:
              securitySchemes:
                Oauth2: { type: oauth2, flows: { implicit: { \(flow), scopes: {} } } }
                Oauth2c: { type: oauth2, flows: { authorizationCode: { \(flow), tokenUrl: 'https://a.example/token', scopes: {} } } }
                Key: { type: apiKey, in: query, name: key }
            """,
            server: .init(access: .internal)
        )
        let credentials = snippet.code("SampleCredentials.swift")
        #expect(credentials.contains("[[.oauth2, .key], [.oauth2c, .key]]"), "\(credentials)")
        let server = snippet.result.server.map(\.text).joined()
        let both = #".bearer("Oauth2"), .bearer("Oauth2c"), .query("Key", parameter: "key")"#
        #expect(server.contains(both), "\(server)")
    }

    @Test("an event whose only property is its data is the whole event, also as a variant")
    func eventData() {
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: '', content: { text/event-stream: { schema: { $ref: '#/components/schemas/Event' } } } } } } }
              /b: { get: { operationId: b, responses: { 200: { description: '', content: { text/event-stream: { schema: { oneOf: [{ $ref: '#/components/schemas/Event' }, { $ref: '#/components/schemas/End' }] } } } } } } }
              /c: { get: { operationId: c, responses: { 200: { description: '', content: { text/event-stream: { schema: { $ref: '#/components/schemas/Note' } } } } } } }
              /d: { get: { operationId: d, responses: { 200: { description: '', content: { text/event-stream: { schema: { $ref: '#/components/schemas/Page' } } } } } } }
              /e: { get: { operationId: e, responses: { 200: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } } } }
            components:
              schemas:
                Chunk: { type: object, required: [id], properties: { id: { type: string } } }
                Event: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Chunk' } } }
                End: { type: object, required: [data], properties: { data: { type: string, enum: ['[DONE]'] } } }
                Note: { type: object, required: [data], properties: { data: { type: string } } }
                Page: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Chunk' } } }
            """
        )
        let code = snippet.code(file)
        let options = "options: CallOptions = CallOptions()"
        #expect(code.contains("func a(\(options)) -> ResponseSequence<ServerSentEvent<Chunk>>"))
        #expect(code.contains("isWhole: true, failing: BError.self"), "\(code)")
        // A schema that is also a whole body is the data.
        #expect(code.contains("func d(\(options)) -> ResponseSequence<ServerSentEvent<Page>>"), "\(code)")
        #expect(code.contains("func c(\(options)) -> ResponseSequence<ServerSentEvent<"), "\(code)")
    }

    @Test("a query in a path is sent once, and a mark of 'x-ms-paths' is not sent")
    func queries() {
        let kind = "{ name: comp, in: query, required: true, type: string, enum: [list] }"
        let snippet = document(
            """
            paths:
              /a?comp=list: { get: { operationId: a, parameters: [\(kind)], \(done) } }
              /b?comp=list: { get: { operationId: b, \(done) } }
            x-ms-paths:
              /c?comp=list: { get: { operationId: c, parameters: [\(kind)], \(done) } }
              /c?Block: { get: { operationId: d, \(done) } }
              /c?comp=other: { get: { operationId: e, \(done) } }
            """,
            version: "swagger: '2.0'"
        )
        let code = snippet.code(file)
        let calls = code.split(separator: "\n").filter { $0.contains("OperationCall(") }
        let paths = calls.map { $0.split(separator: "\"")[3] }
        #expect(paths == ["/a", "/b?comp=list", "/c", "/c", "/c?comp=other"], "\(code)")
    }

    @Test("a path that differs from another one only in its last slash has no route, which is reported")
    func lastSlash() {
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: a, \(done) }, put: { operationId: b, \(done) } }
              /a/: { get: { operationId: c, \(done) }, post: { operationId: d, \(done) } }
            """,
            server: .init(access: .internal)
        )
        #expect(snippet.rules == ["warning path-end"])
        let code = snippet.result.server.map(\.text).joined()
        #expect(code.contains("func a(") && !code.contains("func c(") && code.contains("func d("), "\(code)")
    }

    @Test("a documented part of a response is received without a request for a part")
    func parts() {
        let list = "content: { application/json: { schema: { type: array, items: { type: string } } } }"
        let snippet = document(
            "paths: { /a: { get: { operationId: a, responses: { 200: { description: '', \(list) }, 206: { description: '', \(list) } } } } }"
        )
        snippet.expect("call.statuses = [200...299]", in: file)
        // A part of a file would pass for the whole.
        let bytes = "content: { application/pdf: {} }"
        let file = document(
            "paths: { /a: { get: { operationId: a, responses: { 200: { description: '', \(bytes) }, 206: { description: '', \(bytes) } } } } }"
        )
        #expect(!file.code(self.file).contains("call.statuses"))
    }

    @Test("a method for one media type of several statuses asks for it before those that other methods read")
    func preference() {
        let json = "application/json: { schema: { type: object } }"
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: '', content: { \(json) } }, 201: { description: '', content: { \(json), text/plain: { schema: { type: string } } } } } } }
            """
        )
        let code = snippet.code(file)
        #expect(code.contains("call.accept = \"text/plain, application/json\""), "\(code)")
    }

    @Test("operations that only a fragment distinguishes have no route, and each is reported")
    func fragments() {
        let snippet = document(
            """
            paths:
              /#Action=A: { post: { operationId: a, \(done) } }
              /#Action=B: { post: { operationId: b, \(done) } }
              /c#only: { post: { operationId: c, \(done) } }
            """,
            server: .init(access: .internal)
        )
        let code = snippet.result.server.map(\.text).joined()
        #expect(!code.contains("func a(") && !code.contains("func b(") && code.contains("func c("), "\(code)")
        #expect(snippet.rules.filter { $0 == "warning path-end" }.count == 3, "\(snippet.report)")
        #expect(snippet.report.matches(of: /selects no operation by a fragment/).count == 2)
    }

    @Test("the default of a documented 'Accept' is sent first, and a type of no body is not reported")
    func accept() {
        let model = "{ application/json: { schema: { type: object } } }"
        let json = "responses: { 200: { description: '', content: \(model) } }"
        let snippet = document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  parameters:
                    - { name: Accept, in: header, required: true, schema: { type: string, default: application/vnd.a+json;version=2 } }
                    - { name: Content-Type, in: header, schema: { type: string, enum: [application/json] } }
                  \(json)
              /b: { get: { operationId: b, parameters: [{ name: Accept, in: header, schema: { type: string, default: text/csv } }], \(json) } }
              /c: { get: { operationId: c, responses: { 200: { description: '', content: { image/png: { schema: { type: string, contentEncoding: binary } } } } } } }
            """,
            version: "openapi: 3.1.0"
        )
        #expect(snippet.rules == [])
        let accepted = snippet.code(file).split(separator: "\n").filter { $0.contains("call.accept") }
        #expect(accepted.first == "call.accept = \"application/vnd.a+json;version=2, application/json\"")
        // Bytes are also received as a file and as a stream.
        #expect(accepted.dropFirst().allSatisfy { $0 == "call.accept = \"image/png\"" } && accepted.count == 4)
    }

    @Test("no nested type hides the module, whose name qualifies other types")
    func moduleName() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Address: { type: object, properties: { city: { type: string } } }
                Account:
                  type: object
                  properties:
                    SampleAPI: { type: object, properties: { plan: { type: string } } }
                    address: { type: object, properties: { address: { $ref: '#/components/schemas/Address' } } }
            """
        )
        let code = snippet.code("Models/Account.swift")
        #expect(!code.contains("struct SampleAPI:") && code.contains("SampleAPI.Address"), "\(code)")
    }

    @Test("a time whose own example has no offset is a string, which is reported")
    func localTimes() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                A:
                  type: object
                  properties:
                    local: { type: string, format: date-time, example: '2020-01-01T00:00:00' }
                    spaced: { type: string, format: date, example: '2020-01-01 10:00' }
                    exact: { type: string, format: date-time, example: '2020-01-01T00:00:00Z' }
                    plain: { type: string, format: date-time, example: now }
            """
        )
        #expect(snippet.rules == ["warning no-effect", "warning no-effect"])
        let code = snippet.code("Models/A.swift")
        for line in ["local: String?", "spaced: String?", "exact: Date?", "plain: Date?"] {
            #expect(code.contains("public var \(line)\n"), "\(code)")
        }
    }

    @Test("schemas that only a mapping names are the forms of a base whose properties they have")
    func mappedForms() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Policy: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/One', b: '#/components/schemas/Two' } } }
                One: { type: object, required: [kind], properties: { kind: { type: string }, one: { type: integer } } }
                Two: { type: object, required: [kind], properties: { kind: { type: string }, two: { type: string } } }
                Plain: { type: object, required: [kind], properties: { kind: { type: string }, other: { type: string } }, discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/One', b: '#/components/schemas/Two' } } }
            """
        )
        let code = snippet.code("Models/Policy.swift")
        for line in ["case \"a\", \"One\": self = .one(", "case \"b\", \"Two\": self = .two("] {
            #expect(code.contains(line), "\(code)")
        }
        #expect(snippet.code("Models/One.swift").contains("kind: String = \"a\""))
        #expect(snippet.code("Models/Plain.swift").contains("public struct Plain:"))
    }

    @Test("a time has no more digits than its length and its pattern allow")
    func digits() {
        let snippet = document(
            #"""
            paths: {}
            components:
              schemas:
                A:
                  type: object
                  properties:
                    a: { type: string, format: date-time, maxLength: 20 }
                    b: { type: string, format: date-time, pattern: '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$' }
                    c: { type: string, format: date-time, maxLength: 22 }
                    d: { type: string, format: date-time, maxLength: 32, pattern: 'Z$' }
            """#
        )
        let lines = snippet.code("Models/A.swift").split(separator: "\n").filter { $0.hasPrefix("object.put(") }
        #expect(
            lines.dropLast() == [
                "object.put(0, a, fractionDigits: 0)", "object.put(1, b, fractionDigits: 0)",
                "object.put(2, c, fractionDigits: 1)", "object.put(3, d)",
            ]
        )
    }

    @Test("lists and identifiers of databases in the words of languages have their types")
    func words() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                A: { type: object, properties: { names: { type: 'String[]' }, counts: { type: 'integer[]' }, id: { type: ObjectId } } }
            """
        )
        let code = snippet.code("Models/A.swift")
        for line in ["names: [String]?", "counts: [Int]?", "id: String?"] {
            #expect(code.contains("public var \(line)\n"), "\(code)")
        }
    }

    @Test("the stream of a gateway of gRPC has one JSON value on each line")
    func gatewayStream() {
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: (streaming responses), schema: { type: object, title: Stream result of Entry, properties: { result: { $ref: '#/definitions/Entry' }, error: { type: object } } } } } } }
            definitions: { Entry: { type: object, properties: { text: { type: string } } } }
            """,
            version: "swagger: '2.0'"
        )
        let code = snippet.code(file)
        #expect(code.contains("-> ResponseSequence<") && code.contains("sender.sendLines("), "\(code)")
    }

    @Test(
        "the value of a discriminator from an extension selects a model in every version",
        arguments: [("x-discriminator-value", "openapi: 3.0.3"), ("x-ms-discriminator-value", "openapi: 3.1.0")]
    )
    func discriminatorValues(_ key: String, _ version: String) {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
                Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { lives: { type: integer } } }], \(key): cat }
                Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, \(key): dog, properties: { bark: { type: string } } }] }
            """,
            version: version
        )
        let code = snippet.result.files.map(\.text).joined()
        #expect(code.contains("case \"cat\": self = .cat(") && code.contains("case \"dog\": self = .dog("), "\(code)")
    }

    @Test("a relative URL of an OAuth 2.0 flow is resolved against the server, if the document names its host")
    func relativeURL() {
        func snippet(_ variables: String) -> Snippet {
            document(
                """
                servers: [{ url: 'https://{region}.example.com/v1'\(variables) }]
                paths: { /a: { get: { operationId: a, security: [{ signIn: [] }], \(done) } } }
                components: { securitySchemes: { signIn: { type: oauth2, flows: { clientCredentials: { tokenUrl: /oauth/token, scopes: {} } } } } }
                """
            )
        }
        let named = snippet(", variables: { region: { default: eu } }")
        #expect(named.rules == [])
        #expect(named.text("SampleCredentials.swift").contains("https://eu.example.com/oauth/token"))
        let path = document(
            """
            servers: [{ url: 'https://a.example.com:{port}/{version}' }]
            paths: { /a: { get: { operationId: a, security: [{ signIn: [] }], \(done) } } }
            components: { securitySchemes: { signIn: { type: oauth2, flows: { clientCredentials: { tokenUrl: /oauth/token, scopes: {} } } } } }
            """
        )
        #expect(path.text("SampleCredentials.swift").contains("https://a.example.com/oauth/token"))
        let open = snippet("")
        #expect(open.rules.contains("warning relative-url"), "\(open.report)")
        #expect(!open.text("SampleCredentials.swift").contains("region.example.com"))
    }
}
