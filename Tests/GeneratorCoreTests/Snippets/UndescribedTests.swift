import Testing

@testable import GeneratorCore

/// Tests of what published documents say of bodies, paths and servers outside of the keywords for them.
@Suite("What documents leave out")
struct UndescribedTests {
    private let file = "Operations/SampleOperations.swift"

    private func document(_ rest: String, version: String = "openapi: 3.1.0") -> Snippet {
        Snippet(document: "\(version)\ninfo: { title: Sample, version: '1' }\n\(rest)\n", isStrict: false)
    }

    @Test("an object in XML whose schema describes no properties is bytes or text, without a message")
    func freeXML() {
        let object = "{ schema: { $ref: '#/components/schemas/Resource' } }"
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths: { /a: { post: { operationId: a, requestBody: { required: true, content: { application/fhir+xml: \(object) } }, responses: { 200: { description: '', content: { text/xml: \(object) } } } } } }
            components: { schemas: { Resource: { type: object } } }
            """
        )
        let code = snippet.code(file)
        let signature = "func a(body: HTTPBody, options: CallOptions = CallOptions()) async throws(AError) -> String"
        #expect(code.contains(signature), "\(code)")
        #expect(snippet.rules == [])
    }

    @Test("a success without a schema is bytes if the operation itself produces only a type that needs none")
    func undescribedFile() {
        let snippet = document(
            """
            host: a.example
            produces: [application/json]
            paths:
              /a: { get: { operationId: a, produces: [application/x-tar], responses: { 200: { description: '' } } } }
              /b: { get: { operationId: b, produces: [application/xml], responses: { 200: { description: '' } } } }
              /c: { get: { operationId: c, responses: { 200: { description: '' } } } }
            """,
            version: "swagger: '2.0'"
        )
        let code = snippet.code(file)
        #expect(snippet.rules == ["warning missing-key"])
        #expect(code.contains("async throws(AError) -> Data"), "\(code)")
        #expect(code.contains("async throws(BError) {") && code.contains("async throws(CError) {"), "\(code)")
    }

    @Test("a partial response without content has that of the whole one")
    func partialContent() {
        let list = "{ application/json: { schema: { type: array, items: { type: string } } } }"
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: '', content: \(list) }, 206: { description: '' } } } }
              /b: { get: { operationId: b, responses: { 206: { description: '' } } } }
            """
        )
        let code = snippet.code(file)
        #expect(snippet.rules == ["warning missing-key"])
        #expect(code.contains("async throws(AError) -> [String]"), "\(code)")
        #expect(code.contains("async throws(BError) {"), "\(code)")
    }

    @Test("an optional part of a router's path is omitted, but not the parentheses of OData")
    func optionalPart() {
        let snippet = document(
            """
            servers: [{ url: 'https://a.example' }]
            paths:
              '/projects/{id}/(-/)releases': { get: { operationId: a, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { 204: { description: '' } } } }
              /users/delta(): { get: { operationId: b, responses: { 204: { description: '' } } } }
            """
        )
        let code = snippet.code(file)
        #expect(snippet.rules == ["warning bad-path"])
        #expect(code.contains(#"/releases""#) && !code.contains(#"(-/)releases""#), "\(code)")
        #expect(code.contains(#"/users/delta()""#), "\(code)")
    }

    @Test("a server with 'https' comes before the same one with 'http', unless the document names them")
    func encryptedServer() {
        func code(_ name: String) -> (rules: [String], code: String) {
            let snippet = document(
                """
                servers: [{ url: 'http://a.example'\(name) }, { url: 'https://a.example' }]
                paths: { /a: { get: { operationId: a, responses: { 204: { description: '' } } } } }
                """
            )
            return (snippet.rules, snippet.code("SampleServers.swift"))
        }
        let (rules, plain) = code("")
        #expect(rules == ["warning bad-server"])
        let secure = plain.firstRange(of: "https://a.example"), other = plain.firstRange(of: "http://a.example")
        #expect(secure.map(\.lowerBound) ?? plain.endIndex < other?.lowerBound ?? plain.startIndex, "\(plain)")
        #expect(code(", x-server: { environment: local }").rules == [])
        #expect(code(", description: Production").rules == [])
    }

    @Test("a whole body whose description calls its bytes Base64 has a message")
    func encodedBody() {
        func rules(_ description: String) -> [String] {
            document(
                """
                servers: [{ url: 'https://a.example' }]
                paths: { /a: { put: { operationId: a, requestBody: { required: true, content: { image/jpeg: { schema: { type: string, format: byte, description: \(description) } } } }, responses: { 204: { description: '' } } } } }
                """,
                version: "openapi: 3.0.3"
            ).rules
        }
        #expect(rules("Base64 encoded JPEG image data") == ["warning no-effect"])
        #expect(rules("A picture") == [])
    }
}
