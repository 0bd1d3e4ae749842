import GeneratorCore
import Testing

/// Tests of queries that are one document (OpenAPI 3.2), and of other parameters with a media type.
@Suite("Whole queries")
struct WholeQueryTests {

    private func snippet(_ parameter: String, components: String = "") -> Snippet {
        Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      tags: [t]
                      parameters:
                        - { name: q, \(parameter) }
                      responses: { '204': { description: Done. } }
                components:
                  schemas: { Pair: { type: object, properties: { x: { type: integer }, y: { type: string } } } }
                \(components)
                """,
            server: .init()
        )
    }

    @Test("a form without encodings is read as a form on the server, where a plus sign is a space")
    func plain() {
        let snippet = snippet(
            "in: querystring, content: { application/x-www-form-urlencoded: "
                + "{ schema: { $ref: '#/components/schemas/Pair' } } }"
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        #expect(snippet.text("Operations/TOperations.swift").contains("call.queryForm(q)"))
        #expect(snippet.text("TService.swift").contains("q: input.queryForm()"))
    }

    @Test("a whole query without a name is called 'query'")
    func nameless() {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      tags: [t]
                      parameters:
                        - in: querystring
                          content: { application/x-www-form-urlencoded: { schema: { properties: { x: { type: integer } } } } }
                      responses: { '204': { description: Done. } }
                """,
            isStrict: false
        )
        #expect(snippet.rules == ["warning missing-key"], "\(snippet.report)")
        #expect(snippet.text("Operations/TOperations.swift").contains("call.queryForm(query)"))
    }

    @Test("a query parameter that is a form has the styles of its properties, and is read as a form on the server")
    func parameter() {
        let media = "{ schema: { $ref: '#/components/schemas/Pair' }, encoding: { x: { allowReserved: true } } }"
        let snippet = snippet("in: query, content: { application/x-www-form-urlencoded: \(media) }")
        #expect(snippet.rules == [], "\(snippet.report)")
        let text = snippet.text("Operations/TOperations.swift")
        let encodings = #"encodings: ["x": FormEncoding(allowReserved: true)]"#
        #expect(text.contains(#"call.query("q", form: q, \#(encodings))"#), "\(text)")
        let server = snippet.text("TService.swift")
        #expect(server.contains(#"q: input.query(form: "q", \#(encodings))"#), "\(server)")
    }

    @Test("the media type of a whole query, a parameter or a header field can be a reference")
    func references() {
        let types = """
              mediaTypes:
                Form: { schema: { $ref: '#/components/schemas/Pair' }, encoding: { x: { allowReserved: true } } }
                Pair: { schema: { $ref: '#/components/schemas/Pair' } }
              headers:
                Pair: { content: { application/json: { $ref: '#/components/mediaTypes/Pair' } } }
            """
        let form = snippet(
            "in: querystring, content: { application/x-www-form-urlencoded: { $ref: '#/components/mediaTypes/Form' } }",
            components: types
        )
        #expect(form.rules == [], "\(form.report)")
        let text = form.text("Operations/TOperations.swift")
        #expect(text.contains("q: Pair?") && text.contains("call.queryForm(q, encodings: [\"x\": "), "\(text)")
        for place in ["query", "header", "cookie", "querystring"] {
            let json = snippet(
                "in: \(place), content: { application/json: { $ref: '#/components/mediaTypes/Pair' } }",
                components: types
            )
            #expect(json.rules == [], "\(json.report)")
            #expect(json.text("Operations/TOperations.swift").contains("q: Pair?"), "\(place)")
        }
        let header = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      tags: [t]
                      responses: { '204': { description: Done., headers: { X-A: { $ref: '#/components/headers/Pair' } } } }
                components:
                  schemas: { Pair: { type: object, properties: { x: { type: integer } } } }
                \(types)
                """
        )
        let isFound = header.result.files.contains { $0.text.contains("ResponseHeader<Pair>(\"X-A\", isJSON: true)") }
        #expect(header.rules == [] && isFound, "\(header.report)")
    }

    @Test(
        "a form that is not an object is sent as one query parameter, with a warning",
        arguments: [
            ("schema: { type: string }", "String"), ("schema: { type: array, items: { type: integer } }", "[Int]"),
            ("{ examples: {} }", "String"),
        ]
    )
    func otherForms(_ media: String, _ type: String) {
        let media = media.hasPrefix("{") ? media : "{ \(media) }"
        let snippet = snippet("in: querystring, content: { application/x-www-form-urlencoded: \(media) }")
        #expect(snippet.rules == ["warning unsupported-content"], "\(snippet.report)")
        let text = snippet.text("Operations/TOperations.swift")
        #expect(text.contains("q: \(type)?") && text.contains("call.query(\"q\", q)"), "\(text)")
        #expect(snippet.text("TService.swift").contains("q: input.query(\"q\")"))
    }

    @Test("a form that may be an object is a form")
    func unions() {
        let snippet = snippet(
            "in: querystring, content: { application/x-www-form-urlencoded: "
                + "{ schema: { oneOf: [{ $ref: '#/components/schemas/Pair' }, { type: string }] } } }"
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        #expect(snippet.text("Operations/TOperations.swift").contains("call.queryForm(q)"))
    }

    @Test("a webhook knows the names that a form has in place of an exploded object")
    func explodedHook() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                webhooks:
                  created:
                    post:
                      requestBody:
                        required: true
                        content:
                          application/x-www-form-urlencoded:
                            schema: { $ref: '#/components/schemas/F' }
                            encoding: { p: { style: form, explode: true } }
                      responses: { '204': { description: '' } }
                components:
                  schemas:
                    P: { type: object, properties: { x: { type: string } } }
                    F: { type: object, properties: { p: { $ref: '#/components/schemas/P' } } }
                """
        )
        let code = snippet.result.files.map(\.text).joined()
        #expect(code.contains("exploded: [\"p\": [\"x\"]], verifiedBy: verifier"), "\(code)")
    }

    @Test("a server knows the names that a form has in place of an exploded object")
    func exploded() {
        let schema = """
            { schema: { type: object, properties: { p: { $ref: '#/components/schemas/Pair' }, y: { type: string }, \
            l: { type: array, items: { type: string } } } }, \
            encoding: { p: { style: form, explode: true }, l: { explode: true } } }
            """
        let query = snippet("in: querystring, content: { application/x-www-form-urlencoded: \(schema) }")
        #expect(query.rules == [], "\(query.report)")
        let service = query.text("TService.swift")
        // The form has a property 'y' itself.
        #expect(service.contains("exploded: [\"p\": [\"x\"]]"), "\(service)")
        let flat = snippet(
            "in: querystring, content: { application/x-www-form-urlencoded: "
                + "\(schema.replacing("explode: true }, l", with: "explode: false }, l")) }"
        )
        #expect(!flat.text("TService.swift").contains("exploded:"))
        let file = schema.replacing("y: { type: string }", with: "y: { type: string, format: binary }")
        let form = "application/x-www-form-urlencoded"
        for (type, schema) in [(form, schema), ("multipart/form-data", schema), ("multipart/form-data", file)] {
            let body = Snippet(
                paths: """
                    /a:
                      post:
                        operationId: a
                        tags: [t]
                        requestBody: { required: true, content: { \(type): \(schema) } }
                        responses: { '204': { description: Done. } }
                    """,
                schemas: "Pair: { type: object, properties: { x: { type: integer }, y: { type: string } } }",
                server: .init()
            )
            #expect(body.text("TService.swift").contains("exploded: [\"p\": [\"x\"]]"), "\(body.report)")
        }
    }

    @Test("a whole query next to another one or to a query parameter is an error")
    func several() {
        let content = "content: { application/json: { schema: { $ref: '#/components/schemas/Pair' } } }"
        for place in ["querystring, \(content)", "query, schema: { type: string }"] {
            let snippet = snippet("in: querystring, \(content) }\n        - { name: r, in: \(place)")
            #expect(snippet.rules == ["error repeated-parameter"], "\(snippet.report)")
            let message = "parameter 'r' is declared next to 'q', which is the whole query"
            #expect(snippet.report.contains(message), "\(snippet.report)")
        }
        let header = snippet("in: querystring, \(content) }\n        - { name: r, in: header, schema: { type: string }")
        #expect(header.rules == [], "\(header.report)")
    }
}
