import Foundation
import GeneratorCore
import Testing

/// Tests of configuration options that change models.
@Suite("Model options")
struct ModelOptionTests {

    private func options(_ lines: String) -> (options: ModuleOptions?, rules: [String]) {
        let text = "modules:\n  - { spec: a.yaml, module: SampleAPI, output: out }\n"
            .replacingOccurrences(of: " }", with: ", \(lines) }")
        let reading = Configuration.read(path: "specwright.yaml", bytes: Array(text.utf8))
        return (reading.configuration?.modules.first?.options, reading.diagnostics.map(\.rule))
    }

    private func generate(_ schemas: String, _ options: ModuleOptions) -> Generator.Result {
        let text = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            components: { schemas: { \(schemas) } }
            """
        return Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8))
    }

    @Test("formats specify a type and its module")
    func formats() throws {
        let lines = "formats: { money: Decimal, x-foo: { type: Foo, import: MyModule }, y: My.Kit.Bar }"
        let formats = try #require(options(lines).options).formats
        #expect(formats["money"] == .init("Decimal"))
        #expect(formats["x-foo"] == .init("Foo", module: "MyModule"))
        #expect(formats["y"]?.module == "My")
    }

    @Test("an invalid type name is refused", arguments: ["a b", "1a", "", "A..B", "A\"", "A()"])
    func names(_ name: String) {
        #expect(options("formats: { money: '\(name)' }").rules == ["bad-name"])
        #expect(options("conformances: { A: ['\(name)'] }").rules == ["bad-name"])
    }

    @Test("a number in place of a name has one message, which says what a name is", arguments: ["3", "true"])
    func namesWithoutQuotes(_ value: String) throws {
        for lines in ["client: \(value)", "server: { output: o, prefix: \(value) }", "formats: { date: \(value) }"] {
            #expect(options(lines).rules == ["bad-name"], "\(lines)")
        }
        let text = "modules: [{ spec: a.yaml, module: \(value), output: out }]\n"
        let found = Configuration.read(path: "c.yaml", bytes: Array(text.utf8)).diagnostics
        #expect(found.count == 1 && found.first?.message == "'\(value)' is not a valid Swift identifier", "\(found)")
    }

    @Test("an empty path of a file is refused, and a required key without a value is reported once")
    func emptyValues() {
        func rules(_ module: String) -> [String] {
            let text = "modules: [{ module: M, output: out, \(module) }]\n"
            return Configuration.read(path: "c.yaml", bytes: Array(text.utf8)).diagnostics.map(\.rule)
        }
        #expect(rules("spec: ''") == ["empty-value"])
        #expect(rules("schemas: ''") == ["empty-value"])
        #expect(rules("spec: a.yaml, overlays: ['']") == ["empty-value"])
        #expect(rules("spec: ") == ["missing-key"])
        #expect(rules("specs: [{ spec: a.yaml, prefix: }]") == ["missing-key"])
        #expect(rules("spec: a.yaml, formats: { date: { type: , import: N } }") == ["missing-key"])
    }

    @Test("a type's own name that differs from a known one only in its capitals is not a mistake")
    func ownNames() {
        #expect(options("formats: { uri: Url, id: { type: uuid, import: MyKit } }").rules == [])
        #expect(options("formats: { uri: url }").rules == ["bad-name"])
        #expect(options("formats: { uri: { type: url } }").rules == ["bad-name"])
    }

    @Test("a type that cannot represent the values of a format causes a warning and is not used")
    func unfit() throws {
        let options = try #require(options("formats: { money: Int }").options)
        let result = generate("A: { type: object, properties: { b: { type: string, format: money } } }", options)
        #expect(result.diagnostics.map(\.rule) == ["unfit-format"])
        #expect(result.files.contains { $0.text.contains("var b: String?") })
    }

    @Test(
        "the equality option determines the conformance",
        arguments: [
            ("hashable", "JSONModel, Hashable {"), ("equatable", "JSONModel, Equatable {"), ("none", ": JSONModel {"),
        ]
    )
    func equality(_ word: String, _ head: String) throws {
        let options = try #require(options("equality: \(word)").options)
        let result = generate("A: { type: object, properties: { b: { type: string } } }", options)
        #expect(result.files.contains { $0.text.contains(head) })
    }

    @Test("unknown option values are refused, and similar ones are suggested")
    func words() {
        #expect(options("equality: hashible").rules == ["bad-value"])
        #expect(options("validation: request").rules == ["bad-value"])
        #expect(options("validaton: all").rules == ["unknown-key"])
    }

    @Test("validation is generated only on request")
    func validation() throws {
        let schemas = "A: { type: object, properties: { b: { type: string, maxLength: 3 } } }"
        let plain = generate(schemas, ModuleOptions(module: "SampleAPI", specName: "sample.yaml"))
        #expect(!plain.files.contains { $0.text.contains("SchemaValidated") })
        let checked = generate(schemas, try #require(options("validation: requests").options))
        #expect(checked.files.contains { $0.text.contains("check.member(\"b\", b, .length(max: 3))") })
    }

    @Test("validation of servers checks received requests, and no client")
    func servers() throws {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            servers: [{ url: 'https://example.com' }]
            paths:
              /a:
                get:
                  operationId: getA
                  tags: [things]
                  parameters: [{ name: n, in: query, schema: { type: integer, maximum: 7 } }]
                  responses: { '204': { description: Done. } }
            """
        for (word, client) in [("servers", false), ("requests", true)] {
            var options = try #require(options("validation: \(word)").options)
            options.server = ModuleOptions.Server()
            let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
            let files = result.files + result.server
            #expect(files.contains { $0.text.contains("call.check(") } == client, "\(word)")
            #expect(files.contains { $0.text.contains("input.query(\"n\", rules: .max(\"7\"))") }, "\(word)")
        }
    }

    @Test(
        "folders next to each other are not inside one another, however their paths begin",
        arguments: [("a", "ab"), ("a/b", "a/bc"), ("..", "../../a"), (".", "../a"), ("./a", "/a")]
    )
    func siblings(_ first: String, _ second: String) {
        let text = [("A", first), ("B", second)].map { "- { spec: a.yaml, module: \($0), output: \($1) }\n" }.joined()
        let reading = Configuration.read(path: "c.yaml", bytes: Array(("modules:\n" + text).utf8))
        #expect(reading.diagnostics.isEmpty)
    }
}
