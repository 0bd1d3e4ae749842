import GeneratorCore
import Testing
import YAMLReader

/// Tests of `--keep-going`, and of the parts that a problem removes.
@Suite("Keep-going mode")
struct KeepGoingTests {

    private func run(
        _ document: String,
        isStrict: Bool = true,
        more files: [String: String] = [:]
    ) -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.continuesOnError = true
        options.isStrict = isStrict
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8)) { path in
            files[path].map { Array($0.utf8) }
        }
    }

    private static let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"

    @Test("an invalid schema omits only an optional property, or the operation of a body")
    func needs() {
        let result = run(
            Self.head + """
                paths:
                  /good: { get: { operationId: good, responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Good' } } } } } } }
                  /bad: { get: { operationId: bad, responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Needs' } } } } } } }
                components:
                  schemas:
                    Bad: { type: objct }
                    Needs: { type: object, required: [bad], properties: { bad: { $ref: '#/components/schemas/Bad' } } }
                    Good:
                      type: object
                      properties:
                        id: { type: string }
                        bad: { $ref: '#/components/schemas/Bad' }
                        inner: { type: object, properties: { list: { type: array, items: { $ref: '#/components/schemas/Needs' } }, size: { type: integer } } }
                """
        )
        #expect(
            result.omitted.map(\.name) == [
                "schema 'Bad'", "schema 'Needs'", "property 'Good.bad'", "operation 'bad'",
                "property 'Good.inner.list'",
            ]
        )
        #expect(result.diagnostics.map(\.rule) == ["bad-type"])
        let good = result.files.first { $0.path == "Models/Good.swift" }?.text ?? ""
        #expect(good.contains("var id: String?"))
        #expect(good.contains("var size: Int?"))
        #expect(!good.contains("bad"))
        #expect(result.summary.operations == 1)
    }

    @Test("what requires an omitted part is omitted, but a reference that never had a target only if the run is strict")
    func removedTargets() {
        let text =
            Self.head + """
                paths:
                  /c: { post: { operationId: c, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/V' } } } }, responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } } } }
                components:
                  schemas:
                    B: { type: object, required: [bad], properties: { bad: { $ref: 'nope.yaml#/B' } } }
                    V: { allOf: [{ $ref: '#/components/schemas/B' }, { type: object, properties: { v: { type: string } } }] }
                    Page: { type: object, required: [list], properties: { list: { type: array, items: { $ref: 'nope.yaml#/I' } } } }
                    E: { type: object, properties: { e: { type: string }, gone: { $ref: '#/components/schemas/Gone' } } }
                """
        let always: Set<String> = ["schema 'B'", "schema 'V'", "schema 'Page'", "operation 'c'"]
        for (isStrict, omitted) in [(true, always.union(["property 'E.gone'"])), (false, always)] {
            let result = run(text, isStrict: isStrict)
            #expect(Set(result.omitted.map(\.name)) == omitted)
            #expect(result.diagnostics.filter { $0.rule == "dangling-reference" }.map(\.range.start.line) == [10])
            #expect(result.files.map(\.path).filter { $0.hasPrefix("Models/") } == ["Models/E.swift"])
            #expect(result.summary.operations == 0)
        }
    }

    @Test("an invalid default of a discriminator is omitted without its union")
    func defaultMapping() {
        let result = run(
            "openapi: 3.2.0\ninfo: { title: Sample, version: '1' }\n" + """
                paths:
                  /c: { get: { operationId: c, responses: { '200': { description: A., content: { application/json: { schema: { $ref: '#/components/schemas/U' } } } } } } }
                components:
                  schemas:
                    A: { type: object, required: [k], properties: { k: { const: a } } }
                    B: { type: object, required: [k], properties: { k: { const: b } } }
                    U: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' }, defaultMapping: 'nope.yaml#/Z' } }
                """
        )
        #expect(result.omitted.map(\.name) == ["'defaultMapping' of the discriminator of schema 'U'"])
        #expect(result.summary.operations == 1)
    }

    @Test("an invalid file affects only schemas that reference it")
    func files() {
        let result = run(
            Self.head + """
                components:
                  schemas:
                    A: { type: object, properties: { a: { $ref: 'more.yaml#/B' }, b: { $ref: 'broken.yaml#/C' }, c: { $ref: 'more.yaml#/D' } } }
                """,
            more: ["more.yaml": "B: { type: strng }\nD: { type: string }\n", "broken.yaml": "C: [\n"]
        )
        #expect(Set(result.omitted.map(\.name)) == ["'B'", "file 'broken.yaml'", "property 'A.a'", "property 'A.b'"])
        #expect(result.files.contains { $0.path == "Models/A.swift" && $0.text.contains("var c: String?") })
    }

    @Test("callbacks and links are omitted without their operation")
    func details() {
        let result = run(
            Self.head + """
                paths:
                  /a:
                    post:
                      operationId: a
                      responses:
                        '204': { description: None., links: { next: { operationId: b } } }
                      callbacks:
                        done: { '{$url}': { post: { requestBody: { content: { application/json: { schema: { $ref: '#/nothing' } } } }, responses: {} } } }
                """
        )
        #expect(
            Set(result.omitted.map(\.name)) == [
                "callback 'done' of operation 'a'", "link 'next' of response '204' of operation 'a'",
            ]
        )
        #expect(result.summary.operations == 1)
    }

    @Test("only the smallest invalid part is omitted: header, parameter, response, keyword, name, variant")
    func least() throws {
        let result = run(
            Self.head + """
                paths:
                  /p/{x}:
                    get: { operationId: bare, responses: { '204': { description: d } } }
                    put: { operationId: whole, parameters: [{ name: x, in: path, required: true, schema: { type: string } }], responses: { '204': { description: d } } }
                  /q:
                    parameters: [{ name: shared, in: query, schema: { type: strng } }, { $ref: '#/components/parameters/Bad' }]
                    get:
                      operationId: many
                      parameters: [{ name: own, in: query, schema: { type: strng } }, { name: good, in: query, schema: { type: string } }]
                      responses:
                        '200':
                          description: d
                          headers: { X-H: { schema: { type: strng } } }
                          content:
                            application/json: { schema: { $ref: '#/components/schemas/U' } }
                            application/xml: { schema: { $ref: '#/components/schemas/Gone' } }
                        '400': { $ref: '#/components/responses/No' }
                    post:
                      operationId: needs
                      parameters: [{ name: must, in: query, required: true, schema: { type: strng } }]
                      responses: { '204': { description: d } }
                components:
                  parameters: { Bad: { name: bad, in: query, schema: { type: strng } } }
                  schemas:
                    U: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Gone' }] }
                    None: { oneOf: [{ $ref: '#/components/schemas/Gone' }, { $ref: '#/components/schemas/Lost' }] }
                    D: { oneOf: [{ $ref: '#/components/schemas/E' }], discriminator: { propertyName: k, mapping: { a: '#/components/schemas/Gone', b: '#/components/schemas/E' } } }
                    E: { type: object, required: [k], properties: { k: { type: string }, inner: { type: object, properties: { n: { type: string, maxLength: many } } } } }
                    F: { type: string, enum: [a, b], x-swift-names: { c: d } }
                    S: { type: object, properties: { token: { type: string, x-sensitive: sure } } }
                """
        )
        let operation = "operation 'many'"
        #expect(
            result.omitted.map(\.name).sorted() == [
                "'maxLength' of property 'E.inner.n'", "'x-swift-names.c' of schema 'F'",
                "content 'application/xml' of response '200' of \(operation)",
                "header 'X-H' of response '200' of \(operation)", "operation 'bare'", "operation 'needs'",
                "parameter 'Bad'", "parameter 'bad' of path '/q'", "parameter 'own' of \(operation)",
                "parameter 'shared' of path '/q'", "property 'S.token'", "response '400' of \(operation)",
                "schema 'None'", "value 'a' of the discriminator of schema 'D'", "variant 'Gone' of schema 'U'",
            ]
        )
        #expect(result.summary.operations == 2)
        let text = try #require(result.files.first { $0.path.hasPrefix("Operations/") }?.text)
        #expect(text.contains("func whole("))
        #expect(text.contains("good: String? = nil"))
        #expect(result.files.contains { $0.path == "Models/F.swift" })
    }

    @Test("a parameter with an invalid 'required' omits its operation; invalid tags omit only themselves")
    func doubt() {
        let result = run(
            Self.head + """
                paths:
                  /a: { get: { operationId: a, parameters: [{ name: q, in: query, required: maybe, schema: { type: string } }], responses: { '204': { description: None. } } } }
                  /b: { get: { operationId: b, tags: { a: 1 }, responses: { '204': { description: None. } } } }
                """
        )
        #expect(result.omitted.map(\.name) == ["operation 'a'", "'tags' of operation 'b'"])
    }

    @Test("each omitted part is reported with its position")
    func places() throws {
        let result = run(
            Self.head + "components: { schemas: { A: { type: string, minLength: x }, B: { type: strng } } }\n"
        )
        #expect(result.omitted.map(\.range.start.column) == [45, 61])
        #expect(result.omitted.map(\.diagnostic.severity) == [.note, .note])
    }

    @Test("an unreadable document has no result")
    func hopeless() {
        #expect(run("openapi: 3.1.0\ninfo: [\n").omitted.isEmpty)
        #expect(run("openapi: 3.1.0\ncomponents: {}\n").files.isEmpty)
    }

    @Test("a valid document is not changed")
    func whole() {
        let result = run(Self.head + "components: { schemas: { A: { type: string, enum: [a] } } }\n")
        #expect(result.omitted.isEmpty)
        #expect(!result.files.isEmpty)
    }
}
