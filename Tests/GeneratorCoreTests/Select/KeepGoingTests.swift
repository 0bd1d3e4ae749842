import GeneratorCore
import Testing
import YAMLReader

/// What a problem costs when the rest is generated.
@Suite("Keeping going")
struct KeepGoingTests {

    private func run(_ document: String, more files: [String: String] = [:]) -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.keepsGoing = true
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8)) { path in
            files[path].map { Array($0.utf8) }
        }
    }

    private static let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"

    @Test("a schema costs what needs it: an optional member only itself, a body its operation")
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
            result.leftOut == [
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

    @Test("a broken file costs what refers to it")
    func files() {
        let result = run(
            Self.head + """
                components:
                  schemas:
                    A: { type: object, properties: { a: { $ref: 'more.yaml#/B' }, b: { $ref: 'broken.yaml#/C' }, c: { $ref: 'more.yaml#/D' } } }
                """,
            more: ["more.yaml": "B: { type: strng }\nD: { type: string }\n", "broken.yaml": "C: [\n"]
        )
        #expect(Set(result.leftOut) == ["'B'", "file 'broken.yaml'", "property 'A.a'", "property 'A.b'"])
        #expect(result.files.contains { $0.path == "Models/A.swift" && $0.text.contains("var c: String?") })
    }

    @Test("callbacks and links go without their operation")
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
        #expect(Set(result.leftOut) == ["callback 'done'", "link 'next'"])
        #expect(result.summary.operations == 1)
    }

    @Test("a document that cannot be read at all gives nothing")
    func hopeless() {
        #expect(run("openapi: 3.1.0\ninfo: [\n").leftOut.isEmpty)
        #expect(run("openapi: 3.1.0\ncomponents: {}\n").files.isEmpty)
    }

    @Test("a sound document is left whole")
    func whole() {
        let result = run(Self.head + "components: { schemas: { A: { type: string, enum: [a] } } }\n")
        #expect(result.leftOut.isEmpty)
        #expect(!result.files.isEmpty)
    }
}
