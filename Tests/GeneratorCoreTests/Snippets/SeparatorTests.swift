import GeneratorCore
import Testing

/// Tests of the extension `x-separator`.
@Suite("Separators of lists")
struct SeparatorTests {

    @Test(
        "the extension 'x-separator' separates the elements of lists, and takes precedence over 'explode'",
        arguments: [
            ("space", "style: .spaceDelimited, explode: false"), ("pipe", "style: .pipeDelimited, explode: false"),
            ("tab", "style: .tabDelimited, explode: false"),
        ]
    )
    func separators(_ separator: String, _ style: String) {
        let list = "x-separator: \(separator), schema: { type: array, items: { type: string } }"
        let snippet = Snippet(
            paths: """
                /a/{p}:
                  post:
                    operationId: a
                    tags: [t]
                    parameters:
                      - { name: p, in: path, required: true, \(list) }
                      - { name: q, in: query, \(list) }
                      - { name: r, in: query, explode: true, \(list) }
                      - { name: h, in: header, \(list) }
                    requestBody:
                      content:
                        application/x-www-form-urlencoded:
                          schema: { type: object, properties: { f: { type: array, items: { type: string } } } }
                          encoding: { f: { x-separator: \(separator) } }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        let module = snippet.code("Operations/TOperations.swift")
        #expect(module.contains(#"OperationCall("a", .post, "/a/{p}")"#), "\(module)")
        #expect(module.contains(#"call.path("p", p, separator: .\#(separator))"#))
        #expect(module.contains(#"call.query("q", q, \#(style))"#))
        #expect(module.contains(#"call.query("r", r, \#(style))"#))
        #expect(module.contains(#"call.header("h", h, separator: .\#(separator))"#))
        #expect(module.contains(#"encodings: ["f": FormEncoding(\#(style))]"#))
    }
}
