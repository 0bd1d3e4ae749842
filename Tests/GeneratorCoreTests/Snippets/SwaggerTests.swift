import GeneratorCore
import Testing
import YAMLReader

/// Tests of Swagger 2.0 documents.
@Suite("Swagger 2.0")
struct SwaggerTests {

    private func run(_ text: String, more files: [String: String] = [:]) -> Generator.Result {
        Generator(options: ModuleOptions(module: "SampleAPI", specName: "old.yaml")).run(
            path: "old.yaml",
            bytes: Array(text.utf8)
        ) { files[$0].map { Array($0.utf8) } }
    }

    /// Returns the files without the locations of schemas, which differ between the versions.
    private func relocated(_ files: [OutputFile]) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: files.map { ($0.path, $0.text.replacing(/- Remark: Source `.*?`/, with: "")) }
        )
    }

    @Test("a document of Swagger 2.0 and its upgrade by 'specwright upgrade' generate the same code")
    func upgrade() throws {
        let bytes = try #require(Fixtures.bytes("Golden/depot.yaml"))
        let upgraded = DocumentUpgrade().run(path: "depot.yaml", bytes: bytes)
        let text = try #require(upgraded.text)
        #expect(text.hasPrefix("openapi: 3.1.0\n"))
        #expect(!text.contains("#/definitions/") && !text.contains("#/parameters/") && !text.contains("x-form-fields"))
        var options = ModuleOptions(module: "DepotAPI", specName: "depot.yaml")
        options.server = ModuleOptions.Server()
        options.hasMocks = true
        let old = Generator(options: options).run(path: "depot.yaml", bytes: bytes)
        let new = Generator(options: options).run(path: "depot.yaml", bytes: Array(text.utf8))
        #expect(!old.files.isEmpty)
        #expect(relocated(old.files) == relocated(new.files))
        #expect(relocated(old.mocks) == relocated(new.mocks))
        #expect(relocated(old.server) == relocated(new.server))
        #expect(!new.hasErrors)
    }

    /// Schemas that allow null in every way, each with the type of its property.
    private static let nullables = [
        ("{ NULLABLE: true, enum: [a, b] }", "En?"), ("{ NULLABLE: true, properties: { z: { type: string } } }", "En?"),
        ("{ NULLABLE: true, additionalProperties: { type: string } }", "[String: String]?"),
        ("{ NULLABLE: true, items: { type: string } }", "[String]?"),
        ("{ NULLABLE: true, format: date }", "CalendarDate?"),
        ("{ NULLABLE: true, oneOf: [{ $ref: '#/REFERENCES/B' }, { type: string }] }", "En?"),
        ("{ NULLABLE: true, anyOf: [{ $ref: '#/REFERENCES/B' }] }", "B?"),
        ("{ NULLABLE: true, allOf: [{ $ref: '#/REFERENCES/B' }] }", "B?"),
        ("{ $ref: '#/REFERENCES/B', NULLABLE: true }", "B?"),
        ("{ anyOf: [{ $ref: '#/REFERENCES/B' }, { NULLABLE: true }] }", "B?"),
    ]

    @Test("null next to any keyword is kept by an upgrade, and read in Swagger 2.0", arguments: nullables)
    func nulls(_ schema: String, _ type: String) throws {
        for isOld in [true, false] {
            let own = schema.replacing("NULLABLE", with: isOld ? "x-nullable" : "nullable")
                .replacing("REFERENCES", with: isOld ? "definitions" : "components/schemas")
            let other = "{ type: string, \(isOld ? "x-nullable" : "nullable"): true }"
            let schemas =
                "A: { type: object, required: [en, default], properties: { en: \(own), default: \(other) } }"
            let document =
                isOld
                ? """
                swagger: '2.0'
                info: { title: Old, version: '1' }
                paths: {}
                definitions:
                  \(schemas)
                  B: { type: object, properties: { b: { type: string } } }
                """
                : """
                openapi: 3.0.3
                info: { title: Old, version: '1' }
                paths: {}
                components:
                  schemas:
                    \(schemas)
                    B: { type: object, properties: { b: { type: string } } }
                """
            let upgraded = try #require(DocumentUpgrade().run(path: "old.yaml", bytes: Array(document.utf8)).text)
            #expect(!upgraded.contains("nullable"), "\(upgraded)")
            for text in [document, upgraded] {
                let code = run(text).files.first { $0.path == "Models/A.swift" }?.text ?? ""
                #expect(code.contains("public var en: \(type)\n"), "\(text)\n\(code)")
                #expect(code.contains("public var `default`: String?\n"), "\(text)\n\(code)")
            }
        }
    }

    @Test("the parts of OpenAPI 3.0 have no style after an upgrade either")
    func partStyles() throws {
        let media = """
            { schema: { type: object, properties: { d: { type: object, properties: { x: { type: string } } }, l: { type: array, items: { type: string } } } }, encoding: { d: { style: deepObject, explode: true }, l: { explode: false, contentType: text/plain } } }
            """
        let text = """
            openapi: 3.0.3
            info: { title: Old, version: '1' }
            paths:
              /a: { post: { operationId: a, requestBody: { content: { multipart/form-data: \(media) } }, responses: { '204': { description: A. } } } }
              /b: { post: { operationId: b, requestBody: { content: { application/x-www-form-urlencoded: \(media) } }, responses: { '204': { description: B. } } } }
            """
        let upgraded = try #require(DocumentUpgrade().run(path: "old.yaml", bytes: Array(text.utf8)).text)
        #expect(upgraded.count(of: "style: deepObject") == 1 && upgraded.count(of: "contentType: text/plain") == 2)
        #expect(relocated(run(text).files) == relocated(run(upgraded).files))
    }

    @Test("an upgrade of a document in several files upgrades all of them, with references to each other")
    func upgradedFiles() throws {
        let text = """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            paths:
              /a: { get: { operationId: a, parameters: [{ $ref: 'parts/more.yaml#/parameters/Page' }], responses: { 200: { description: A., schema: { $ref: 'parts/more.yaml#/definitions/A' } } } } }
            definitions: { B: { type: object, properties: { b: { type: string, x-nullable: true } } } }
            """
        let more = """
            parameters: { Page: { name: page, in: query, type: array, items: { type: integer }, collectionFormat: pipes } }
            definitions: { A: { type: object, properties: { m: { type: string, x-nullable: true }, b: { $ref: '../old.yaml#/definitions/B' } } } }
            """
        let files = ["parts/more.yaml": more]
        let result = DocumentUpgrade().run(path: "old.yaml", bytes: Array(text.utf8)) { path in
            files[path].map { Array($0.utf8) }
        }
        let upgraded = try #require(result.text)
        #expect(result.others.map(\.path) == ["parts/more.yaml"] && result.others.allSatisfy(\.isChanged))
        let part = try #require(result.others.first?.text)
        #expect(part.contains("../old.yaml#/components/schemas/B") && !part.contains("x-nullable"))
        let new = run(upgraded, more: ["parts/more.yaml": part])
        #expect(!new.hasErrors && !new.files.isEmpty)
        #expect(relocated(new.files) == relocated(run(text, more: files).files))
    }

    @Test("an example belongs to its media type with any parameters, and a port without a value has the standard one")
    func repairs() {
        var options = ModuleOptions(module: "SampleAPI", specName: "old.yaml")
        options.hasMocks = true
        let text = """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            host: 'localhost:{port}'
            produces: ['application/json; charset=utf-8']
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: A., schema: { $ref: '#/definitions/A' }, examples: { application/json: { en: b } } } } } }
            definitions: { A: { type: object, properties: { en: { type: string, enum: [a, b] } } } }
            """
        let result = Generator(options: options).run(path: "old.yaml", bytes: Array(text.utf8))
        #expect(result.diagnostics.map(\.rule) == ["undeclared-variable"])
        let servers = result.files.first { $0.path == "SampleServers.swift" }?.text ?? ""
        #expect(servers.contains("port: String = \"443\""), "\(servers)")
        #expect(result.mocks.map(\.text).joined().contains(#"{\"en\":\"b\"}"#))
    }

    @Test(
        "the parameters of a host are variables of the server, which the client has to name without a default",
        arguments: [
            ("hostTemplate: '{vault}.{suffix}'", "https://\\(vault).\\(suffix)/keys"),
            ("hostTemplate: '{vault}.{suffix}', useSchemePrefix: false", "\\(vault).\\(suffix)/keys"),
            ("hostTemplate: 'https://{vault}.{suffix}'", "https://\\(vault).\\(suffix)/keys"),
        ]
    )
    func parameterizedHost(_ template: String, _ address: String) {
        let text = """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            basePath: /keys
            x-ms-parameterized-host: { \(template), parameters: [{ $ref: '#/parameters/Vault' }, { $ref: '#/parameters/Suffix' }] }
            paths:
              /a: { get: { operationId: a, responses: { 204: { description: A. } } } }
            parameters:
              Vault: { name: vault, in: path, required: true, type: string }
              Suffix: { name: suffix, in: path, required: true, type: string, default: example.com, description: The domain. }
            """
        let result = run(text)
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        let servers = result.files.first { $0.path == "SampleServers.swift" }?.text ?? ""
        #expect(servers.contains("production(vault: String, suffix: String = \"example.com\")"), "\(servers)")
        #expect(servers.contains("suffix: The domain."))
        #expect(servers.contains("URL(string: \"\(address)\")"), "\(servers)")
    }

    @Test("an upgrade of OpenAPI 3.0 replaces 'nullable' and Boolean bounds, and leaves examples unchanged")
    func nullable() throws {
        let text = """
            openapi: 3.0.3
            info: { title: Old, version: '1' }
            paths: {}
            components:
              schemas:
                A: { type: object, properties: { a: { type: string, nullable: true }, b: { type: number, minimum: 1, exclusiveMinimum: true } }, example: { nullable: true } }
            """
        let upgraded = try #require(DocumentUpgrade().run(path: "old.yaml", bytes: Array(text.utf8)).text)
        #expect(upgraded.hasPrefix("openapi: \"3.1.0\"\n") || upgraded.hasPrefix("openapi: 3.1.0\n"))
        #expect(upgraded.contains("- \"null\""))
        #expect(upgraded.contains("exclusiveMinimum: 1\n"))
        #expect(upgraded.contains("nullable: true\n"))
        let current = DocumentUpgrade().run(path: "new.yaml", bytes: Array("openapi: 3.1.0\n".utf8))
        #expect(current.text == nil)
        #expect(current.diagnostics.map(\.rule) == ["unsupported-version"])
    }

    @Test(
        "'host', 'basePath' and 'schemes' become servers",
        arguments: [
            (
                "host: a.example.com\nbasePath: /v1/\nschemes: [http, https]",
                ["https://a.example.com/v1", "http://a.example.com/v1"]
            ),
            ("host: a.example.com", ["https://a.example.com"]),
            ("host: https://a.example.com/v1\nbasePath: v1", ["https://a.example.com/v1"]),
            ("host: a.example.com\nschemes: [wss]", ["https://a.example.com"]),
        ]
    )
    func servers(_ head: String, _ urls: [String]) {
        let paths = "paths: { /a: { get: { operationId: a, responses: { '204': { description: A. } } } } }"
        let result = run("swagger: '2.0'\ninfo: { title: Old, version: '1' }\n\(head)\n\(paths)\n")
        let text = result.files.first { $0.path == "SampleServers.swift" }?.text ?? ""
        for url in urls {
            #expect(text.contains("\"\(url)\""), "\(text)")
        }
        #expect(text.count(of: "https://") + text.count(of: "http://") == urls.count)
    }

    @Test("an operation with other schemes has the same host in every environment")
    func operationSchemes() {
        let operation = "{ operationId: a, schemes: [http], responses: { '204': { description: A. } } }"
        let result = run(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            host: a.example.com
            schemes: [http, https]
            paths: { /a: { get: \(operation) } }

            """
        )
        #expect(result.diagnostics.isEmpty)
        let text = result.files.first { $0.path == "SampleServers.swift" }?.text ?? ""
        #expect(text.count(of: "http://a.example.com") == 3 && text.count(of: "https://a.example.com") == 1, "\(text)")
    }

    @Test("parts of a document in other files are upgraded at their locations")
    func files() {
        let result = run(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            paths:
              /a: { $ref: 'paths/a.yaml' }
            definitions:
              Note: { type: object, properties: { id: { type: string, x-nullable: true } } }
            """,
            more: [
                "paths/a.yaml": """
                post:
                  operationId: a
                  parameters:
                    - $ref: '../parts.yaml#/parameters/Page'
                    - $ref: '../parts.yaml#/parameters/Note'
                  responses:
                    '200': { description: A., schema: { $ref: '../old.yaml#/definitions/Note' } }
                    '400': { $ref: '../parts.yaml#/responses/Problem' }
                """,
                "parts.yaml": """
                parameters:
                  Page: { name: page, in: query, type: integer }
                  Note: { name: note, in: body, required: true, schema: { $ref: 'old.yaml#/definitions/Note' } }
                responses:
                  Problem: { description: A problem., schema: { $ref: '#/definitions/Problem' } }
                definitions:
                  Problem: { type: object, discriminator: kind, properties: { kind: { type: string } } }
                """,
            ]
        )
        #expect(result.diagnostics.map(\.message) == [])
        let text = result.files.map(\.text).joined()
        #expect(text.contains("func a(_ body: Note, page: Int? = nil") || text.contains("page: Int?"))
        #expect(text.contains("struct Problem") && text.contains("async throws(AError) -> Note"))
    }

    @Test("a diagnostic of an upgraded document names what the author wrote, at its position")
    func positions() {
        let result = run(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    '200': { description: A., schema: { $ref: '#/definitions/Gone' } }
            """
        )
        let places = result.diagnostics.map { "\($0.range.start.line):\($0.range.start.column): \($0.message)" }
        #expect(
            places.contains { $0.hasPrefix("8:51: '#/definitions/Gone' cannot be resolved: there is no 'Gone'") },
            "\(places)"
        )
    }

    /// Returns a document with a path parameter, a header field and a form property of a format.
    private func lists(_ format: String) -> String {
        """
        swagger: '2.0'
        info: { title: Old, version: '1' }
        paths:
          /a/{p}:
            post:
              operationId: a
              parameters:
                - { name: p, in: path, required: true, type: array, items: { type: string }, collectionFormat: \(format) }
                - { name: h, in: header, type: array, items: { type: string }, collectionFormat: \(format) }
                - { name: f, in: formData, type: array, items: { type: string }, collectionFormat: \(format) }
              responses:
                '204':
                  description: A.
                  headers: { X-A: { type: array, items: { type: string }, collectionFormat: \(format) } }
        """
    }

    @Test(
        "a list outside of the query has the format of the document, or is a string with a warning at the format",
        arguments: [
            ("csv", [], "FormEncoding(explode: false)"), ("multi", [8, 9, 14], "FormEncoding()"),
            ("ssv", [], "FormEncoding(style: .spaceDelimited, explode: false)"),
            ("pipes", [], "FormEncoding(style: .pipeDelimited, explode: false)"),
            ("tsv", [], "FormEncoding(style: .tabDelimited, explode: false)"),
            ("dsv", [8, 9, 10, 14], "f: String?"),
        ]
    )
    func formats(_ format: String, _ lines: [Int], _ form: String) {
        let result = run(lists(format))
        #expect(result.diagnostics.map(\.rule) == lines.map { _ in "unsupported-list" })
        #expect(result.diagnostics.map(\.range.start.line) == lines)
        let text = result.files.map(\.text).joined()
        #expect(text.contains(form), "\(text)")
        let isList = format != "dsv"
        #expect(text.contains(isList ? "p: [String]" : "p: String,"))
        #expect(text.contains(isList ? "h: [String]?" : "h: String?"))
        #expect(text.contains("f: [String]?") == isList)
        let separator = ["ssv": "space", "pipes": "pipe", "tsv": "tab"][format]
        #expect(text.contains(#"call.path("p", p, separator: .\#(separator ?? ""))"#) == (separator != nil), "\(text)")
        #expect(text.contains(#"call.header("h", h, separator: .\#(separator ?? ""))"#) == (separator != nil))
        #expect(text.contains(#"("X-A", separator: .\#(separator ?? ""))"#) == (separator != nil))
    }

    @Test("a list in a list is separated by commas, and is a string with a warning in other formats and in forms")
    func listsInLists() {
        let inner = "type: array, items: { type: string }"
        let result = run(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            paths:
              /a:
                post:
                  operationId: a
                  parameters:
                    - { name: a, in: query, type: array, items: { \(inner) }, collectionFormat: pipes }
                    - { name: b, in: query, type: array, items: { \(inner), collectionFormat: csv } }
                    - { name: c, in: query, type: array, items: { \(inner), collectionFormat: pipes } }
                    - { name: d, in: formData, type: array, items: { \(inner) }, collectionFormat: pipes }
                  responses: { '204': { description: A. } }
            """
        )
        #expect(
            result.diagnostics.map { "\($0.range.start.line): \($0.message)" } == [
                "10: A list with the format 'pipes' in a list is not supported here, so the parameter is a string",
                "11: A list with the format 'csv' in a list is not supported here, so the parameter is a string",
            ]
        )
        let text = result.files.map(\.text).joined()
        #expect(text.contains(#"call.query("a", a, style: .pipeDelimited, explode: false)"#))
        #expect(text.contains(#"call.query("b", b, explode: false)"#) && text.contains("b: [[String]]?"))
        #expect(text.contains("c: String?") && text.contains("d: String?") && text.contains("call.form(body)"))
    }

    @Test("several schemas in 'items' are alternatives, and one in a list describes every element")
    func lists() throws {
        let variants = "[{ type: object, properties: { a: { type: string } }, required: [a] }, { type: string }]"
        let result = run(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            paths: {}
            definitions:
              Channel: { items: \(variants) }
              Channels: { type: array, items: \(variants) }
              Names: { type: object, properties: { names: { type: array, items: [{ type: string }] } } }
            """
        )
        let text = result.files.map(\.text).joined()
        #expect(text.contains("public enum Channel: JSONCodable"))
        #expect(text.contains("case array([Channel])"))
        #expect(text.contains("public typealias Channels = ["))
        #expect(text.contains("public var names: [String]?"))
        #expect(!text.contains("TupleModel"))
        let warnings = result.diagnostics.map { "\($0.rule) \($0.range.start.line)" }.sorted()
        #expect(warnings == ["item-list 6", "untyped-items 5"])
    }

    @Test("references to parameters, bodies and responses of operations find what the upgrade has moved")
    func moved() {
        let result = run(
            """
            swagger: '2.0'
            info: { title: Old, version: '1' }
            host: a.example
            responses:
              Gone: { description: Gone, schema: { type: object, required: [at], properties: { at: { type: integer } } } }
            paths:
              /a:
                post:
                  operationId: makeA
                  parameters:
                    - { name: body, in: body, required: true, schema: { type: object, required: [n], properties: { n: { type: string } } } }
                    - { name: q, in: query, type: array, items: { type: string, enum: [x, y] } }
                  responses:
                    '200': { description: OK, schema: { type: object, required: [id], properties: { id: { type: string } } } }
              /b:
                post:
                  operationId: makeB
                  parameters:
                    - $ref: '#/paths/~1a/post/parameters/1'
                    - { name: body, in: body, required: true, schema: { $ref: '#/paths/~1a/post/parameters/0/schema' } }
                  responses:
                    '200': { description: OK, schema: { $ref: '#/paths/~1a/post/responses/200/schema' } }
                    '410': { description: Gone, schema: { $ref: '#/responses/Gone/schema' } }
              /c:
                get:
                  operationId: readC
                  parameters: [{ name: e, in: query, type: array, items: { $ref: '#/paths/~1a/post/parameters/1/items' } }]
                  responses:
                    '200': { description: OK, schema: { $ref: '#/paths/~1a/post/responses/200/schema/properties/id' } }
            """
        )
        #expect(result.diagnostics.map(\.message) == [])
        let code = result.files.map(\.text).joined()
        let remarks = Set(code.matches(of: /Source `(.*?)`/).map { String($0.output.1) })
        #expect(
            remarks == [
                "#/paths/~1a/post/parameters/0/schema", "#/paths/~1a/post/parameters/1/items",
                "#/paths/~1a/post/responses/200/schema", "#/responses/Gone/schema",
            ]
        )
        #expect(code.contains("func readC"))
        #expect(code.contains("throws(ReadCError) -> String"))
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
