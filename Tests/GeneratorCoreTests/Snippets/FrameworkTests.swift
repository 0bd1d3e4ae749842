import Testing

@testable import GeneratorCore

/// Tests of what frameworks, gateways and cloud services write in their documents.
@Suite("Documents of frameworks")
struct FrameworkTests {
    private let file = "Operations/SampleOperations.swift"

    @Test("an object in plain text next to the same object in JSON adds no method, but one in CSV does")
    func plainText() {
        let model = "{ schema: { $ref: '#/components/schemas/A' } }"
        let word = "{ schema: { enum: [on, off] } }"
        let snippet = Snippet(
            paths: """
                /a: { get: { operationId: a, responses: { '200': { description: '', content: { text/plain: \(model), application/json: \(model) } } } } }
                /b: { get: { operationId: b, responses: { '200': { description: '', content: { text/csv: \(model), application/json: \(model) } } } } }
                /c: { get: { operationId: c, responses: { '200': { description: '', content: { text/plain: \(word), application/json: \(word) } } } } }
                """,
            schemas: "A: { type: object, properties: { a: { type: string } } }"
        )
        #expect(snippet.rules == [])
        let code = snippet.code(file)
        #expect(code.contains("public func a(") && !code.contains("func aText("))
        #expect(code.contains("public func b(") && code.contains("func bCSV("), "\(code)")
        #expect(code.contains("public func c(") && code.contains("func cText("))
    }

    @Test("a free object as the body of a JSON Patch is any JSON, because a patch is a list")
    func patches() {
        let snippet = Snippet(
            paths: """
                /a:
                  patch:
                    operationId: a
                    requestBody: { required: true, content: { application/json-patch+json: { schema: { $ref: '#/components/schemas/Patch' } }, application/merge-patch+json: { schema: { $ref: '#/components/schemas/Patch' } } } }
                    responses: { '204': { description: '' } }
                  put:
                    operationId: b
                    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Patch' } } } }
                    responses: { '204': { description: '' } }
                """,
            schemas: "Patch: { type: object }"
        )
        #expect(snippet.rules == [])
        let code = snippet.code(file)
        #expect(code.contains("body: JSONValue,") && code.contains("func b(body: [String: JSONValue],"), "\(code)")
    }

    @Test("additional properties of 'type: object' alone have any type, and those with a schema have that type")
    func additional() {
        let snippet = Snippet(
            schemas: """
                A: { type: object, properties: { a: { type: string } }, additionalProperties: { type: object } }
                B: { type: object, additionalProperties: { type: object } }
                C: { type: object, additionalProperties: { type: object, properties: { c: { type: string } } } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public var additionalProperties: [String: JSONValue]", in: "Models/A.swift")
        snippet.expect("public typealias B = [String: JSONValue]", in: "Models/B.swift")
        #expect(!snippet.code("Models/C.swift").contains("JSONValue]"))
    }

    @Test("a query parameter that the path repeats is sent once")
    func queryInPath() {
        let snippet = Snippet(
            paths: """
                /a?id={id}&kind=x: { get: { operationId: a, parameters: [{ name: id, in: query, required: true, schema: { type: string } }], responses: { '204': { description: '' } } } }
                /b?id={id}: { get: { operationId: b, parameters: [{ name: id, in: query, schema: { type: string } }], responses: { '204': { description: '' } } } }
                """
        )
        let code = snippet.code(file)
        #expect(code.contains(#"OperationCall("b", .get, "/b")"#) && code.contains(#"call.query("id", id)"#), "\(code)")
        #expect(code.contains("func a(id: String, options") && !code.contains("pathId"))
        // The query distinguishes operations.
        let parameter = { (name: String) in "parameters: [{ name: \(name), in: query, schema: { type: string } }]" }
        let several = Snippet(
            paths: """
                /c?id={id}: { get: { operationId: byId, \(parameter("id")), responses: { '204': { description: '' } } } }
                /c?name={name}: { get: { operationId: byName, \(parameter("name")), responses: { '204': { description: '' } } } }
                /c: { get: { operationId: all, responses: { '204': { description: '' } } } }
                """
        )
        #expect(several.rules == [] && several.result.summary.operations == 3)
    }

    @Test("names in XML may be in a part of 'allOf' next to a reference")
    func partsInXML() {
        let snippet = Snippet(
            paths: """
                /a: { get: { operationId: a, responses: { '200': { description: '', content: { application/xml: { schema: { $ref: '#/components/schemas/Out' } } } } } } }
                """,
            schemas: """
                Out: { type: object, properties: { Buckets: { type: array, xml: { wrapped: true }, items: { allOf: [{ $ref: '#/components/schemas/B' }, { xml: { name: Bucket } }] } }, Last: { allOf: [{ $ref: '#/components/schemas/B' }, { xml: { name: latest } }] } } }
                B: { type: object, properties: { Name: { type: string } } }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Models/Out.swift")
        #expect(code.contains("\"Bucket\"") && code.contains("\"latest\""), "\(code)")
    }

    @Test("events whose variants refine the fields of the event are typed by its name")
    func events() {
        let variant = { (name: String, schema: String) in
            "{ properties: { event: { const: \(name) }, data: { contentMediaType: application/json, contentSchema: \(schema) } } }"
        }
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      responses:
                        '200':
                          description: Events.
                          content:
                            text/event-stream:
                              itemSchema:
                                type: object
                                required: [event]
                                properties: { event: { type: string }, data: { type: string } }
                                oneOf:
                                  - \(variant("one", "{ $ref: '#/components/schemas/A' }"))
                                  - { properties: { event: { const: two } } }
                components: { schemas: { A: { type: object, properties: { a: { type: string } } } } }

                """
        )
        #expect(snippet.rules == [])
        let text = snippet.result.files.map(\.text).joined()
        #expect(text.contains(#"case "one": self = .one("#) && text.contains("public var data: A?"), "\(text)")
        #expect(text.contains(#"case "two": self = .two("#) && text.contains("public var data: String?"), "\(text)")
        // Any other object stays a struct, which is easier to create than a union.
        let object = Snippet(
            schemas: """
                Run:
                  type: object
                  properties: { status: { type: string }, at: { type: string } }
                  oneOf: [{ properties: { status: { const: done } }, required: [at] }, { properties: { status: { const: open } } }]
                """
        )
        #expect(object.code("Models/Run.swift").contains("public struct Run"))
    }

    @Test("a type nested in an object has the name of its property, also if that is 'model'")
    func models() {
        let snippet = Snippet(
            schemas: """
                Car: { type: object, properties: { model: { type: string, enum: [a, b] }, carModel: { type: string, enum: [c, d] }, data: { type: string, enum: [e, f] } } }
                """
        )
        let code = snippet.code("Models/Car.swift")
        #expect(code.contains("var model: Model?") && code.contains("var carModel: CarModel?"), "\(code)")
        #expect(code.contains("var data: DataValue?"))
    }

    @Test("descriptions of enum values are those of 'x-enum-comments' and 'x-enum-elements'")
    func enumTexts() {
        let snippet = Snippet(
            schemas: """
                A: { type: string, enum: [admin, user], x-enum-varnames: [RoleAdmin, RoleUser], x-enum-comments: { RoleAdmin: The boss. } }
                B: { type: string, enum: [X, Y], x-enum-elements: [{ name: First, description: About X. }, { name: Second }] }
                C: { type: string, enum: [k], x-enum-comments: { k: About k. } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expectText("    /// The boss.\n    case roleAdmin", in: "Models/A.swift")
        snippet.expectText("    /// About X.\n    case first", in: "Models/B.swift")
        snippet.expectText("    /// About k.\n    case k", in: "Models/C.swift")
    }

    @Test("a mapping where a list must be is its only element, and a media type may refer to a schema")
    func singleElements() {
        let document = """
            openapi: 3.0.3
            info: { title: Sample, version: '1' }
            security: { key: [] }
            paths:
              /a:
                get:
                  operationId: a
                  parameters: { name: q, in: query, schema: { type: string } }
                  responses: { '200': { description: '', content: { application/json: { $ref: '#/components/schemas/A' } } } }
            components:
              securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
              schemas:
                A: { type: object, properties: { b: { allOf: { $ref: '#/components/schemas/B' } } } }
                B: { type: object, properties: { c: { type: string } } }

            """
        let snippet = Snippet(document: document, isStrict: false)
        #expect(snippet.rules == Array(repeating: "warning wrong-type", count: 4), "\(snippet.report)")
        snippet.expect("public var b: B?", in: "Models/A.swift")
        let code = snippet.code(file)
        #expect(code.contains("q: String? = nil") && code.contains("-> A"), "\(code)")
        #expect(code.contains("security: SecurityRequirement(.key)"))
        #expect(Snippet(document: document).rules.allSatisfy { $0.hasPrefix("error") })
    }

    @Test("a default of a server variable does not repeat the slash before it")
    func slashes() {
        let document = """
            openapi: 3.0.3
            info: { title: Sample, version: '1' }
            servers: [{ url: 'https://a.example/{basePath}', variables: { basePath: { default: /prod } } }]
            paths: { /a: { get: { operationId: a, responses: { '204': { description: '' } } } } }

            """
        let snippet = Snippet(document: document, isStrict: false)
        #expect(snippet.rules == ["warning bad-value"])
        let code = snippet.code("SampleServers.swift")
        #expect(code.contains("\"prod\"") && !code.contains("/prod"), "\(code)")
    }

    @Test("a server without a description is named after its host, whose last labels belong to the vendor")
    func hosts() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers:
                  - { url: 'http://localhost:3000' }
                  - { url: 'https://api-staging.acme.dev/v1' }
                  - { url: 'https://api.acme.dev/v1' }
                  - { url: 'https://sandbox.acme.dev/v1' }
                paths:
                  /a: { get: { operationId: a, servers: [{ url: 'http://127.0.0.1:9000' }], responses: { 204: { description: '' } } } }
                """,
            isStrict: false
        )
        let code = snippet.code("SampleServers.swift")
        for name in ["local", "staging", "server3", "sandbox"] {
            #expect(code.contains("static let \(name) = "), "\(code)")
        }
        #expect(!code.contains("production"), "\(code)")
    }

    @Test(
        "the only server is that of production, and neither the vendor's name nor a variable names an environment",
        arguments: [
            "[{ url: 'https://dev.azure.example' }]",
            "[{ url: 'https://{test}.a.example', variables: { test: { default: b } } }, { url: 'https://a.example' }]",
            "[{ url: 'https://test.example' }, { url: 'https://b.example' }]",
        ]
    )
    func production(_ servers: String) {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers: \(servers)
                paths: { /a: { get: { operationId: a, responses: { 204: { description: '' } } } } }
                """
        )
        let code = snippet.code("SampleServers.swift")
        #expect(code.contains("static let production = ") || code.contains("static func production("), "\(code)")
    }

    @Test(
        "a server variable whose default is a placeholder has no default",
        arguments: ["{host}", "{TENANT}.a.example", "<host>"]
    )
    func placeholders(_ placeholder: String) {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers: [{ url: 'https://{host}/sap', variables: { host: { default: '\(placeholder)' } } }]
                paths: { /a: { get: { operationId: a, responses: { 204: { description: '' } } } } }
                """,
            isStrict: false
        )
        #expect(snippet.rules == ["warning missing-key"])
        let code = snippet.code("SampleServers.swift")
        #expect(code.contains("(host: String)"), "\(code)")
    }

    @Test("a GET request has no body, and an empty one is no reason for a warning")
    func bodyOfGET() {
        let form = "application/x-www-form-urlencoded"
        for (schema, rules) in [("properties: {}", []), ("properties: { a: { type: string } }", ["warning no-effect"])]
        {
            let snippet = Snippet(
                document: """
                    openapi: 3.1.0
                    info: { title: Sample, version: '1' }
                    servers: [{ url: 'https://a.example' }]
                    paths:
                      /a:
                        get:
                          operationId: a
                          requestBody: { content: { \(form): { schema: { type: object, \(schema) } } } }
                          responses: { 204: { description: '' } }
                    """
            )
            #expect(snippet.rules == rules)
            let code = snippet.code("Operations/SampleOperations.swift")
            #expect(!code.contains("body"), "\(code)")
        }
    }

    @Test(
        "a UUID whose own length or example is not that of one is a string",
        arguments: [
            ("maxLength: 24", true), ("minLength: 40", true), ("example: 536e564f316c83104c000020", true),
            ("example: 0b6a1d4e-2f3c-4a5b-8c7d-9e0f1a2b3c4d", false), ("example: string", false),
            ("example: 4f4e4e1-c824-4d63-b37a-d8d698862f1d", false),
            ("maxLength: 36", false),
        ]
    )
    func otherUUID(_ keyword: String, _ isString: Bool) {
        let snippet = Snippet(
            schemas: "A: { type: object, properties: { a: { type: string, format: uuid, \(keyword) } } }",
            isStrict: false
        )
        snippet.expect("public var a: \(isString ? "String" : "UUID")?", in: "Models/A.swift")
        #expect(snippet.rules.contains("warning no-effect") == isString)
    }

    @Test("a variant that nothing matches is none of a union")
    func impossibleVariants() {
        let snippet = Snippet(
            schemas: """
                A: { type: object, properties: { a: { anyOf: [{ not: {} }, { type: string }] }, b: { oneOf: [{ not: true }, { type: integer }] } } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public var a: String?", in: "Models/A.swift")
        snippet.expect("public var b: Int?", in: "Models/A.swift")
        let closed = Snippet(
            schemas: "A: { type: object, properties: { a: { type: string } }, additionalProperties: { not: {} } }"
        )
        #expect(closed.rules == [] && !closed.code("Models/A.swift").contains("additionalProperties"))
    }

    @Test("unevaluated properties are those of a map if nothing else evaluates any")
    func unevaluated() {
        let snippet = Snippet(
            schemas: """
                A: { type: object, properties: { a: { type: object, unevaluatedProperties: { type: integer } }, b: { type: object, allOf: [{ $ref: '#/components/schemas/B' }], unevaluatedProperties: { type: integer } } } }
                B: { type: object, properties: { b: { type: string } } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"])
        snippet.expect("public var a: [String: Int]?", in: "Models/A.swift")
    }

    @Test("a call knows the events whose data is a string in JSON")
    func jsonStrings() {
        let variant = { (name: String, data: String) in
            "{ type: object, required: [event, data], properties: { event: { const: \(name) }, data: { type: string\(data) } } }"
        }
        let json = ", contentMediaType: application/json, contentSchema: { type: string }"
        func call(_ variants: [String]) -> Bool {
            let snippet = Snippet(
                document: """
                    openapi: 3.2.0
                    info: { title: Sample, version: '1' }
                    paths:
                      /a:
                        get:
                          operationId: a
                          responses:
                            '200':
                              description: Events.
                              content: { text/event-stream: { itemSchema: { oneOf: [\(variants.joined(separator: ", "))] } } }
                    """
            )
            return snippet.code(file).contains(#"isWhole: true, jsonEvents: ["token"], failing: AError.self"#)
        }
        #expect(call([variant("token", json), variant("note", "")]))
        #expect(!call([variant("token", ""), variant("note", "")]))
    }

    @Test("null as the body of a response without one is not reported")
    func nullBodies() {
        let snippet = Snippet(
            paths: """
                /a: { delete: { operationId: a, responses: { 204: { description: '', content: { application/json: { schema: { type: 'null' } } } } } } }
                """
        )
        #expect(snippet.rules == [])
    }

    @Test("an event whose identifier is a number is a whole event")
    func numberedEvents() {
        let snippet = Snippet(
            paths: """
                /a: { get: { operationId: a, responses: { 200: { description: '', content: { text/event-stream: { schema: { type: array, items: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } } } } } } } }
                """,
            schemas: """
                A: { type: object, required: [data, event], properties: { data: { type: integer }, event: { const: a }, id: { type: integer }, retry: { type: integer } } }
                B: { type: object, required: [data, event], properties: { data: { type: boolean }, event: { const: b }, id: { type: integer }, retry: { type: integer } } }
                """
        )
        let code = snippet.code(file)
        #expect(code.contains("isWhole: true"), "\(code)")
    }
}
