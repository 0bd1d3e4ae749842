import Foundation
import GeneratorCore
import Testing

/// Tests of the module with doubles and examples.
@Suite("Snippets: mocks and examples")
struct MockTests {

    private func run(_ document: String) -> Generator.Result {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
    }

    @Test(
        "the mock of a client imports the module as publicly as the compiler requires",
        arguments: [(ModuleOptions.Access.public, "\npublic import SampleAPI\n"), (.package, "\nimport SampleAPI\n")]
    )
    func access(_ access: ModuleOptions.Access, _ wanted: String) throws {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths: { /a: { get: { operationId: a, tags: [t], responses: { '204': { description: A. } } } } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        options.access = access
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        let mock = try #require(result.mocks.first { $0.path == "Mocks/SampleClientMock.swift" }).text
        #expect(mock.contains(wanted), "\(mock)")
    }

    @Test("identical inline bodies share one set of examples without duplicates")
    func shared() throws {
        let body = "{ type: object, properties: { name: { type: string } } }"
        let first = "{ schema: \(body), example: { name: a } }"
        let second = "{ schema: \(body), examples: { one: { value: { name: a } }, two: { value: { name: b } } } }"
        let result = run(
            """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /a: { get: { operationId: a, responses: { '200': { description: A., content: { application/json: \(first) } } } } }
              /b: { get: { operationId: b, responses: { '200': { description: B., content: { application/json: \(second) } } } } }
            """
        )
        #expect(result.diagnostics.isEmpty)
        let examples = result.mocks.filter { $0.path.hasPrefix("Examples/") }
        #expect(examples.map(\.path) == ["Examples/AResponse+Examples.swift"])
        let text = try #require(examples.first).text
        #expect(text.components(separatedBy: #"{\"name\":\"a\"}"#).count == 2)
        #expect(text.contains(#"{\"name\":\"b\"}"#))
    }

    @Test("a serialized value is an example if it is JSON and there is no other value, and otherwise 'lint' has a note")
    func serialized() throws {
        func document(_ type: String) -> String {
            """
            openapi: 3.2.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    '200':
                      description: A.
                      content:
                        \(type):
                          itemSchema: { $ref: '#/components/schemas/A' }
                          schema: { $ref: '#/components/schemas/A' }
                          examples: { one: { serializedValue: '{"n": 3}' }, two: { dataValue: { n: 4 }, serializedValue: '{"n":5}' } }
            components: { schemas: { A: { type: object, properties: { n: { type: integer } } } } }
            """
        }
        let result = run(document("application/json"))
        let text = result.mocks.filter { $0.path.hasPrefix("Examples/") }.map(\.text).joined()
        #expect(text.contains(#"{\"n\":3}"#) && text.contains(#"{\"n\":4}"#), "\(text)")
        #expect(!text.contains(#"{\"n\":5}"#))
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        let bytes = Array(document("text/event-stream").utf8)
        let lint = Generator(options: options).run(path: "sample.yaml", bytes: bytes)
        #expect(lint.diagnostics.map { "\($0.severity.rawValue) \($0.rule)" } == ["note no-effect"])
    }

    @Test(
        "the items of a sequence in an example, in text or in a list, are examples of their type",
        arguments: [
            (
                "application/jsonl", "itemSchema: { $ref: '#/components/schemas/A' }",
                #"value: "{\"n\":1}\n\n{\"n\":2}\n""#
            ),
            ("application/jsonl", "schema: { $ref: '#/components/schemas/A' }", "dataValue: [{ n: 1 }, { n: 2 }]"),
            (
                "application/x-ndjson", "itemSchema: { $ref: '#/components/schemas/A' }",
                "dataValue: [{ n: 1 }, { n: 2 }]"
            ),
            (
                "application/x-ndjson", "schema: { type: array, items: { $ref: '#/components/schemas/A' } }",
                #"serializedValue: "{\"n\":1}\r\n{\"n\":2}""#
            ),
            (
                "application/json-seq", "itemSchema: { $ref: '#/components/schemas/A' }",
                #"serializedValue: "\x1E{\n \"n\": 1}\n\x1E{\"n\":2}\n""#
            ),
            ("text/event-stream", "schema: { $ref: '#/components/schemas/A' }", "value: [{ n: 1 }, { n: 2 }]"),
            (
                "text/event-stream",
                "itemSchema: { properties: { event: { type: string }, data: { $ref: '#/components/schemas/A' } } }",
                #"dataValue: [{ event: a, data: "{\"n\":1}" }, { data: { n: 2 } }, { event: b }]"#
            ),
            (
                "text/event-stream",
                """
                itemSchema: { properties: { data: { type: string, contentMediaType: application/json,
                  contentSchema: { $ref: '#/components/schemas/A' } } } }
                """, #"dataValue: [{ data: "{\"n\":1}" }, { data: "{\"n\":2}" }]"#
            ),
        ]
    )
    func sequences(_ type: String, _ schema: String, _ example: String) throws {
        let result = run(
            """
            openapi: 3.2.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    '200':
                      description: A.
                      content: { \(type): { \(schema), examples: { one: { \(example) } } } }
            components: { schemas: { A: { type: object, properties: { n: { type: integer } } } } }
            """
        )
        #expect(result.diagnostics.isEmpty)
        let examples = result.mocks.filter { $0.path.hasPrefix("Examples/") }
        #expect(examples.map(\.path) == ["Examples/A+Examples.swift"])
        let lines = examples.flatMap { $0.text.split(separator: "\n") }.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.filter { $0.hasPrefix(#""{"#) } == [#""{\"n\":1}","#, #""{\"n\":2}","#])
    }

    @Test("the text of a sequence's example without JSON has no effect, with a note")
    func sequenceText() {
        let document = """
            openapi: 3.2.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    '200':
                      description: A.
                      content:
                        application/jsonl: { itemSchema: { $ref: '#/components/schemas/A' }, example: '{"n":1} and more' }
            components: { schemas: { A: { type: object, properties: { n: { type: integer } } } } }
            """
        #expect(run(document).mocks.allSatisfy { !$0.path.hasPrefix("Examples/") })
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        let lint = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        #expect(lint.diagnostics.map { "\($0.severity.rawValue) \($0.rule)" } == ["note no-effect"])
    }

    @Test("an example without a JSON form is left out, and a hostile string stays in its literal")
    func hostile() throws {
        let result = run(
            #"""
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            components:
              schemas:
                A:
                  type: object
                  properties: { "a\"\n\\(x)": { type: string } }
                  examples: [{ n: .inf }, { n: .5 }, { n: +1.0 }, { "a\"\n\\(x)": "*/ \\(y) \u2028" }]
            """#
        )
        let text = try #require(result.mocks.first { $0.path == "Examples/A+Examples.swift" }).text
        #expect(!text.contains("inf"))
        #expect(text.contains(#""{\"n\":0.5}","#))
        #expect(text.contains(#""{\"n\":1.0}","#))
        #expect(text.contains(#""{\"a\\\"\\u000a\\\\(x)\":\"*/ \\\\(y) \u{2028}\"}","#))
    }
}
