import Testing

/// Tests of inline objects that become instances of one generic type.
@Suite("Shared envelopes")
struct EnvelopeTests {

    /// Generates a document with a component for each letter, and a response for each schema.
    private func snippet(_ schemas: [String]) -> Snippet {
        let paths = schemas.enumerated().map { index, schema in
            """
              /\(index):
                get:
                  operationId: get\(index)
                  tags: [things]
                  responses: { '200': { description: d, content: { application/json: { schema: \(schema) } } } }

            """
        }
        return Snippet(
            document: """
                openapi: 3.1.0
                info: { title: S, version: '1' }
                paths:
                \(paths.joined())
                components:
                  schemas:
                    A: { type: object, properties: { a: { type: string } } }
                    B: { type: object, properties: { b: { type: string } } }
                    C: { type: object, properties: { c: { type: string } } }
                    Value: { type: object, properties: { v: { type: string } } }
                    WithData: { type: object, properties: { w: { type: string } } }
                """
        )
    }

    private func object(_ data: String, _ more: String = "") -> String {
        "{ type: object, properties: { data: \(data)\(more) } }"
    }

    private func reference(_ name: String) -> String { "{ $ref: '#/components/schemas/\(name)' }" }

    private let types = "Operations/ThingsOperations+Types.swift"

    @Test("two similar objects remain separate types, and three share one")
    func count() {
        let two = snippet(["A", "B"].map { object(reference($0)) })
        #expect(two.code(types).contains("public struct Get0Response: JSONModel, Hashable {"))
        let three = snippet(["A", "B", "C"].map { object(reference($0)) })
        // A schema already has the name `WithData`.
        #expect(three.code(types).contains("public typealias Get0Response = WithData2<A>"))
        #expect(three.code(types).contains("public typealias Get2Response = WithData2<C>"))
        #expect(three.code("Models/WithData2.swift").contains("public var data: Value?"))
        #expect(three.rules.isEmpty)
    }

    @Test("objects share an envelope only if they differ in nothing but the types of their properties")
    func differences() {
        let apart = snippet([
            object(reference("A")), object("{ type: array, items: \(reference("B")) }"),
            object(reference("C"), ", more: { type: string }"), object("{ type: string }"),
            "{ type: object, required: [data], properties: { data: \(reference("C")) } }",
        ])
        #expect(!apart.code(types).contains("typealias"))
        #expect(apart.rules.isEmpty)
    }

    @Test("objects that differ only in comments remain separate types")
    func comments() {
        let told = ["x", "y", "z"].map { object("{ allOf: [\(reference("A"))], description: \($0) }") }
        let snippet = snippet(told)
        #expect(snippet.code(types).contains("public struct Get2Response: JSONModel, Hashable {"))
        #expect(!snippet.paths.contains { $0.contains("With") && !$0.hasSuffix("WithData.swift") })
    }

    @Test("an envelope type is generic over its list elements and properties, and schemas keep their names")
    func parameters() {
        let lists = snippet(["A", "B", "C"].map { object("{ type: array, items: \(reference($0)) }") })
        #expect(lists.code(types).contains("public typealias Get1Response = WithDataList<B>"))
        #expect(lists.code("Models/WithDataList.swift").contains("public var data: [Value]?"))
        let pairs = snippet(
            [("A", "B"), ("B", "C"), ("C", "A")].map { object(reference($0), ", next: \(reference($1))") }
        )
        #expect(pairs.code(types).contains("public typealias Get1Response = WithDataNext<B, C>"))
        let named = snippet(["A", "B", "C"].map { object(reference($0), ", next: \(reference("Value"))") })
        #expect(named.code("Models/WithDataNext.swift").contains("public var next: SampleAPI.Value?"))
    }

    @Test("types declared inside shared objects are available as type aliases")
    func inner() {
        let kind = ", kind: { type: string, enum: [x, y] }"
        let alike = snippet(["A", "B", "C"].map { object(reference($0), kind) })
        #expect(alike.code("Models/WithDataKind.swift").contains("public typealias Kind = WithDataKindKind"))
        #expect(alike.code("Models/WithDataKindKind.swift").contains("case x, y"))
        let others = snippet(
            [("A", "x"), ("B", "y"), ("C", "z")].map {
                object(reference($0), ", kind: { type: string, enum: [\($1), other] }")
            }
        )
        #expect(!others.code(types).contains("typealias"))
    }
}
