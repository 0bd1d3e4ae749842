import GeneratorCore
import Testing
import YAMLReader

/// Tests of references, in one file and between several.
@Suite("Snippets: references")
struct ReferenceTests {

    /// Paths of the files that a run requested.
    private final class Folder {
        let files: [String: String]
        var asked: [String] = []

        init(_ files: [String: String]) {
            self.files = files
        }
    }

    private func run(
        _ document: String,
        path: String = "specs/api.yaml",
        isStrict: Bool = false,
        inside root: String? = nil,
        _ folder: Folder
    ) -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: "api.yaml")
        options.isStrict = isStrict
        options.referenceFolder = root
        return Generator(options: options).run(path: path, bytes: Array(document.utf8)) { path in
            folder.asked.append(path)
            return folder.files[path].map { Array($0.utf8) }
        }
    }

    private func models(_ result: Generator.Result) -> [String] {
        result.files.map(\.path).filter { $0.hasPrefix("Models/") }.map { String($0.dropFirst(7).dropLast(6)) }
    }

    private static let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"

    @Test("a description next to a reference replaces the one of the referenced object, except in OpenAPI 3.0")
    func descriptions() {
        let code = { (version: String) -> String in
            Snippet(
                document: """
                    openapi: \(version)
                    info: { title: Sample, version: '1' }
                    paths:
                      /a:
                        get:
                          operationId: a
                          parameters: [{ $ref: '#/components/parameters/P', description: Own of the parameter. }]
                          responses:
                            '204': { $ref: '#/components/responses/R' }
                            '404': { $ref: '#/components/responses/R', description: Own of the response. }
                    components:
                      parameters: { P: { name: p, in: query, description: Common., schema: { type: string } } }
                      responses: { R: { description: Common to the responses. } }

                    """
            ).text("Operations/SampleOperations.swift")
        }
        let own = code("3.1.0")
        #expect(own.contains("- p: Own of the parameter."))
        #expect(own.contains("/// Status 404: Own of the response."))
        let old = code("3.0.3")
        #expect(old.contains("- p: Common."))
        #expect(old.contains("/// Status 404: Common to the responses."))
    }

    @Test("with 'continuesOnError', the smallest part of another file is omitted, whatever kind of object it is in")
    func omittedElsewhere() {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.continuesOnError = true
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  responses: { '200': { $ref: 'more.yaml#/ok' } }
              /b:
                get:
                  operationId: b
                  responses:
                    '200': { description: '', content: { application/json: { schema: { $ref: 'more.yaml#/S' } } } }
            """
        let more = """
            ok: { description: '', content: { application/json: { schema: { properties: { a: {}, b: { $ref: no.yaml } } } } } }
            S: { properties: { a: { type: string }, b: { $ref: no.yaml } } }
            """
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8)) { path in
            path == "more.yaml" ? Array(more.utf8) : nil
        }
        #expect(result.omitted.map(\.name).sorted() == ["property 'S.b'", "property 'b' of 'ok'"], "\(result.omitted)")
        let code = result.files.map(\.text).joined()
        #expect(code.contains("func a(") && code.contains("func b("))
    }

    @Test("addresses next to that of the document are its files, and a known file has the address that it states")
    func addresses() {
        let folder = Folder([
            "specs/more/shared.yaml": """
            $self: https://api.example.com/shared/v2.yaml
            A: { type: object, properties: { x: { $ref: 'other.yaml#/C' } } }
            """,
            "specs/more/other.yaml": """
            C: { type: object, properties: { y: { $ref: '/v1/api.yaml#/components/schemas/D' } } }
            """,
        ])
        let result = run(
            """
            openapi: 3.2.0
            $self: https://api.example.com/v1/api.yaml
            info: { title: Sample, version: '1' }
            components:
              schemas:
                One: { type: object, properties: { a: { $ref: 'https://api.example.com/v1/more/shared.yaml#/A' } } }
                Two: { type: object, properties: { a: { $ref: '/v1/more/shared.yaml#/A' } } }
                Three: { type: object, properties: { a: { $ref: 'https://api.example.com/shared/v2.yaml#/A' } } }
                D: { type: string, enum: [d] }
            """,
            folder
        )
        #expect(result.diagnostics.map(\.message) == [])
        #expect(models(result).sorted() == ["A", "C", "D", "One", "Three", "Two"])
        #expect(Set(folder.asked) == ["specs/more/shared.yaml", "specs/more/other.yaml"])
        let outside = run(
            """
            openapi: 3.2.0
            $self: https://api.example.com/v1/api.yaml
            info: { title: Sample, version: '1' }
            components: { schemas: { A: { $ref: '/v2/api.yaml#/A' }, B: { $ref: 'https://other.example.com/v1/b.yaml#/B' } } }
            """,
            Folder([:])
        )
        #expect(outside.diagnostics.map(\.rule) == ["unused-schema", "outside-reference"])
    }

    @Test("schemas are found by an '$id' relative to '$self', and in another file")
    func relativeIdentifiers() {
        let folder = Folder([
            "specs/defs.yaml": """
            Foo: { $id: 'https://example.com/schemas/foo', type: object, properties: { bar: { $ref: bar } } }
            Bar: { $id: 'https://example.com/schemas/bar', type: object, properties: { b: { type: string } } }
            Pet: { $id: 'https://example.com/api/schemas/pet', type: object, properties: { b: { type: string } } }
            """
        ])
        let result = run(
            """
            openapi: 3.2.0
            $self: https://example.com/api/shared/foo
            info: { title: Sample, version: '1' }
            components:
              schemas:
                Own:
                  $id: 'https://example.com/api/schemas/own'
                  type: object
                  properties: { a: { type: string }, pet: { $ref: pet } }
                One:
                  type: object
                  properties:
                    relative: { $ref: '../schemas/own' }
                    other: { $ref: 'https://example.com/schemas/bar' }
                    file: { $ref: '/api/shared/defs.yaml#/Foo' }
            """,
            folder
        )
        #expect(result.diagnostics.map(\.message) == [])
        let code = result.files.first { $0.path == "Models/One.swift" }?.text ?? ""
        for property in ["relative: Own?", "other: Bar?", "file: Foo?"] { #expect(code.contains(property), "\(code)") }
    }

    @Test("files in folders can reference each other, and each file is read once, however spelled")
    func folders() {
        let folder = Folder([
            "specs/parts/note one.yaml": """
            Note:
              type: object
              properties:
                label: { $ref: '../labels/label.yaml' }
                page: { $ref: '../api.yaml#/components/schemas/NotePage' }
                next: { $ref: '#/Note' }
            """,
            "specs/labels/label.yaml": "{ type: object, properties: { name: { type: string } } }",
        ])
        let result = run(
            Self.head + """
                components:
                  schemas:
                    NotePage:
                      type: object
                      properties:
                        one: { $ref: 'parts/note%20one.yaml#/Note' }
                        two: { $ref: './parts/../parts//note one.yaml#/Note' }
                        three: { $ref: 'parts/note one.yaml#/%4Eote' }
                        label: { $ref: 'labels/./label.yaml' }
                """,
            folder
        )
        #expect(result.diagnostics.isEmpty)
        #expect(models(result) == ["Label", "Note", "NotePage"])
        #expect(folder.asked.sorted() == ["specs/labels/label.yaml", "specs/parts/note one.yaml"])
        let note = result.files.first { $0.path == "Models/Note.swift" }?.text ?? ""
        #expect(note.contains("var page: NotePage?"))
        #expect(note.contains("var label: Label?"))
    }

    @Test(
        "no spelling of a reference leaves the document's folder",
        arguments: [
            "../secret.yaml", "/etc/passwd", "file:///etc/passwd", "https://example.org/a.yaml", "//example.org/a.yaml",
            "parts/../../secret.yaml", "..%2Fsecret.yaml", "%2e%2e/secret.yaml", "parts/%2E%2E/%2e%2e/secret.yaml",
            "%2Fetc/passwd", "a%00.yaml", "a%5C..%5Cb.yaml", "..\\\\secret.yaml", "c:/secret.yaml", "a%zz.yaml",
        ]
    )
    func outside(_ reference: String) {
        let folder = Folder(["secret.yaml": "A: { type: string }"])
        let result = run(
            Self.head + "components: { schemas: { A: { $ref: \"\(reference)#/A\" }, B: { $ref: 'more.yaml#/B' } } }\n",
            isStrict: true,
            folder
        )
        #expect(result.diagnostics.map(\.rule) == ["outside-reference", "missing-file"])
        #expect(folder.asked.allSatisfy { $0 == "specs/more.yaml" })
    }

    @Test(
        "references reach the folder of the configuration if it contains the document, and no higher",
        arguments: [
            ("specs/v1/api.yaml", "", "../../secret.yaml", "secret.yaml"),
            ("specs/v1/api.yaml", "specs", "../common/a.yaml", "specs/common/a.yaml"),
            ("./specs/api.yaml", ".", "../a.yaml", "./a.yaml"),
            ("/x/specs/api.yaml", "/x", "../a.yaml", "/x/a.yaml"),
            ("specs/v1/api.yaml", "specs", "../../secret.yaml", nil),
            ("specs/v1/api.yaml", "spec", "../a.yaml", nil),
            ("specs/v1/api.yaml", "", "../../../secret.yaml", nil),
            ("./specs/api.yaml", ".", "../../secret.yaml", nil),
            ("./specs/api.yaml", "", "../a.yaml", nil),
            ("specs/../api.yaml", "", "../../a.yaml", nil),
            ("../specs/api.yaml", "", "../a.yaml", nil),
            ("/x/specs/api.yaml", "", "../a.yaml", nil),
        ]
    )
    func widest(_ path: String, _ root: String, _ reference: String, _ asked: String?) {
        let files = asked.map { [$0: "A: { type: object, properties: { a: { type: string } } }"] } ?? [:]
        let folder = Folder(files)
        let result = run(
            Self.head + "components: { schemas: { A: { $ref: \"\(reference)#/A\" } } }\n",
            path: path,
            isStrict: true,
            inside: root,
            folder
        )
        #expect(result.diagnostics.map(\.rule) == (asked == nil ? ["outside-reference"] : []))
        #expect(Set(folder.asked) == Set(asked.map { [$0] } ?? []))
    }

    @Test("a file in a subfolder cannot reference files outside the root either")
    func outsideFromFolder() {
        let folder = Folder(["specs/parts/a.yaml": "A: { $ref: '../../secret.yaml#/A' }"])
        let result = run(Self.head + "components: { schemas: { A: { $ref: 'parts/a.yaml#/A' } } }\n", folder)
        #expect(result.diagnostics.map(\.rule) == ["outside-reference"])
        #expect(Set(folder.asked) == ["specs/parts/a.yaml"])
    }

    @Test("anchors in schemas are found at any position, even below keys named like keywords")
    func anchors() {
        let content = { (name: String) in
            "{ description: d, content: { application/json: { schema: { $anchor: \(name), type: object } } } }"
        }
        let result = run(
            Self.head + """
                paths:
                  /a:
                    get:
                      operationId: a
                      responses:
                        '200':
                          description: d
                          headers: { default: { schema: { $id: 'https://x.example/size', type: integer } } }
                        default: \(content("plain"))
                      callbacks:
                        default: { '{$request.query.to}': { post: { operationId: b, requestBody: \(content("called")), responses: { '204': { description: d } } } } }
                components:
                  responses: { example: \(content("shared")), examples: { description: d, x-more: { default: \(content("value")) } } }
                  schemas:
                    A:
                      type: object
                      properties:
                        plain: { $ref: '#plain' }
                        called: { $ref: '#called' }
                        shared: { $ref: '#shared' }
                        size: { $ref: 'https://x.example/size' }
                        value: { $ref: '#value' }
                """,
            Folder([:])
        )
        let dangling = result.diagnostics.filter { $0.rule == "dangling-reference" }
        #expect(
            dangling.map(\.message) == ["'#value' cannot be resolved: there is no '$anchor: value', so it is ignored"]
        )
    }

    @Test("'$id', '$anchor' and '$ref' resolve within a document as in JSON Schema, without loading a file")
    func identifiers() throws {
        let folder = Folder([:])
        let result = run(
            Self.head + """
                components:
                  schemas:
                    A:
                      $id: https://example.com/schemas/a
                      type: object
                      properties:
                        inner: { $ref: '#inner' }
                        beside: { $ref: 'b' }
                        definition: { $ref: '#/$defs/q' }
                        whole: { $ref: '#' }
                        anchor: { $ref: 'https://example.com/schemas/b#foo' }
                        up: { $ref: '../schemas/./b#/$defs/f' }
                        component: { $ref: '#/components/schemas/C' }
                        nested: { $ref: 'deep/n' }
                      $defs:
                        q: { type: integer }
                        i: { $anchor: inner, type: object, properties: { k: { type: string } } }
                        n: { $id: deep/n, type: object, properties: { own: { $ref: '#/$defs/q' }, next: { $ref: 'd' } }, $defs: { q: { type: boolean } } }
                        d: { $id: https://example.com/schemas/deep/d, type: number }
                    B:
                      $id: https://example.com/schemas/b
                      type: object
                      properties: { v: { $ref: 'a#inner' }, back: { $ref: '/schemas/a' }, same: { $ref: '//example.com/schemas/b#foo' } }
                      $defs: { f: { $anchor: foo, type: boolean }, inner: { $anchor: inner, type: string } }
                    C: { type: object, properties: { id: { $ref: 'https://example.com/schemas/a#/$defs/q' }, default: { $ref: '#old' } } }
                    D: { $id: '#old', type: string, enum: [a] }
                    E: { $id: relative, type: object, properties: { e: { $ref: '#/$defs/e' } }, $defs: { e: { type: integer } } }
                    F: { type: object, properties: { r: { $ref: relative } } }
                """,
            folder
        )
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        #expect(folder.asked.isEmpty)
        func members(_ name: String) throws -> [String] {
            let text = try #require(result.files.first { $0.path == "Models/\(name).swift" }?.text)
            return text.split(separator: "\n").filter {
                $0.hasPrefix("    public var ") && !$0.contains("unknownProperties")
            }
            .map { String($0.dropFirst(15)).replacing(" {", with: "") }
        }
        #expect(
            try members("A") == [
                "inner: Inner?", "beside: B?", "definition: Int?", "whole: A?", "anchor: Bool?", "up: Bool?",
                "component: C?", "nested: N?",
            ]
        )
        #expect(try members("B") == ["v: Inner?", "back: A?", "same: Bool?"])
        #expect(try members("C") == ["id: Int?", "`default`: D?"])
        #expect(try members("E") == ["e: Int?"])
        #expect(try members("F") == ["r: E?"])
    }

    @Test("file names that differ only in letter case are reported")
    func letterCase() {
        let folder = Folder(["specs/a.yaml": "X: { type: string }", "specs/A.yaml": "Y: { type: string }"])
        let result = run(
            Self.head + "components: { schemas: { A: { $ref: 'a.yaml#/X' }, B: { $ref: 'A.yaml#/Y' } } }\n",
            folder
        )
        #expect(result.diagnostics.map(\.rule) == ["letter-case"])
        #expect(!result.hasErrors)
    }

    @Test("what is next to a path item's reference is added to its target, and what it replaces is reported")
    func siblings() {
        let response = "responses: { '204': { description: A. } }"
        let result = run(
            Self.head + """
                paths:
                  /c:
                    $ref: '#/components/pathItems/C'
                    parameters: [{ name: q, in: query, schema: { type: string } }]
                    post: { operationId: save, \(response) }
                    put: { operationId: swap, \(response) }
                components:
                  pathItems:
                    C: { $ref: 'more.yaml' }
                """,
            Folder([
                "specs/more.yaml": """
                parameters: [{ name: r, in: query, schema: { type: integer } }]
                get: { operationId: load, \(response) }
                put: { operationId: hidden, \(response) }
                """
            ])
        )
        #expect(result.diagnostics.map(\.rule) == ["no-effect"])
        #expect(result.diagnostics.first?.range.start.line == 8)
        #expect(result.summary.operations == 3)
        let code = result.files.map(\.text).joined()
        #expect(["load", "save", "swap", "hidden"].filter { code.contains("func \($0)(") }.count == 3)
        #expect(code.ranges(of: "call.query(\"q\"").count == 3)
        #expect(code.ranges(of: "call.query(\"r\"").count == 3)
        #expect(!code.contains("func hidden("))
    }

    @Test("components of every kind are resolved, also in other files and through each other")
    func kinds() {
        let folder = Folder([
            "specs/common.yaml": """
            components:
              parameters:
                Size: { $ref: '#/components/parameters/Amount' }
                Amount: { name: size, in: query, schema: { type: integer } }
              headers:
                Left: { schema: { type: integer } }
              requestBodies:
                Note: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
              responses:
                Note:
                  description: A note.
                  headers: { X-Left: { $ref: '#/components/headers/Left' } }
                  content: { application/json: { schema: { $ref: '#/components/schemas/Note' }, examples: { one: { $ref: '#/components/examples/One' } } } }
                  links: { again: { $ref: '#/components/links/Again' } }
              examples:
                One: { value: { id: a } }
              links:
                Again: { operationId: getNote, parameters: { id: $response.body#/id } }
              callbacks:
                Done: { '{$request.body#/url}': { $ref: '#/components/pathItems/Done' } }
              pathItems:
                Done: { post: { requestBody: { $ref: '#/components/requestBodies/Note' }, responses: { '204': { description: Taken. } } } }
                Note:
                  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                  get: { operationId: getNote, responses: { '200': { $ref: '#/components/responses/Note' } } }
              securitySchemes:
                Key: { type: apiKey, in: header, name: X-Key }
              schemas:
                Note: { type: object, required: [id], properties: { id: { type: string } } }
            """
        ])
        let result = run(
            Self.head + """
                security: [{ key: [] }]
                paths:
                  /notes:
                    post:
                      operationId: makeNote
                      parameters: [{ $ref: 'common.yaml#/components/parameters/Size' }]
                      requestBody: { $ref: 'common.yaml#/components/requestBodies/Note' }
                      responses: { '201': { $ref: 'common.yaml#/components/responses/Note' } }
                      callbacks: { done: { $ref: 'common.yaml#/components/callbacks/Done' } }
                  /notes/{id}: { $ref: 'common.yaml#/components/pathItems/Note' }
                webhooks:
                  told: { $ref: '#/components/pathItems/Told' }
                components:
                  pathItems: { Told: { $ref: 'common.yaml#/components/pathItems/Done' } }
                  securitySchemes: { key: { $ref: 'common.yaml#/components/securitySchemes/Key' } }
                """,
            folder
        )
        #expect(result.diagnostics.isEmpty)
        let text = result.files.map(\.text).joined()
        #expect(models(result) == ["Note"])
        #expect(text.contains("public func makeNote("))
        #expect(text.contains("size: Int? = nil"))
        #expect(text.contains("public func again(from response: Note"))
        #expect(text.contains("public static func done("))
        #expect(text.contains("public static func told("))
        #expect(text.contains(".header(\"X-Key\")"))
        #expect(folder.asked == ["specs/common.yaml"])
    }

    @Test("a security requirement may refer to a scheme of another file, which has another credential")
    func securitySchemes() {
        let key = "{ type: apiKey, in: header, name: X-Key }"
        let folder = Folder([
            "specs/auth.yaml": """
            components: { securitySchemes: { key: \(key), token: { type: http, scheme: bearer } } }
            """,
            "specs/whole.yaml": "{ type: apiKey, in: query, name: q }",
            "specs/paths/c.yaml": """
            get:
              operationId: c
              security: [{ '../auth.yaml#/components/securitySchemes/key': [], '#/components/securitySchemes/key': [] }]
              responses: { '204': { description: C. } }
            """,
        ])
        let reference = "auth.yaml#/components/securitySchemes"
        let result = run(
            Self.head + """
                security: [{ '\(reference)/token': [] }]
                paths:
                  /a: { get: { operationId: a, responses: { '204': { description: A. } } } }
                  /b:
                    get:
                      operationId: b
                      security: [{ '\(reference)/key': [], key: [], './whole.yaml': [] }, { '\(reference)/token': [] }]
                      responses: { '204': { description: B. } }
                  /c: { $ref: paths/c.yaml }
                components: { securitySchemes: { key: { type: apiKey, in: cookie, name: key } } }

                """,
            folder
        )
        #expect(result.diagnostics.isEmpty)
        let text = result.files.map(\.text).joined()
        #expect(text.contains(#""/c", security: .authKeyAndKey"#), "\(text)")
        for scheme in [
            #"static let token = SecurityScheme("token", .bearer)"#,
            #"static let authKey = SecurityScheme("authKey", .header("X-Key"))"#,
            #"static let key = SecurityScheme("key", .cookie("key"))"#,
            #"static let whole = SecurityScheme("whole", .query("q"))"#,
        ] {
            #expect(text.contains(scheme), "\(text)")
        }
    }

    @Test("a long schema chain does not overflow the stack, and a shared composition is processed once")
    func chains() {
        let chain = (0..<3000).map { number in
            "    S\(number): { type: object, properties: { n: { $ref: '#/components/schemas/S\((number + 1) % 3000)' } } }\n"
        }
        let diamond = (0..<60).map { number in
            let next = "{ $ref: '#/components/schemas/D\(number + 1)' }"
            return "    D\(number): { allOf: [\(next), \(next)] }\n"
        }
        let end = """
                D60: { type: object, properties: { p: { type: string } } }
                U: { oneOf: [{ $ref: '#/components/schemas/D0' }, { $ref: '#/components/schemas/S0' }] }
            """
        let text = Self.head + "components:\n  schemas:\n" + chain.joined() + diamond.joined() + end
        let result = run(text, Folder([:]))
        #expect(result.diagnostics.isEmpty)
        #expect(result.summary.models > 3000)
    }

    @Test("JSON may contain C1 controls, U+2028 and DEL, which YAML must escape")
    func controls() {
        let name = "a\u{85}\u{9F}\u{7F}\u{2028}b"
        let text = """
            {"openapi":"3.1.0","info":{"title":"\(name)","version":"1"},
             "components":{"schemas":{"A":{"type":"object","properties":{"\(name)":{"type":"string"}}}}}}
            """
        let result = run(text, path: "api.json", Folder([:]))
        #expect(result.diagnostics.isEmpty)
        let model = result.files.first { $0.path == "Models/A.swift" }?.text ?? ""
        #expect(model.contains("keys: ObjectKeys = [\"a\\u{85}\\u{9F}\\u{7F}\\u{2028}b\"]"))
    }

    @Test("a discriminator mapping finds schemas of other files that extend the base")
    func foreignChildren() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: S, version: '1' }
                components:
                  schemas:
                    Pet:
                      type: object
                      required: [kind]
                      properties: { kind: { type: string } }
                      discriminator: { propertyName: kind, mapping: { c: '#/components/schemas/Cat', d: 'pets.yaml#/Dog' } }
                    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { m: { type: string } } }] }
                """,
            more: [
                "pets.yaml": """
                Dog:
                  allOf:
                    - $ref: 'sample.yaml#/components/schemas/Pet'
                    - { type: object, properties: { w: { type: string } } }
                """
            ]
        )
        #expect(snippet.rules == [])
        snippet.expect(
            "case \"c\", \"Cat\": self = .cat(try reader.read())\ncase \"d\", \"Dog\": self = .dog(try reader.read())",
            in: "Models/Pet.swift"
        )
        #expect(snippet.code("Models/Dog.swift").contains("public var w: String?"))
    }

    @Test("a component that references a file's schema names it even with a shared schema module")
    func lentName() throws {
        var common = ModuleOptions(module: "CommonKit", specName: "common.yaml")
        common.hasSchemasAlone = true
        let money =
            "openapi: 3.1.0\ninfo: { title: C, version: '1' }\ncomponents: { schemas: { Money: { type: object, properties: { amount: { type: string } } } } }\n"
        let shared = Generator(options: common).run(path: "common.yaml", bytes: Array(money.utf8))
        let types = try #require(shared.sharedTypes)
        let orders = """
            openapi: 3.1.0
            info: { title: O, version: '1' }
            paths:
              /orders:
                get:
                  operationId: getOrder
                  tags: [orders]
                  responses: { '200': { description: O, content: { application/json: { schema: { $ref: 'schemas/Order.yaml' } } } } }
            components:
              schemas:
                Order: { $ref: 'schemas/Order.yaml' }
                Price: { $ref: 'common.yaml#/components/schemas/Money' }
            """
        let order =
            "{ type: object, required: [id], properties: { id: { type: string }, parent: { $ref: Order.yaml } } }"
        let options = ModuleOptions(module: "OrdersAPI", specName: "orders.yaml")
        let result = Generator(options: options, importing: [types])
            .run(path: "orders.yaml", bytes: Array(orders.utf8)) { path in
                ["schemas/Order.yaml": Array(order.utf8), "common.yaml": Array(money.utf8)][path]
            }
        #expect(result.diagnostics.isEmpty)
        let models = result.files.filter { $0.path.hasPrefix("Models/") }
        #expect(models.map(\.path) == ["Models/Order.swift", "Models/Price.swift"])
        #expect(models[0].text.contains("public struct Order: JSONModel,"))
        #expect(models[1].text.contains("public typealias Price = Money"))
    }
}
