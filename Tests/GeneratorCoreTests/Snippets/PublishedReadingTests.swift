import GeneratorCore
import Testing

/// Tests of documents that published ones resemble, each with a construct that was read wrongly once.
@Suite("Readings of what published documents say")
struct PublishedReadingTests {
    private let file = "Operations/SampleOperations.swift"
    private let done = "responses: { 204: { description: '' } }"
    private let bytes = "{ schema: { type: string, format: binary } }"

    private func document(_ rest: String, _ version: String = "3.1.0") -> Snippet {
        let head = version == "2.0" ? "swagger: '2.0'\nhost: a.example" : "openapi: \(version)"
        let servers = rest.contains("servers:") || version == "2.0" ? "" : "servers: [{ url: 'https://a.example' }]\n"
        return Snippet(
            document: "\(head)\n\(servers)info: { title: Sample, version: '1' }\n\(rest)\n",
            isStrict: false,
            server: .init()
        )
    }

    @Test("a server of an operation without a name belongs to the first environment of the document")
    func namedEnvironment() {
        let snippet = document(
            """
            servers: [{ url: 'https://a.example', name: live }]
            paths:
              /a: { get: { operationId: a, \(done) } }
              /b: { get: { operationId: b, servers: [{ url: 'https://files.example' }], \(done) } }
            """,
            "3.2.0"
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let servers = snippet.text("SampleServers.swift")
        #expect(servers.contains("static let live") && servers.contains("https://files.example"), "\(servers)")
    }

    @Test("bytes of a complete and of a partial response have the same methods")
    func partialBytes() {
        let snippet = document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    200: { description: '', content: { application/octet-stream: \(bytes), application/json: { schema: {} } } }
                    206: { description: '', content: { application/octet-stream: \(bytes) } }
            """
        )
        let code = snippet.text(file)
        #expect(code.contains("func aData(") && code.contains("func aDataStream("), "\(code)")
        #expect(!code.contains("func aStream(") && !code.contains("206...206"), "\(code)")
    }

    @Test(
        "a file of Swagger 2.0 may have any type if the document produces only models",
        arguments: [
            ("", "*/*"), ("produces: [application/json, text/xml]", "*/*"), ("produces: [text/csv]", "text/csv"),
            ("produces: [application/json, text/csv]", "text/csv"),
        ]
    )
    func files(_ produces: String, _ accept: String) {
        let snippet = document(
            """
            \(produces)
            paths: { /a: { get: { operationId: a, responses: { 200: { description: '', schema: { type: file } } } } } }
            """,
            "2.0"
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        #expect(snippet.text(file).contains("call.accept = \"\(accept)\""), "\(snippet.text(file))")
    }

    @Test("a key with several media types is one for each, and one without any is ignored next to others")
    func keys() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody:
                    content:
                      application/json, application/x-www-form-urlencoded:
                        schema: { type: object, properties: { id: { type: string } } }
                  responses:
                    200: { description: '', content: { application/json: { schema: { type: string } }, '': {} } }
            """
        )
        #expect(snippet.rules == ["warning bad-media-type", "warning bad-media-type"], "\(snippet.report)")
        let code = snippet.text(file)
        #expect(code.contains("call.json(body)") && code.contains("call.form(body)"), "\(code)")
        #expect(!code.contains("Empty"), "\(code)")
    }

    @Test("a media type that has a key counts there, and not in the key of several")
    func repeatedType() {
        func schema(_ name: String) -> String {
            "{ schema: { type: object, properties: { \(name): { type: string } } } }"
        }
        let content = "{ 'application/json, text/csv': \(schema("first")), application/json: \(schema("second")) }"
        let snippet = document(
            "paths: { /a: { post: { operationId: a, requestBody: { content: \(content) }, \(done) } } }"
        )
        let types = snippet.text("Operations/SampleOperations+Types.swift")
        #expect(types.contains("var second") && !types.contains("var first"), "\(types)")
    }

    @Test("variants with the same properties are named after the values that distinguish them")
    func listedVariants() {
        func variant(_ kind: String) -> String {
            "{ type: object, required: [kind], properties: { kind: \(kind), x: { type: string } } }"
        }
        let variants = ["{ const: a }", "{ enum: [on, off] }", "{ const: 1 }"].map(variant).joined(separator: ", ")
        let snippet = document("paths: {}\ncomponents: { schemas: { U: { oneOf: [\(variants)] } } }")
        let code = snippet.text("Models/U.swift")
        for name in ["case a(A)", "case onOrOff(OnOrOff)", "case kind1(Kind1)"] {
            #expect(code.contains(name), "\(code)")
        }
    }

    @Test("every spelling of XML can be chosen, and the spellings of JSON next to another type of JSON")
    func spellings() {
        let thing = "{ schema: { type: object, xml: { name: t }, properties: { id: { type: string } } } }"
        func code(_ types: [String]) -> String {
            let content = types.map { "\($0): \(thing)" }.joined(separator: ", ")
            return document(
                "paths: { /a: { post: { operationId: a, requestBody: { content: { \(content) } }, \(done) } } }"
            ).text(file)
        }
        #expect(code(["application/xml", "text/xml"]).contains(#"in: ["application/xml", "text/xml"]"#))
        #expect(!code(["application/json", "text/json", "application/*+json"]).contains("contentType:"))
        let json = ["application/json", "text/json", "application/vnd.t+json"]
        #expect(code(json).contains(#"in: ["application/json", "text/json", "application/vnd.t+json"]"#))
    }

    @Test("schemes that no operation requires are not reported")
    func unusedSchemes() {
        func rules(_ security: String) -> [String] {
            document(
                """
                paths: { /a: { get: { operationId: a, \(security)\(done) } } }
                components: { securitySchemes: { client: { type: mutualTLS } } }
                """
            ).rules
        }
        #expect(rules("") == [])
        #expect(rules("security: [{ client: [] }], ") == ["warning unsupported-security"])
        let whole = document(
            """
            security: [{ client: [] }]
            paths: { /a: { get: { operationId: a, \(done) } } }
            components: { securitySchemes: { client: { type: mutualTLS } } }
            """
        )
        #expect(whole.rules == ["warning unsupported-security"])
    }

    @Test(
        "a default that only Swift cannot express is reported as such",
        arguments: [("integer", "99999999999999999999"), ("number", "1e400")]
    )
    func largeDefaults(_ type: String, _ value: String) {
        let snippet = document(
            """
            paths: {}
            components: { schemas: { T: { type: object, properties: { n: { type: \(type), default: \(value) } } } } }
            """
        )
        #expect(snippet.rules == ["warning unfit-default"], "\(snippet.report)")
        #expect(snippet.report.contains("Swift's numbers do not include this default"))
    }

    @Test("a schema that maps a value of its discriminator to itself has that value")
    func ownValue() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Base: { type: object, required: ['@type'], properties: { '@type': { type: string } } }
                Order:
                  allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { x: { type: string } } }]
                  discriminator: { propertyName: '@type', mapping: { PlainOrder: '#/components/schemas/Order' } }
            """
        )
        let code = snippet.text("Models/Order.swift")
        #expect(code.contains(#"type: String = "PlainOrder""#), "\(code)")
        let two = document(
            """
            paths: {}
            components:
              schemas:
                Two:
                  type: object
                  required: [kind]
                  properties: { kind: { type: string } }
                  discriminator:
                    propertyName: kind
                    mapping: { one: '#/components/schemas/Two', two: '#/components/schemas/Two' }
            """
        )
        #expect(two.text("Models/Two.swift").contains("init(kind: String)"), "\(two.text("Models/Two.swift"))")
    }

    @Test("names of properties that differ only in signs have words for them")
    func signs() {
        let members = ["type", "'@type'", "$type", "'@id'"].map { "\($0): { type: string }" }.joined(separator: ", ")
        let snippet = document(
            "paths: {}\ncomponents: { schemas: { T: { type: object, properties: { \(members) } } } }"
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.text("Models/T.swift")
        for name in ["type", "atType", "dollarType", "id"] {
            #expect(code.contains("public var \(name): String?"), "\(code)")
        }
    }

    @Test("events whose data is JSON or the text at the end of the stream have the type of the JSON")
    func eventData() {
        let snippet = document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    200:
                      description: ''
                      content:
                        text/event-stream:
                          itemSchema:
                            type: object
                            required: [data]
                            properties:
                              data:
                                oneOf:
                                  - { type: string, contentSchema: { $ref: '#/components/schemas/Chunk' } }
                                  - { type: string, const: '[DONE]' }
            components: { schemas: { Chunk: { type: object, properties: { n: { type: integer } } } } }
            """,
            "3.2.0"
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        #expect(snippet.text(file).contains("ResponseSequence<ServerSentEvent<Chunk>>"), "\(snippet.text(file))")
    }

    @Test("a positional part without a schema is text or bytes, depending on its media type")
    func partsWithoutSchema() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody:
                    required: true
                    content:
                      multipart/mixed:
                        schema: { type: array, prefixItems: [{ type: integer }, {}, {}] }
                        prefixEncoding: [{}, { contentType: image/png }, { contentType: text/csv }]
                  \(done)
            """,
            "3.2.0"
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.text(file)
        #expect(code.contains(#"first: ["text/plain", "image/png", "text/csv"]"#), "\(code)")
        let types = snippet.text("Operations/SampleOperations+Types.swift")
        #expect(types.contains(": Data") && types.contains(": String"), "\(types)")
    }

    @Test(
        "schemas without effect on the body are reported",
        arguments: [
            ("application/x-www-form-urlencoded", "{ type: object, properties: { a: { type: string } } }"),
            ("text/plain", "{ type: integer }"), ("text/plain", "{ type: boolean }"),
        ]
    )
    func plainBodies(_ type: String, _ schema: String) {
        let snippet = document(
            """
            paths:
              /a:
                get: { operationId: a, responses: { 200: { description: '', content: { \(type): { schema: \(schema) } } } } }
            """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
    }

    @Test("names of positions in XML are reported", arguments: [true, false])
    func positions(areNamed: Bool) {
        let names = areNamed ? [", xml: { name: a }", ", xml: { name: b }"] : ["", ""]
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody: { content: { application/xml: { schema: { $ref: '#/components/schemas/R' } } } }
                  \(done)
            components:
              schemas:
                R:
                  type: object
                  properties:
                    p: { type: array, prefixItems: [{ type: string\(names[0]) }, { type: integer\(names[1]) }] }
            """
        )
        #expect(snippet.rules == (areNamed ? ["warning no-effect"] : []), "\(snippet.report)")
    }
}
