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
}
