import GeneratorCore
import Testing
import YAMLReader

/// Tests of modules with a part of a document's operations.
@Suite("Filters")
struct FilterTests {

    private static let document = """
        openapi: 3.1.0
        info: { title: Sample, version: '1' }
        tags: [{ name: notes }, { name: admin }]
        security: [{ token: [] }]
        paths:
          /notes:
            get:
              operationId: listNotes
              tags: [notes]
              responses:
                '200':
                  description: Some.
                  content: { application/json: { schema: { $ref: '#/components/schemas/NotePage' } } }
            post:
              operationId: makeNote
              tags: [notes]
              security: [{ key: [] }]
              requestBody: { $ref: '#/components/requestBodies/Note' }
              responses: { '204': { description: None. } }
          /admin/users: { $ref: 'admin.yaml#/users' }
          /admin/broken:
            get:
              operationId: broken
              tags: [admin]
              parameters: [{ name: a, in: nowhere }]
              responses: { '200': { $ref: '#/components/responses/Missing' } }
          /token:
            post:
              operationId: renew
              tags: [admin]
              responses: { '200': { description: New., content: { application/json: { schema: { $ref: '#/components/schemas/Pair' } } } } }
        components:
          securitySchemes:
            token:
              type: http
              scheme: bearer
              x-token-refresh: { operation: renew, response: { accessToken: token } }
            key: { type: apiKey, in: header, name: X-Key }
          requestBodies:
            Note: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
          schemas:
            NotePage: { type: object, properties: { notes: { type: array, items: { $ref: '#/components/schemas/Note' } } } }
            Note: { type: object, properties: { parent: { $ref: '#/components/schemas/Note' }, kind: { $ref: '#/components/schemas/Kind' } } }
            Kind: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k } }
            A: { type: object, properties: { k: { const: A } } }
            B: { type: object, properties: { k: { const: B } } }
            NewNote: { type: object, properties: { text: { type: string } } }
            User: { type: object, properties: { name: { type: string } } }
            Pair: { type: object, required: [token], properties: { token: { type: string } } }
            Broken: { type: objct }
        """

    private static let admin = """
        users:
          get:
            operationId: listUsers
            tags: [admin]
            responses:
              '200':
                description: Some.
                content: { application/json: { schema: { $ref: 'sample.yaml#/components/schemas/User' } } }
        """

    private func run(_ filter: [String]) throws -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        let filter: Filter = try #require(Filter(arguments: filter))
        options.filter = filter
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(Self.document.utf8)) { path in
            path == "admin.yaml" ? Array(Self.admin.utf8) : nil
        }
    }

    private func models(_ result: Generator.Result) -> [String] {
        result.files.map(\.path).filter { $0.hasPrefix("Models/") }.map { String($0.dropFirst(7).dropLast(6)) }
    }

    @Test(
        "a filter keeps the schemas that its operations reference and no others",
        arguments: [
            (["tag:notes"], 2, ["A", "B", "Kind", "NewNote", "Note", "NotePage"]),
            (["operation:listNotes"], 1, ["A", "B", "Kind", "Note", "NotePage"]),
            (["operation:makeNote"], 1, ["NewNote"]), (["path:/admin/u*"], 1, ["User"]),
            (["path:/notes", "!operation:listNotes"], 1, ["NewNote"]),
            (["tag:notes", "operation:renew"], 3, ["A", "B", "Kind", "NewNote", "Note", "NotePage", "Pair"]),
            (["!path:/admin/*", "!tag:notes"], 1, ["Pair"]), (["path:*o*s", "!path:/admin*"], 2, nil),
        ] as [([String], Int, [String]?)]
    )
    func reach(_ filter: [String], _ operations: Int, _ types: [String]?) throws {
        let result = try run(filter)
        #expect(result.diagnostics.isEmpty)
        #expect(result.summary.operations == operations)
        if let types {
            #expect(models(result) == types)
        }
    }

    @Test("schemas referenced by '$id' or '$anchor' are kept where they are needed")
    func identifiers() throws {
        let text = """
            openapi: 3.1.0
            info: { title: S, version: '1' }
            paths:
              /a: { get: { operationId: a, responses: { '200': { description: A., content: { application/json: { schema: { $ref: 'https://example.com/a' } } } } } } }
              /d: { get: { operationId: d, responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/D' } } } } } } }
            components:
              schemas:
                A: { $id: 'https://example.com/a', type: object, properties: { b: { $ref: b }, c: { $ref: 'c#in' } } }
                B: { $id: 'https://example.com/b', type: object, properties: { b: { type: string } } }
                C: { $id: 'https://example.com/c', type: object, properties: { c: { $anchor: in, type: string, enum: [x] } } }
                D: { $id: 'https://example.com/d', type: object, properties: { d: { type: string } } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "s.yaml")
        options.filter = Filter(arguments: ["operation:a"])
        let result = Generator(options: options).run(path: "s.yaml", bytes: Array(text.utf8))
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        #expect(models(result) == ["A", "B", "C", "In"])
    }

    @Test("unused credentials are omitted, and so is a refresher without its operation")
    func credentials() throws {
        let key = try run(["operation:makeNote"])
        let credentials = key.files.first { $0.path == "SampleCredentials.swift" }?.text ?? ""
        #expect(credentials.contains("var key:"))
        let kept = try run(["operation:listNotes", "operation:renew"]).files.map(\.text).joined()
        #expect(kept.contains("tokenRefresher"))
        #expect(try !run(["operation:listNotes"]).files.map(\.text).joined().contains("tokenRefresher"))
    }

    @Test(
        "a filter keeps and drops operations next to a path item's reference",
        arguments: [("operation:save", "save"), ("!operation:save", "load")]
    )
    func siblings(_ entry: String, _ kept: String) {
        let text = """
            openapi: 3.1.0
            info: { title: S, version: '1' }
            paths:
              /c:
                $ref: '#/components/pathItems/C'
                post: { operationId: save, responses: { '204': { description: A. } } }
            components: { pathItems: { C: { get: { operationId: load, responses: { '204': { description: A. } } } } } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "s.yaml")
        options.filter = Filter(arguments: [entry])
        let result = Generator(options: options).run(path: "s.yaml", bytes: Array(text.utf8))
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        let code = result.files.map(\.text).joined()
        #expect(["load", "save"].filter { code.contains("func \($0)(") } == [kept])
    }

    @Test("a filter that excludes every operation has a warning at its first entry")
    func empty() throws {
        let result = try run(["!path:*", "tag:notes"])
        let found = result.diagnostics.filter { $0.rule == "empty-filter" }
        #expect(found.map(\.severity) == [.warning] && !result.hasErrors)
        #expect(found.first.map { "\(result.sources[$0.range.file].path):\($0.range.start.line)" } == "--filter:1")
        #expect(try run(["tag:notes"]).diagnostics.allSatisfy { $0.rule != "empty-filter" })
    }

    @Test("a misspelt filter entry is an error with its position and the likely name")
    func misspelt() throws {
        let result = try run(["tag:nots", "operation:listNote", "!path:/notez", "tag:notes"])
        let printer = DiagnosticPrinter(files: result.sources)
        let lines = result.diagnostics.map { printer.print($0).split(separator: "\n")[0] }
        #expect(
            lines == [
                "--filter:1:1: error: No operation has the tag 'nots'. Did you mean 'notes'?",
                "--filter:2:1: error: No operation has the operationId 'listNote'. Did you mean 'listNotes'?",
                "--filter:3:1: error: No operation has the path '/notez'. Did you mean '/notes'?",
            ]
        )
        #expect(result.files.isEmpty)
    }

    @Test("an invalid filter is refused", arguments: ["notes", "tags:notes", "!tag", ":a"])
    func refused(_ text: String) {
        #expect(Filter(arguments: [text]) == nil)
    }
}
