import Testing

@testable import GeneratorCore

/// Tests of messages and their number.
@Suite("Snippets: messages")
struct MessageTests {

    private let done = "responses: { '204': { description: Done. } }"

    @Test("a required but undeclared property is reported once, at its position")
    func undeclared() {
        let snippet = Snippet(
            schemas: """
                Base: { type: object, required: [nope], properties: { a: { type: string } } }
                Child: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { b: { type: string } } }] }
                """
        )
        #expect(snippet.rules == ["warning undeclared-required"])
        #expect(snippet.report.contains("sample.yaml:5:27"), "\(snippet.report)")
    }

    @Test("an unquoted null in a list of types is an error with a hint to quote it")
    func unquotedNull() {
        let snippet = Snippet(schemas: "N: { type: [null, string] }\n")
        #expect(snippet.report.contains("but this is null. Enclose it in quotes."))
    }

    @Test("all enum values of another type are reported at once")
    func misfits() {
        let snippet = Snippet(
            schemas: "A: { type: string, enum: [1, a, 2, true] }\nB: { type: string, enum: [1, a] }\n"
        )
        let message = "The enum lists 1, 2 and true, but the type is string. Enclose them in quotes."
        #expect(snippet.report.contains(message))
        #expect(snippet.report.contains("The enum lists 1, which is an integer, but the type is string."))
        #expect(snippet.rules.count == 2)
    }

    @Test("an empty operationId counts as missing")
    func emptyID() {
        let snippet = Snippet(paths: "/pets: { get: { operationId: '', tags: [t], \(done) } }\n")
        #expect(snippet.rules == ["warning empty-value"])
        #expect(snippet.code("Operations/TOperations.swift").contains("func getPets("))
    }

    @Test("media types whose schemas differ only in documentation are one type")
    func documentedAlike() {
        let snippet = Snippet(
            paths: """
                /s:
                  post:
                    operationId: s
                    tags: [t]
                    requestBody:
                      required: true
                      content:
                        application/json: { schema: { allOf: [{ $ref: '#/components/schemas/A' }], description: d } }
                        text/json: { schema: { $ref: '#/components/schemas/A' } }
                    \(done)
                  put:
                    operationId: p
                    tags: [t]
                    requestBody:
                      required: true
                      content:
                        application/json: { schema: { type: array, items: { type: string }, description: d } }
                        text/json: { schema: { type: array, items: { type: string }, example: [a] } }
                    \(done)
                """,
            schemas: "A: { type: object, properties: { x: { type: string } } }"
        )
        #expect(snippet.report == "")
    }

    @Test("a query expression is not part of the path, and an undeclared one is reported once")
    func queryExpressions() {
        func paths(_ names: [String]) -> String {
            let query = names.map { ", { name: \($0), in: query, schema: { type: string } }" }.joined()
            return """
                '/pets/{id}{?q,lang*}':
                  get:
                    operationId: find
                    tags: [t]
                    parameters: [{ name: id, in: path, required: true, schema: { type: string } }\(query)]
                    \(done)
                """
        }
        let declared = Snippet(paths: paths(["q", "lang"]))
        #expect(declared.report == "")
        #expect(declared.code("Operations/TOperations.swift").contains(#"OperationCall("find", .get, "/pets/{id}")"#))
        let open = Snippet(paths: paths(["q"]))
        #expect(open.rules == ["error undeclared-parameter"])
        #expect(open.report.contains("Declare them under 'parameters' with 'in: query'."))
    }

    @Test("several schemas of the elements are alternatives in OpenAPI 3.0, and positions in 3.1")
    func itemLists() {
        for (version, code) in [
            ("3.0.3", "public typealias A = [AItem]"), ("3.1.0", "public struct A: TupleModel"),
        ] {
            let snippet = Snippet(
                document: """
                    openapi: \(version)
                    info: { title: Sample, version: '1' }
                    paths: {}
                    components: { schemas: { A: { type: array, items: [{ type: string }, { type: integer }] } } }
                    """
            )
            #expect(snippet.code("Models/A.swift").contains(code), "\(snippet.code("Models/A.swift"))")
        }
    }

    @Test("a description may be a file in Markdown, which is not YAML")
    func markdown() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths: {}
                components:
                  schemas: { A: { type: object, description: { $ref: 'texts/a.md' }, properties: { b: { type: string } } } }
                """,
            more: ["texts/a.md": "* one: [two\n* three\n"]
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        #expect(snippet.text("Models/A.swift").contains("one: [two"), "\(snippet.text("Models/A.swift"))")
    }

    @Test("a collection of header fields in documents of Azure is one field, with a warning")
    func headerCollections() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      parameters: [{ name: x-k, in: header, x-ms-header-collection-prefix: x-k-, schema: { type: string } }]
                      \(done)
                """,
            isStrict: false
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
    }
}
