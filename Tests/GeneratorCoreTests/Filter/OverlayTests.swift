import GeneratorCore
import Testing
import YAMLReader

/// Tests of corrections of a document in separate files.
@Suite("Overlays")
struct OverlayTests {

    private static let document = """
        openapi: 3.1.0
        info: { title: Sample, version: '1' }
        tags: [{ name: notes }]
        paths:
          /notes:
            get:
              operationId: listNotes
              tags: [notes]
              parameters:
                - { name: a, in: query, schema: { type: string } }
                - { name: b, in: query, required: true, schema: { type: integer, minimum: 3 } }
                - { name: c, in: query, deprecated: false, schema: { type: string } }
              responses: { '200': { description: Some, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
            delete:
              operationId: dropNotes
              responses: { '204': { description: None. } }
        components:
          schemas:
            Note: { type: object, required: [id], properties: { id: { type: string }, text: { type: string } } }
        """

    private func run(
        _ actions: String,
        of document: String = OverlayTests.document,
        more files: [String: String] = [:]
    ) -> Generator.Result {
        let overlay = "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions:\n" + actions
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.isStrict = true
        return Generator(options: options).run(
            path: "specs/sample.yaml",
            bytes: Array(document.utf8),
            overlays: [InputFile(path: "fix.yaml", bytes: Array(overlay.utf8))]
        ) { files[$0].map { Array($0.utf8) } }
    }

    private func text(_ result: Generator.Result, _ path: String) -> String {
        result.files.first { $0.path == path }?.text ?? ""
    }

    @Test("an update that does not fit is reported once, however many values it selects")
    func unfit() {
        let result = run("  - { target: '$.paths..description', update: { a: b } }\n")
        #expect(result.diagnostics.map(\.rule) == ["unfit-update"])
    }

    @Test("an extension in an overlay is for another tool, and ignored")
    func extensions() {
        let result = run("  - { target: $.info, x-note: why, update: { title: Other } }\n")
        #expect(!result.hasErrors && !result.diagnostics.contains { $0.rule == "unknown-extension" })
    }

    @Test("an update is merged into the existing value by key, and lists are concatenated")
    func update() {
        let result = run(
            """
              - target: $.components.schemas.Note
                update:
                  description: A note.
                  required: [text]
                  properties:
                    text: { format: uuid }
                    size: { type: integer }
            """
        )
        #expect(result.diagnostics.isEmpty)
        let model = text(result, "Models/Note.swift")
        #expect(model.contains("/// A note."))
        #expect(model.contains("public var text: UUID\n"))
        #expect(model.contains("public var size: Int?"))
    }

    @Test("an overlay adds an entry to a list and removes the selected ones")
    func lists() {
        let result = run(
            """
              - target: $.paths['/notes'].get.parameters
                update: { name: d, in: query, schema: { type: boolean } }
              - target: $.paths['/notes'].get.parameters[?@.name == 'a']
                remove: true
              - { target: $.paths.*.delete, remove: true }
            """
        )
        #expect(result.diagnostics.isEmpty)
        let operations = text(result, "Operations/NotesOperations.swift")
        #expect(operations.contains("func list("))
        #expect(operations.contains("d: Bool? = nil"))
        #expect(!operations.contains("a: String?"))
        #expect(result.summary.operations == 1)
    }

    @Test("overlay actions apply to the result of earlier ones")
    func order() {
        let result = run(
            """
              - { target: $.components.schemas, update: { Label: { type: object, properties: { a: { type: string } } } } }
              - { target: $.components.schemas.Label.properties, update: { b: { type: string } } }
              - { target: $.components.schemas.Label.properties.a, remove: true }
            """
        )
        #expect(result.diagnostics.isEmpty)
        #expect(text(result, "Models/Label.swift").contains("public var b: String?"))
        #expect(!text(result, "Models/Label.swift").contains("public var a"))
    }

    @Test("an error in an overlay is reported in the overlay file, and others in the document")
    func places() throws {
        let result = run(
            """
              - target: $.components.schemas.Note.properties
                update: { size: { type: intger }, other: { $ref: 'more.yaml#/Other' } }
            """,
            more: ["specs/more.yaml": "Other: { type: strin }"]
        )
        let places = result.diagnostics.map { diagnostic in
            let range = diagnostic.range
            return "\(result.sources[range.file].path):\(range.start.line):\(range.start.column) \(diagnostic.rule)"
        }
        #expect(places == ["fix.yaml:5:29 bad-type", "specs/more.yaml:1:16 bad-type"])
    }

    private static let referring = """
        openapi: 3.1.0
        info: { title: Sample, version: '1' }
        paths:
          /a: { get: { operationId: a, parameters: [{ $ref: '#/components/parameters/P' }], responses: { '204': { description: A. } } } }
          /b: { get: { operationId: b, parameters: [{ $ref: '#/components/parameters/P' }], responses: { '204': { description: B. } } } }
          /c: { $ref: 'parts/c.yaml#/item' }
        components: { parameters: { P: { name: p, in: query, schema: { type: string } } } }
        """

    private static let parts = [
        "specs/parts/c.yaml": """
        item:
          get:
            operationId: c
            parameters: [{ name: q, in: query, schema: { $ref: 'types.yaml#/T' } }]
            responses: { '200': { description: C., content: { application/json: { schema: { $ref: '#/Note' } } } } }
        Note: { type: object, properties: { id: { type: string } } }
        """,
        "specs/parts/types.yaml": "T: { type: integer }\n",
    ]

    @Test("a path leads through references of other files, also to values of the same file")
    func innerReferences() {
        let result = run(
            """
              - target: $.paths['/c'].get.responses['200'].content['application/json'].schema.properties.id
                update: { type: integer }
            """,
            of: Self.referring,
            more: Self.parts
        )
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        #expect(result.files.map(\.text).joined().contains("public var id: Int?"))
    }

    @Test("an update of a reference outside schemas changes a copy of its target, and other uses keep theirs")
    func references() {
        let result = run(
            """
              - { target: "$.paths['/a'].get.parameters[0]", update: { required: true, schema: { type: integer } } }
              - target: $.paths['/c']
                update: { get: { deprecated: true }, post: { operationId: d, responses: { '204': { description: D. } } } }
            """,
            of: Self.referring,
            more: Self.parts
        )
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        let code = result.files.map(\.text).joined()
        #expect(code.contains("p: Int") && !code.contains("p: Int?"))
        #expect(code.contains("p: String? = nil"))
        #expect(code.contains("call.query(\"q\""))
        #expect(code.contains("-> Note"))
        #expect(code.contains("@available(*, deprecated)"))
        #expect(result.summary.operations == 4)
    }

    @Test("an update of a reference without a target is reported at the action's target")
    func danglingReference() throws {
        let start = "operationId: b, parameters: ["
        let document = Self.referring.replacing(start, with: start + "{ $ref: '#/components/parameters/Gone' }, ")
        let result = run(
            "  - { target: \"$.paths['/b'].get.parameters[0]\", update: { required: true } }\n",
            of: document,
            more: Self.parts
        )
        #expect(Set(result.diagnostics.map(\.rule)) == ["no-effect", "dangling-reference"])
        let warning = try #require(result.diagnostics.first { $0.rule == "no-effect" })
        #expect(result.sources[warning.range.file].path == "fix.yaml")
        #expect(warning.range.start.line == 4)
    }

    @Test("a condition follows references from the file that contains the value")
    func conditions() {
        let result = run(
            "  - { target: \"$.paths['/c'].get.parameters[?@.schema.type == 'integer']\", remove: true }\n",
            of: Self.referring,
            more: Self.parts
        )
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
        let code = result.files.map(\.text).joined()
        #expect(code.contains("func c("))
        #expect(!code.contains("call.query(\"q\""))
    }

    /// Targets, and the parameters that remain after the selected nodes are removed.
    private static let targets: [(String, String)] = [
        ("$.paths['/notes'].get.parameters[0]", "bc"), ("$.paths['/notes'].get.parameters[-1]", "ab"),
        ("$.paths['/notes'].get.parameters[0,2]", "b"), ("$.paths['/notes'].get.parameters[1:]", "a"),
        ("$.paths['/notes'].get.parameters[:-1]", "c"), ("$.paths['/notes'].get.parameters[::2]", "b"),
        ("$.paths['/notes'].get.parameters[::-2]", "b"), ("$.paths['/notes'].get.parameters[*]", ""),
        ("$..parameters[?@.required]", "ac"), ("$..parameters[?!@.required]", "b"),
        ("$..parameters[?@.required == true]", "ac"), ("$..parameters[?@.deprecated == false]", "ab"),
        ("$..parameters[?@.schema.minimum >= 3]", "ac"), ("$..parameters[?@.schema.minimum > 3]", "abc"),
        ("$..parameters[?@.name != 'b']", "b"), ("$..parameters[?@.name < 'b' || @.name > 'b']", "b"),
        ("$..parameters[?(@.name == 'a' || @.name == 'c') && !@.deprecated]", "bc"),
        ("$..parameters[?@.name == $.info.nothing]", "abc"), ("$.paths.*.get[\"parameters\"][?(@['name']=='c')]", "ab"),
        ("$..[?@.name == 'a']", "bc"), ("$.paths[*][*].parameters[?@.schema.type == 'string']", "b"),
        ("$..parameters[9]", "abc"), ("$..['parameters'][0]", "bc"),
    ]

    @Test("a target selects by name, index, slice, descendants and condition", arguments: targets)
    func selection(_ target: String, _ expected: String) {
        let quoted = target.replacing("'", with: "''")
        let result = run("  - { target: '\(quoted)', remove: true }\n")
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors)")
        let operations = text(result, "Operations/NotesOperations.swift")
        let kept = ["a", "b", "c"].filter { operations.contains("call.query(\"\($0)\"") }
        #expect(kept.joined() == expected)
        #expect(result.diagnostics.contains { $0.rule == "unmatched-target" } == (expected == "abc"))
    }

    @Test("a target that repeatedly visits the whole document is refused")
    func cost() {
        let list = (0..<3000).map { "        v\($0): { type: string }\n" }.joined()
        let document = Self.document + "\n    Big:\n      properties:\n" + list
        let overlay = """
            overlay: 1.0.0
            info: { title: T, version: '1' }
            actions: [{ target: '$..[?$..*]', remove: true }]
            """
        let result = Generator(options: ModuleOptions(module: "SampleAPI", specName: "s.yaml")).run(
            path: "s.yaml",
            bytes: Array(document.utf8),
            overlays: [InputFile(path: "fix.yaml", bytes: Array(overlay.utf8))]
        )
        #expect(result.diagnostics.map(\.rule).contains("bad-target"))
    }
}
