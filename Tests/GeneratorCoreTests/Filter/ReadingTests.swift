import GeneratorCore
import Testing
import YAMLReader

/// Tests of documents with faults that leave only one reading.
@Suite("Readings")
struct ReadingTests {

    private static let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"

    private func run(
        _ bytes: [UInt8],
        path: String = "sample.yaml",
        isStrict: Bool = false,
        continuesOnError: Bool = false,
        more files: [String: String] = [:]
    ) -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: path)
        options.isStrict = isStrict
        options.continuesOnError = continuesOnError
        return Generator(options: options).run(path: path, bytes: bytes) { files[$0].map { Array($0.utf8) } }
    }

    @Test("bytes that are not UTF-8 are read as Windows-1252, with one warning")
    func encoding() {
        let text = Array((Self.head + "paths: {}\ncomponents: { schemas: { A: { type: object, description: \"Gr").utf8)
        let bytes = text + [0xF6, 0xDF, 0x65, 0x20, 0x96, 0x20] + Array("é\" } } }\n".utf8)
        let result = run(bytes)
        #expect(result.diagnostics.map(\.rule) == ["odd-text"])
        #expect(result.files.contains { $0.text.contains("/// Größe – é") })
        #expect(run(bytes, isStrict: true).diagnostics.map(\.rule) == ["unreadable"])
    }

    @Test("a control character in YAML is read as a space")
    func control() {
        let result = run(Array((Self.head + "paths: {}\ntags: [{ name: a, description: \"x\u{8}y\" }]\n").utf8))
        #expect(result.diagnostics.map(\.rule) == ["odd-text"])
        #expect(!result.hasErrors)
    }

    @Test(
        "a JSON file with comments and trailing commas is read",
        arguments: ["# version", "// [version", "/* ver\nsion */"]
    )
    func comments(_ comment: String) {
        let text = """
            {
              "openapi": "3.1.0", \(comment)
              "info": { "title": "A // \\ud83d\\ude00 #", "version": "1", },
              "paths": {},
            }
            """
        let result = run(Array(text.utf8), path: "sample.json")
        #expect(result.diagnostics.map(\.rule) == ["odd-text"])
        #expect(!result.files.isEmpty)
        #expect(run(Array(text.utf8), path: "sample.json", isStrict: true).hasErrors)
    }

    @Test("in YAML, a line with only a tab is empty, and two halves of a character are one")
    func looseYAML() {
        let tab = run(Array((Self.head + "\t\npaths: {}\n").utf8))
        #expect(tab.diagnostics.map(\.rule) == ["odd-text"])
        let operation = "/a: { get: { summary: \"A \\ud83d\\ude00\", responses: { '204': { description: \"\" } } } }"
        let text = Self.head + "paths:\n  \(operation)\n  \(operation.replacing("/a", with: "/b"))\n"
        let halves = run(Array(text.utf8))
        #expect(halves.diagnostics.map(\.rule) == ["odd-text"])
        #expect(halves.files.contains { $0.text.contains("/// A 😀") })
        #expect(run(Array(text.utf8), isStrict: true).hasErrors)
    }

    @Test("mappings of a repeated key are merged, so no operation is lost")
    func repeated() {
        let operation = "{ responses: { '204': { description: A. } } }"
        let text = Self.head + "paths:\n  /a: { get: \(operation) }\n  /a: { put: \(operation) }\n"
        let result = run(Array(text.utf8))
        #expect(result.summary.operations == 2)
        #expect(result.diagnostics.map(\.rule) == ["odd-text"])
    }

    @Test("a schema with an error that nothing uses is omitted, with one warning at its name")
    func unused() {
        let text =
            Self.head + """
                paths:
                  /a: { get: { responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Used' } } } } } } }
                components:
                  schemas:
                    Broken: { type: object, properties: { a: { $ref: 'gone.yaml#/A' }, b: { $ref: 'gone.yaml#/B' } } }
                    Used: { type: object, properties: { id: { type: string } } }
                """
        let result = run(Array(text.utf8))
        #expect(result.diagnostics.map(\.rule) == ["unused-schema"])
        #expect(result.diagnostics.first?.range.start.line == 7)
        #expect(result.files.contains { $0.path == "Models/Used.swift" })
        #expect(!result.files.contains { $0.path == "Models/Broken.swift" })
        #expect(run(Array(text.utf8), isStrict: true).hasErrors)
        let used = text.replacing("schemas/Used", with: "schemas/Broken")
        #expect(run(Array(used.utf8)).hasErrors)
    }

    @Test(
        "a run with --keep-going omits what refers to a broken file",
        arguments: [
            "parameters: [{ $ref: l.yaml }]\n      responses: { '204': { description: A. } }",
            "requestBody: { $ref: l.yaml }\n      responses: { '204': { description: A. } }",
            "responses: { '200': { description: A., links: { n: { $ref: l.yaml } } } }",
            "responses: { '200': { description: A., headers: { X-A: { $ref: l.yaml } } } }",
            "responses: { '200': { description: A. }, '400': { $ref: l.yaml } }",
            "callbacks: { c: { $ref: l.yaml } }\n      responses: { '204': { description: A. } }",
        ],
        ["a: [\n", "in: query\n", "- 1\n"]
    )
    func files(_ operation: String, _ content: String) {
        let text =
            Self.head + "paths:\n  /b: { get: { operationId: b, responses: { '204': { description: B. } } } }\n"
            + "  /a:\n    get:\n      operationId: a\n      \(operation)\n"
        for isStrict in [true, false] {
            let result = run(Array(text.utf8), isStrict: isStrict, continuesOnError: true, more: ["l.yaml": content])
            #expect(!result.files.isEmpty, "\(result.diagnostics.map(\.message))")
            #expect(result.files.map(\.text).joined().contains("func b("))
        }
    }

    @Test("an operation of OpenAPI 3 with parameters and responses of Swagger 2.0 is read as in Swagger 2.0")
    func mixed() {
        let text =
            Self.head + """
                paths:
                  /a:
                    post:
                      operationId: a
                      parameters:
                        - { name: body, in: body, required: true, schema: { $ref: '#/definitions/Note' } }
                        - { name: size, in: query, type: integer }
                      responses: { '200': { description: A., schema: { $ref: Note } } }
                components: { schemas: { Note: { type: object, properties: { id: { type: string } } } } }
                """
        let result = run(Array(text.utf8))
        #expect(
            Set(result.diagnostics.map(\.rule)) == ["old-operation", "missing-key", "dangling-reference"]
                || Set(result.diagnostics.map(\.rule)) == ["old-operation", "dangling-reference"],
            "\(result.diagnostics.map(\.message))"
        )
        let code = result.files.map(\.text).joined()
        #expect(code.contains("body: Note") && code.contains("size: Int? = nil") && code.contains("-> Note"))
        #expect(run(Array(text.utf8), isStrict: true).hasErrors)
    }

    @Test("an overlay corrects a file that the document refers to")
    func overlay() {
        let text =
            Self.head + "paths:\n  /a: { $ref: 'a.yaml' }\ncomponents: { schemas: { A: { $ref: 'a.yaml#/A' } } }\n"
        let files = [
            "a.yaml": """
            get: { operationId: a, responses: { '204': { description: A. } } }
            A: { type: object, properties: { id: { type: strng } } }
            """
        ]
        let overlay = """
            overlay: 1.0.0
            info: { title: Corrections, version: '1' }
            actions:
              - { target: "$.paths['/a'].get", update: { operationId: better } }
              - { target: '$.components.schemas.A.properties.id', update: { type: integer } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.isStrict = true
        let result = Generator(options: options).run(
            path: "sample.yaml",
            bytes: Array(text.utf8),
            overlays: [InputFile(path: "fix.yaml", bytes: Array(overlay.utf8))]
        ) { files[$0].map { Array($0.utf8) } }
        let code = result.files.map(\.text).joined()
        #expect(code.contains("func better(") && code.contains("var id: Int?"), "\(result.diagnostics.map(\.message))")
    }

    @Test("what other generators commonly drop is reported on request, but not properties with such names")
    func portability() {
        let text =
            Self.head + """
                paths:
                  /a:
                    servers: [{ url: https://a.example.com }]
                    get:
                      operationId: a
                      parameters: [{ name: c, in: cookie, schema: { type: string } }]
                      responses: { '204': { description: A. } }
                components:
                  schemas:
                    A:
                      type: object
                      properties:
                        b: { oneOf: [{ $ref: '#/components/schemas/B' }, { type: 'null' }] }
                        c: { type: [string, integer] }
                        prefixItems: { type: string }
                        callbacks: { type: array, items: { type: string } }
                    B: { type: object, example: { oneOf: [{ type: 'null' }] } }
                """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.checksPortability = true
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
        let lines = result.diagnostics.filter { $0.rule == "not-portable" }.map(\.range.start.line)
        #expect(lines == [5, 8, 15, 16])
        options.checksPortability = false
        let plain = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
        #expect(!plain.diagnostics.contains { $0.rule == "not-portable" })
    }

    @Test("what OpenAPI 3.2 adds is not portable, and neither are properties of several types, but alternatives are")
    func portableAdditions() {
        let text = """
            openapi: 3.2.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                query:
                  operationId: a
                  requestBody:
                    content:
                      multipart/mixed:
                        schema: { type: array, items: { type: string } }
                        itemEncoding: { contentType: text/plain }
                      multipart/related:
                        schema: { type: array, items: { type: string } }
                        prefixEncoding: [{ contentType: text/plain }]
                  responses: { '200': { description: A., content: { application/json: { $ref: '#/components/mediaTypes/A' } } } }
            components:
              mediaTypes:
                A: { schema: { $ref: '#/components/schemas/U' } }
              schemas:
                query: { type: object, properties: { query: { oneOf: [{ type: integer }, { type: string }], x-read-as: integer } } }
                B: { type: object, required: [k], properties: { k: { type: string } } }
                U:
                  oneOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/query' }]
                  discriminator:
                    propertyName: k
                    defaultMapping: query
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.checksPortability = true
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
        let lines = result.diagnostics.filter { $0.rule == "not-portable" }.map(\.range.start.line)
        #expect(lines == [5, 11, 14, 17, 26])
        let model = result.files.first { $0.path == "Models/Query.swift" }?.text ?? ""
        #expect(model.contains("public var query: Int?"), "\(model)")
    }

    @Test("the extension 'x-separator' is not portable, but the separators of Swagger 2.0 are")
    func portableSeparators() {
        let list = "schema: { type: array, items: { type: string } }"
        let text = """
            openapi: 3.1.0
            info: { title: A, version: '1' }
            paths:
              /a:
                post:
                  operationId: a
                  parameters:
                    - { name: q, in: query, x-separator: tab, \(list) }
                    - { name: h, in: header, \(list) }
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema: { type: object, properties: { f: { type: array, items: { type: string } } } }
                        encoding: { f: { x-separator: pipe } }
                  responses:
                    '204':
                      description: A.
                      headers: { X-A: { x-separator: space, \(list) } }
            """
        let swagger = """
            swagger: '2.0'
            info: { title: A, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  parameters:
                    - { name: h, in: header, type: array, items: { type: string }, collectionFormat: ssv }
                  responses: { '204': { description: A. } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.checksPortability = true
        for (text, lines) in [(text, [8, 14, 18]), (swagger, [])] {
            let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
            #expect(result.diagnostics.filter { $0.rule == "not-portable" }.map(\.range.start.line) == lines)
        }
    }

    @Test("servers of a path are portable if the document lists the first one, with the defaults of its variables")
    func portableServers() {
        let text = """
            openapi: 3.1.0
            info: { title: A, version: '1' }
            servers: [{ url: https://a.example.com }, { url: https://b.example.com/v1 }]
            paths:
              /a:
                servers: [{ url: 'https://{host}/v1', variables: { host: { default: b.example.com } } }, { url: https://x.example.com }]
                get: { operationId: a, responses: { '204': { description: A. } } }
              /c:
                get:
                  operationId: c
                  servers: [{ url: https://x.example.com }, { url: https://a.example.com }]
                  responses: { '204': { description: A. } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.checksPortability = true
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
        #expect(result.diagnostics.filter { $0.rule == "not-portable" }.map(\.range.start.line) == [11])
    }

    @Test("a run with --keep-going omits a security scheme in a broken file")
    func schemes() {
        let text =
            Self.head + "paths: { /b: { get: { operationId: b, responses: { '204': { description: B. } } } } }\n"
            + "components: { securitySchemes: { key: { $ref: l.yaml } } }\n"
        for content in ["a: [\n", "type: 5\n", "type: odd\n"] {
            let result = run(Array(text.utf8), isStrict: true, continuesOnError: true, more: ["l.yaml": content])
            #expect(!result.files.isEmpty, "\(content): \(result.diagnostics.map(\.message))")
        }
    }
}
