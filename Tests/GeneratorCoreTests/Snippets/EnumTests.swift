import GeneratorCore
import Testing

/// Tests of the values of enums, their names and their comments.
@Suite("Snippets: enums")
struct EnumTests {

    @Test("'x-extensible-enum' lists known values of an open enum, also a single one, and 'enum' has precedence")
    func extensibleValues() {
        let snippet = Snippet(
            schemas: """
                Order:
                  type: object
                  required: [origin]
                  properties:
                    origin: { type: string, x-extensible-enum: [shop] }
                    phase: { type: string, x-extensible-enum: [NEW, SHIPPED], x-enum-varnames: [Created, Shipped] }
                    both: { type: string, enum: [x, y], x-extensible-enum: [x, y, z] }
                Level: { type: [string, 'null'], x-extensible-enum: [low, high] }
                """
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        let file = "Models/Order.swift"
        snippet.expect("public enum Origin: OpenListedEnum {\ncase shop", in: file)
        snippet.expect("public enum Phase: OpenListedEnum {\ncase created, shipped", in: file)
        snippet.expect("public enum Both: ListedEnum {\ncase x, y", in: file)
        snippet.expect("public var phase: Phase?", in: file)
        #expect(!snippet.code(file).contains("origin: Origin = "), "\(snippet.code(file))")
        snippet.expect("public enum Level: OpenListedEnum {\ncase low, high", in: "Models/Level.swift")
    }

    @Test("'x-extensible-enum' in Swagger 2.0 applies to parameters too, and is reported unless the type is a string")
    func extensibleParameters() {
        let snippet = Snippet(
            document: """
                swagger: '2.0'
                info: { title: Sample, version: '1' }
                host: a.example
                paths:
                  /a:
                    get:
                      operationId: a
                      parameters:
                        - { name: sort, in: query, type: string, x-extensible-enum: [up, down] }
                        - { name: size, in: query, type: integer, x-extensible-enum: [1, 2] }
                      responses: { 204: { description: '' } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        let code = snippet.result.files.map(\.text).joined()
        #expect(code.contains(": OpenListedEnum {\n") && code.contains("case up, down"), "\(code)")
        #expect(code.contains("size: Int? = nil"))
    }
}
