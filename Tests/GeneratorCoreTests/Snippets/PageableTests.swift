import Testing

@testable import GeneratorCore

/// Tests of `x-ms-pageable`, with which Microsoft's documents declare pages.
@Suite("Pages in documents of Microsoft")
struct PageableTests {
    private let file = "Operations/SampleOperations.swift"
    private static let own = "x-paging: { style: url, next: body:/nextLink, items: body:/value }"

    /// Returns the code for an operation that returns a list, with further keys.
    private func list(
        _ keys: String,
        method: String = "get",
        isOld: Bool = false,
        isStrict: Bool = false,
        _ more: String = ""
    ) -> Snippet {
        let text = "{ type: string, readOnly: true }"
        let properties = "value: { type: array, items: { type: string } }, nextLink: \(text), count: { type: integer }"
        let schema = "{ type: object, properties: { \(properties) } }"
        let success =
            isOld
            ? "schema: { $ref: '#/definitions/List' }"
            : "content: { application/json: { schema: { $ref: '#/components/schemas/List' } } }"
        let rest =
            isOld
            ? "host: a.example\nproduces: [application/json]\ndefinitions:\n  List: \(schema)"
            : "components:\n  schemas:\n    List: \(schema)"
        return Snippet(
            document: """
                \(isOld ? "swagger: '2.0'" : "openapi: 3.1.0")
                info: { title: Sample, version: '1' }
                paths:
                  /a: { \(method): { operationId: doIt, \(keys), responses: { '200': { description: '', \(success) } } } }
                \(more)
                \(rest)
                """,
            isStrict: isStrict
        )
    }

    @Test(
        "'x-ms-pageable' is 'x-paging' of the style 'url', and the latter takes precedence",
        arguments: [
            "x-ms-pageable: {}", "x-ms-pageable: { nextLinkName: nextLink }",
            "x-ms-pageable: { nextLinkName: nextLink, itemName: value, operationName: listMore }",
            "\(own), x-ms-pageable: { itemName: other }", "\(own), x-ms-pageable: { nextLinkName: null }",
        ],
        [false, true]
    )
    func pages(_ keys: String, isOld: Bool) {
        let snippet = list(keys, isOld: isOld)
        let code = snippet.code(file)
        #expect(snippet.rules == [], "\(snippet.report)")
        #expect(code.contains("func doItPages(") && code.contains("body.nextLink"), "\(code)")
        #expect(code == list(Self.own, isOld: isOld).code(file))
    }

    @Test("a list on one page, and one whose further pages another operation returns, have no pages")
    func others() {
        let done = "responses: { '204': { description: '' } }"
        for id in ["listMore", "doIt_listMore"] {
            let more = "  /b: { get: { operationId: \(id), \(done) } }"
            for keys in ["nextLinkName: null", "nextLinkName: nextLink, operationName: listMore"] {
                let snippet = list("x-ms-pageable: { \(keys) }", isStrict: true, more)
                #expect(snippet.rules == [], "\(snippet.report)")
                #expect(!snippet.code(file).contains("Pages("))
            }
        }
    }

    @Test(
        "'x-ms-pageable' that does not fit the response is reported once and ignored, also in a strict run",
        arguments: [
            "{ itemName: rows }", "{ nextLinkName: more, itemName: rows }", "{ nextLinkName: count }",
            "{ itemName: count }", "true",
        ]
    )
    func misfits(_ value: String) {
        for isStrict in [false, true] {
            let snippet = list("x-ms-pageable: \(value)", isStrict: isStrict)
            #expect(snippet.rules == ["warning unfit-paging"], "\(snippet.report)")
            #expect(snippet.code(file).contains("func doIt(") && !snippet.code(file).contains("Pages("))
        }
    }

    @Test("further pages are requested with GET, unless 'nextLinkVerb' names the method of the operation")
    func methods() {
        let reading = list("x-ms-pageable: { nextLinkName: nextLink }", method: "post")
        #expect(reading.rules == ["warning unfit-paging"], "\(reading.report)")
        #expect(!reading.code(file).contains("Pages("))
        let posting = list("x-ms-pageable: { nextLinkName: nextLink, nextLinkVerb: POST }", method: "post")
        #expect(posting.rules == [], "\(posting.report)")
        #expect(posting.code(file).contains("func doItPages("))
    }
}
