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
}
