import Testing

/// Tests of links and their values.
@Suite("Snippets: links")
struct LinkTests {

    private func snippet(_ links: String, security: String = "[]") -> Snippet {
        Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    post:
                      operationId: make
                      tags: [things]
                      responses:
                        '201':
                          description: Made.
                          content: { application/json: { schema: { $ref: '#/components/schemas/A' } } }
                          links: { \(links) }
                  /a/{id}:
                    get:
                      operationId: find
                      tags: [things]
                      security: \(security)
                      parameters:
                        - { name: id, in: path, required: true, schema: { type: string } }
                        - { name: price, in: query, schema: { type: string } }
                      responses: { '204': { description: None. } }
                components:
                  securitySchemes: { token: { type: http, scheme: bearer } }
                  schemas: { A: { type: object, required: [id], properties: { id: { type: string } } } }
                """
        )
    }

    private let file = "Operations/ThingsOperations.swift"

    @Test("a constant can contain a dollar sign; an expression starts with '$' or '{$'")
    func dollars() {
        let snippet = snippet("next: { operationId: find, parameters: { id: 'US$5', price: 'a$b' } }")
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect(#"id: "US$5","#, in: file)
        snippet.expect(#"price: "a$b","#, in: file)
        let refused = self.snippet(
            "next: { operationId: find, parameters: { id: $response.body#/id, price: 'x{$request.query.p}' } }, "
                + "odd: { operationId: find, parameters: { id: $response.body#/id, price: '$5' } }"
        )
        #expect(refused.rules == ["warning unfit-link", "warning unfit-link"])
    }

    @Test("the doc comment of a link method names the server of the link")
    func server() {
        let link =
            "next: { operationId: find, parameters: { id: $response.body#/id }, "
            + "server: { url: 'http://other.example/v1' } }"
        let snippet = snippet(link)
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expectText(
            """
                /// Follows the link `next` of a response of ``make``.
                ///
                /// Sends the request to `http://other.example/v1` unless `options` name another server.
                ///

            """,
            in: file
        )
        snippet.expect(
            """
            var options = options
            options.linkedServer = URL(string: "http://other.example/v1")
            """,
            in: file
        )
        let secured = self.snippet(link, security: "[{ token: [] }]")
        let text = secured.text(file).replacing("\n    ///", with: "")
        #expect(text.contains("Credentials are sent only if that address has the origin of one of the client's"))
    }
}
