import Testing

@testable import GeneratorCore

/// Tests of the notes with which `lint` suggests `x-paging`.
@Suite("Suggestions of pages")
struct PagingSuggestionTests {

    private func document(_ parameters: String, _ schema: String, method: String = "get") -> String {
        """
        openapi: 3.1.0
        info: { title: Sample, version: '1' }
        paths:
          /a:
            \(method):
              operationId: a
              parameters: [\(parameters)]
              responses: { '200': { description: A., content: { application/json: { schema: \(schema) } } } }

        """
    }

    private func run(_ text: String) -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
    }

    /// Returns query parameters with schemas.
    private static func query(_ schemas: KeyValuePairs<String, String>) -> String {
        schemas.map { "{ name: '\($0.key)', in: query, schema: { \($0.value) } }" }.joined(separator: ", ")
    }

    private static func object(_ properties: String) -> String {
        "{ type: object, properties: { \(properties) } }"
    }

    private static let list = "type: array, items: { type: string }"
    private static let text = "{ type: [string, 'null'] }"
    private static let integer = "type: integer, format: int32"

    /// Parameters and a response, each with the entries of the suggestion.
    private static let lists: [(String, String, String)] = [
        (
            query(["start_cursor": "type: string", "page_size": integer]),
            object("results: { \(list) }, next_cursor: \(text)"),
            "style: cursor, size: page_size, position: start_cursor, items: ['body:/results'], next: ['body:/next_cursor']"
        ),
        (
            query(["continue": "type: string", "limit": integer]),
            object("metadata: \(object("continue: { type: string }")), items: { \(list) }"),
            "style: cursor, size: limit, position: continue, items: ['body:/items'], next: ['body:/metadata/continue']"
        ),
        (
            query(["page": integer]), object("next: { type: [string, 'null'], format: uri }, results: { \(list) }"),
            "style: url, items: ['body:/results'], next: ['body:/next']"
        ),
        (
            "", object("next: { type: string, description: URL of the next page. }, items: { \(list) }"),
            "style: url, items: ['body:/items'], next: ['body:/next']"
        ),
        (
            "", object("links: \(object("next: \(text)")), data: { \(list) }"),
            "style: url, items: ['body:/data'], next: ['body:/links/next']"
        ),
        (
            "", object("'@odata.nextLink': \(text), value: { \(list) }"),
            "style: url, items: ['body:/value'], next: ['body:/@odata.nextLink']"
        ),
        (
            "", object("next_page_url: \(text), data: { \(list) }"),
            "style: url, items: ['body:/data'], next: ['body:/next_page_url']"
        ),
        (
            query(["page": "type: integer, default: 1", "per_page": "type: integer"]), "{ \(list) }",
            "style: page, first: 1, size: per_page, position: page, items: ['body:']"
        ),
        (
            query(["page[number]": "\(integer), minimum: 0", "page[size]": "type: integer"]),
            object("data: { \(list) }"),
            "style: page, first: 0, size: 'page[size]', position: 'page[number]', items: ['body:/data']"
        ),
        (
            query(["offset": "type: integer", "limit": "type: integer"]),
            object("data: \(object("orders: { \(list) }"))"),
            "style: offset, size: limit, position: offset, items: ['body:/data/orders']"
        ),
    ]

    @Test("lint suggests the style of the pages that the parameters and the response indicate", arguments: lists)
    func styles(_ parameters: String, _ schema: String, _ entries: String) throws {
        let text = document(parameters, schema)
        let result = run(text)
        let note = try #require(result.diagnostics.first { $0.rule == "suggested-paging" })
        #expect(note.severity == .note && result.diagnostics.count == 1)
        let suggestion = "x-paging: { \(entries) }"
        #expect(note.hint == "Add '\(suggestion)'")
        // The suggestion is valid.
        let paged = text.replacing("      operationId: a\n", with: "      operationId: a\n      \(suggestion)\n")
        let again = run(paged)
        #expect(again.diagnostics.isEmpty, "\(again.diagnostics)")
        #expect(again.files.contains { $0.text.contains("func aPages(") })
    }

    /// Parameters and responses that say too little.
    private static let vague: [(String, String)] = [
        // A property that may be a URL, a position or anything else.
        ("", object("next: { type: string }, items: { \(list) }")),
        ("", object("next: { type: string, enum: [url] }, items: { \(list) }")),
        ("", object("nextLink: { type: string }, items: { \(list) }, included: { \(list) }")),
        ("", object("nextLink: { type: string }, errors: { \(list) }")),
        // Nothing says whether the first page is 0 or 1.
        (query(["page": "type: integer", "limit": "type: integer"]), "{ \(list) }"),
        (query(["page": "type: string, default: '1'", "limit": "type: integer"]), "{ \(list) }"),
        (query(["page": "type: integer, default: 1"]), "{ \(list) }"),
        (query(["offset": "type: integer, minimum: 1", "limit": "type: integer"]), "{ \(list) }"),
        (
            query(["page": "type: integer, default: 1", "offset": "type: integer", "limit": "type: integer"]),
            "{ \(list) }"
        ),
        (
            query(["offset": "type: integer", "limit": "type: integer", "after": "type: string"]), "{ \(list) }"
        ),
    ]

    @Test("lint suggests no pages where the position or the list is uncertain", arguments: vague)
    func doubts(_ parameters: String, _ schema: String) {
        let result = run(document(parameters, schema))
        #expect(!result.diagnostics.contains { $0.rule == "suggested-paging" }, "\(result.diagnostics)")
    }

    @Test("lint suggests pages by number and by URL for 'get' only")
    func methods() {
        let parameters = Self.query(["offset": "type: integer", "limit": "type: integer"])
        let result = run(document(parameters, "{ \(Self.list) }", method: "post"))
        #expect(!result.diagnostics.contains { $0.rule == "suggested-paging" }, "\(result.diagnostics)")
    }
}
