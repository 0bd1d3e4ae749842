import GeneratorCore
import Testing

/// Tests of faults in documents that leave one reading.
@Suite("Readings of faulty documents")
struct SlipTests {
    private let file = "Operations/SampleOperations.swift"
    private let done = "responses: { 204: { description: '' } }"

    private func document(_ rest: String, version: String = "openapi: 3.1.0") -> Snippet {
        let head = "\(version)\ninfo: { title: Sample, version: '1' }\nservers: [{ url: 'https://a.example' }]\n"
        return Snippet(document: head + rest + "\n", isStrict: false)
    }

    private func secured(_ security: String, document: String = "[{ Key: [] }]") -> Snippet {
        self.document(
            """
            security: \(document)
            paths: { /a: { get: { operationId: a, security: \(security), \(done) } } }
            components: { securitySchemes: { Key: { type: apiKey, in: header, name: X }, Other: { type: http, scheme: basic } } }
            """
        )
    }

    @Test(
        "the name of a security scheme is read as a requirement",
        arguments: ["Other", "[Other]", "[[Other]]", "[Other, null]", "{ Other: }"]
    )
    func namedScheme(_ security: String) {
        let snippet = secured(security)
        #expect(snippet.rules.allSatisfy { $0 == "warning wrong-type" } && !snippet.rules.isEmpty, "\(snippet.report)")
        #expect(snippet.code(file).contains("SecurityRequirement(.other)"), "\(snippet.code(file))")
    }

    @Test(
        "an operation whose security cannot be read has that of the document",
        arguments: ["", "true", "[null]", "[[]]", "5"]
    )
    func unreadableSecurity(_ security: String) {
        let snippet = secured(security)
        #expect(snippet.rules.count == 1, "\(snippet.report)")
        #expect(snippet.code(file).contains("SecurityRequirement(.key)"), "\(snippet.code(file))")
    }

    @Test("an operation with an empty list or an empty requirement needs no credential", arguments: ["[]", "[{}]"])
    func noSecurity(_ security: String) {
        let snippet = secured(security)
        #expect(snippet.rules == [])
        #expect(!snippet.code(file).contains("SecurityRequirement"))
    }

    @Test("a document whose security cannot be read is an error, unless it is empty")
    func documentSecurity() {
        #expect(secured("[]", document: "true").rules == ["error wrong-type", "warning wrong-type"])
        #expect(secured("[]", document: "[[]]").rules == ["warning wrong-type"])
        #expect(secured("[]", document: "[Key]").rules == ["warning wrong-type"])
    }

    @Test(
        "a body without 'content' or without a media type is JSON",
        arguments: [
            "$ref: '#/components/schemas/T'", "schema: { $ref: '#/components/schemas/T' }",
            "application/json: { schema: { $ref: '#/components/schemas/T' } }",
            "content: { schema: { $ref: '#/components/schemas/T' } }", "content: { $ref: '#/components/schemas/T' }",
            "allOf: [{ $ref: '#/components/schemas/T' }]",
            "content: { application/json: { allOf: [{ $ref: '#/components/schemas/T' }] } }",
        ]
    )
    func bodies(_ body: String) {
        let snippet = document(
            """
            paths: { /a: { post: { operationId: a, requestBody: { required: true, \(body) }, \(done) } } }
            components: { schemas: { T: { type: object, properties: { id: { type: string } } } } }
            """
        )
        #expect(snippet.rules == ["warning missing-key"], "\(snippet.report)")
        #expect(snippet.code(file).contains("body: T"), "\(snippet.code(file))")
        #expect(snippet.code(file).contains("call.json(body)"), "\(snippet.code(file))")
    }

    @Test(
        "a response without 'content' or without a media type is JSON",
        arguments: [
            "$ref: '#/components/schemas/T'",
            "description: '', application/json: { schema: { $ref: '#/components/schemas/T' } }",
            "description: '', content: { schema: { $ref: '#/components/schemas/T' } }",
        ]
    )
    func responses(_ response: String) {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, responses: { 200: { \(response) } } } } }
            components: { schemas: { T: { type: object, properties: { id: { type: string } } } } }
            """
        )
        #expect(snippet.rules == ["warning missing-key"], "\(snippet.report)")
        #expect(snippet.code(file).contains("async throws(AError) -> T"), "\(snippet.code(file))")
    }

    @Test("a parameter that refers to a schema is reported once")
    func schemaAsParameter() {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, parameters: [{ $ref: '#/components/schemas/T' }], \(done) } } }
            components: { schemas: { T: { type: string } } }
            """
        )
        #expect(snippet.rules == ["warning missing-key"], "\(snippet.report)")
        #expect(snippet.report.contains("The parameter refers to a schema"))
    }

    @Test(
        "a parameter in the syntax of routers is reported, and read if it is declared",
        arguments: ["/a/:id/b", "/a/{id?}/b"]
    )
    func routers(_ path: String) {
        let snippet = document(
            """
            paths: { '\(path)': { get: { operationId: a, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], \(done) } } }
            """
        )
        #expect(snippet.rules == ["warning bad-path"], "\(snippet.report)")
        #expect(snippet.code(file).contains(#""/a/{id}/b""#), "\(snippet.code(file))")
        let undeclared = document("paths: { '/a/:id': { get: { operationId: a, \(done) } } }")
        #expect(undeclared.rules == ["warning bad-path"], "\(undeclared.report)")
        #expect(undeclared.code(file).contains(#""/a/:id""#))
    }

    @Test("'x-webhooks' are webhooks, and a gateway's operation for any method is reported")
    func extensions() {
        let snippet = document(
            """
            x-webhooks: { changed: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }, \(done) } } }
            paths: { /a: { x-amazon-apigateway-any-method: { \(done) } } }
            """,
            version: "openapi: 3.0.3"
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        #expect(snippet.paths.contains { $0.contains("Webhook") }, "\(snippet.paths)")
    }

    @Test("an operation whose ID is a hash or only the path is named after its path")
    func speechlessIDs() {
        let id = "{ name: id, in: path, required: true, schema: { type: string } }"
        let snippet = document(
            """
            paths:
              /greetings:
                get: { operationId: api_greetings_get_collection, tags: [Greeting], \(done) }
                post: { operationId: api_greetings_post, tags: [Greeting], \(done) }
              '/greetings/{id}{._format}': { delete: { operationId: api_greetings_id_delete, tags: [Greeting], parameters: [\(id)], \(done) } }
              /greetings/last: { get: { operationId: 9f0b8dd2c4d5a5e2fa2f3d9cf1dd9a33, tags: [Greeting], \(done) } }
            """
        )
        let code = snippet.code("Operations/GreetingOperations.swift")
        for name in ["get(", "post(", "deleteById(", "getLast("] {
            #expect(code.contains("public func \(name)"), "\(code)")
        }
        #expect(!code.contains("func api("))
    }

    @Test("lists in place of paths and path items, and parameters by their names, are read")
    func structures() {
        let operation = "{ operationId: a, parameters: { id: { in: query, schema: { type: string } } }, \(done) }"
        for paths in ["[{ /a: { get: \(operation) } }]", "{ /a: [{ get: \(operation) }] }"] {
            let snippet = document("paths: \(paths)")
            #expect(snippet.rules == ["warning wrong-type", "warning wrong-type"], "\(snippet.report)")
            #expect(snippet.code(file).contains("id: String? = nil"), "\(snippet.code(file))")
        }
    }

    @Test(
        "paths and path items of which nothing can be read are errors",
        arguments: ["[a]", "{ /a: [b] }", "{ /a: b }"]
    )
    func unreadablePaths(_ paths: String) {
        #expect(document("paths: \(paths)").rules.contains("error wrong-type"))
    }

    @Test("a number without quotes in an enum of strings is a string as it is written")
    func spelledValues() {
        let snippet = schemas("A: { type: string, enum: [01, 010, 0xFF, +5, 1.10, x] }")
        #expect(snippet.rules == ["warning unfit-value"])
        #expect(snippet.report.contains("The enum lists 01, 010, 0xFF, +5 and 1.10, but the type is string"))
        for text in ["01", "010", "0xFF", "+5", "1.10"] {
            #expect(snippet.code("Models/A.swift").contains("\"\(text)\""), "\(snippet.code("Models/A.swift"))")
        }
        let single = schemas("A: { type: string, enum: x }")
        #expect(single.rules == ["warning wrong-type"])
        #expect(single.code("Models/A.swift").contains("case x"))
    }

    @Test(
        "a default that is another scalar is read as a value of the type",
        arguments: [
            ("type: integer", "'7'", "m ?? 7"), ("type: string", "1.10", #"m ?? "1.10""#),
            ("type: string", "007", #"m ?? "007""#), ("type: boolean", "'False'", "m ?? false"),
            ("type: number", "'0.5'", "m ?? 0.5"),
        ]
    )
    func defaults(_ schema: String, _ value: String, _ line: String) {
        let snippet = schemas("A: { type: object, properties: { m: { \(schema), default: \(value) } } }")
        #expect(snippet.rules == ["warning unfit-default"], "\(snippet.report)")
        #expect(snippet.code("Models/A.swift").contains(line), "\(snippet.code("Models/A.swift"))")
    }

    @Test("the Booleans of YAML 1.1 are read as Booleans")
    func oldBooleans() {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, parameters: [{ name: q, in: query, required: yes, schema: { type: string } }], \(done) } } }
            components: { schemas: { A: { type: string, required: no } } }
            """
        )
        #expect(snippet.rules == ["warning wrong-type", "warning required-flag"], "\(snippet.report)")
        #expect(snippet.code(file).contains("q: String,"), "\(snippet.code(file))")
    }

    @Test(
        "a reference without '#' or without the slash after it is read",
        arguments: ["/components/schemas/B", "#components/schemas/B"]
    )
    func references(_ text: String) {
        let snippet = schemas(
            "A: { type: object, properties: { b: { $ref: '\(text)' } } }",
            "B: { type: object, properties: { c: { type: string } } }"
        )
        #expect(snippet.rules == ["warning dangling-reference"], "\(snippet.report)")
        #expect(snippet.code("Models/A.swift").contains("var b: B?"))
    }

    @Test(
        "other spellings of formats and decimal types are read",
        arguments: [
            ("type: string, format: guid", "UUID"), ("type: string, format: UUID", "UUID"),
            ("type: string, format: dateTime", "String"), ("type: string, format: date_time", "String"),
            ("type: string, format: 'date-time '", "Date"), ("type: number, format: decimal128", "Decimal"),
        ]
    )
    func formats(_ schema: String, _ type: String) {
        let snippet = schemas("A: { type: object, properties: { m: { \(schema) } } }")
        #expect(snippet.rules == [])
        #expect(snippet.code("Models/A.swift").contains("var m: \(type)?"))
        let decimal = schemas("A: { type: object, properties: { m: { type: decimal } } }")
        #expect(decimal.rules == ["warning bad-type"])
        #expect(decimal.code("Models/A.swift").contains("var m: Decimal?"))
    }

    @Test("components at the root are reported with their location, and 'Default' is a status")
    func misplaced() {
        let snippet = document(
            """
            definitions: { A: { type: object, properties: { m: { type: string } } } }
            schemas: { B: { type: string } }
            paths: { /a: { get: { operationId: a, responses: { Default: { description: '', content: { application/json: { schema: { $ref: '#/definitions/A' } } } } } } } }
            """
        )
        #expect(snippet.rules == ["warning unknown-key", "warning unknown-key", "warning bad-status"])
        #expect(snippet.report.contains("so only references use it. Move it to 'components.schemas'."))
        #expect(snippet.report.contains("so it is read as 'default'"))
    }

    @Test("a parameter without a name is ignored, and a document of AsyncAPI is not of OpenAPI")
    func emptyNames() {
        let snippet = document(
            "paths: { /a: { get: { operationId: a, parameters: [{ name: '', in: query, schema: { type: string } }], \(done) } } }"
        )
        #expect(snippet.rules == ["warning empty-value"], "\(snippet.report)")
        let other = document("channels: {}", version: "asyncapi: 3.0.0")
        #expect(other.rules == ["error not-openapi"])
        #expect(other.report.contains("This is an AsyncAPI document"))
    }

    private func schemas(_ schemas: String...) -> Snippet {
        document("paths: {}\ncomponents:\n  schemas:\n" + schemas.map { "    \($0)" }.joined(separator: "\n"))
    }

    @Test(
        "security that names a scheme requires it, and any other value requires none only if it is empty",
        arguments: [
            ("{ A: {} }", 0, true), ("{ A: {}, B: {} }", 0, true), ("[A]", 0, true), ("5", 1, false), ("[5]", 1, false),
            ("[[A, 5]]", 1, false), ("''", 1, false), ("[]", 0, false), ("[[]]", 0, false),
        ]
    )
    func requirements(_ security: String, _ errors: Int, _ isChecked: Bool) {
        let schemes =
            "components: { securitySchemes: { A: { type: http, scheme: bearer }, B: { type: http, scheme: basic } } }"
        for (own, shared) in [(security, ""), ("", security)] {
            let snippet = Snippet(
                document: """
                    openapi: 3.1.0
                    info: { title: Sample, version: '1' }
                    \(shared.isEmpty ? "" : "security: " + shared)
                    paths:
                      /a:
                        get:
                          operationId: getA
                          tags: [things]
                          \(own.isEmpty ? "summary: s" : "security: " + own)
                          responses: { '204': { description: d } }
                    \(schemes)
                    """,
                isStrict: false,
                server: .init()
            )
            #expect(snippet.rules.count { $0.hasPrefix("error") } == errors, "\(snippet.report)")
            guard errors == 0 else { continue }
            #expect(snippet.code("ThingsService.swift").contains(#".bearer("A")"#) == isChecked, "\(security)")
        }
    }
}
