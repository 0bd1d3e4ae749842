import GeneratorCore
import Testing

/// Tests of small documents whose schemas lead back to themselves, or to one schema on many paths.
///
/// An endless cycle exhausts the stack, which terminates the process. Work that doubles on each of thirty levels does
/// not end.
@Suite("Recursive schemas and exponential growth")
struct BoundTests {

    @Test("a variant can list its own union, whose discriminator has no mapping")
    func unionInVariant() {
        let snippet = Snippet(
            schemas: """
                U: { oneOf: [{ $ref: '#/components/schemas/V' }, { $ref: '#/components/schemas/C' }], discriminator: { propertyName: k } }
                V: { oneOf: [{ $ref: '#/components/schemas/U' }, { $ref: '#/components/schemas/D' }] }
                C: { type: object, properties: { k: { type: string } } }
                D: { type: object, properties: { k: { type: string }, d: { type: string } } }
                """,
            isStrict: false
        )
        #expect(snippet.rules == ["warning endless-variant"], "\(snippet.report)")
        snippet.expect(
            """
            switch try reader.discriminator("k") {
            case "D": self = .v(try reader.read())
            case "C": self = .c(try reader.read())
            """,
            in: "Models/U.swift"
        )
    }

    @Test("a variant can require a property of the schema that lists it")
    func narrowedVariant() {
        let snippet = Snippet(
            schemas: """
                Node:
                  type: object
                  properties: { a: { type: string }, b: { type: string } }
                  anyOf:
                    - $ref: '#/components/schemas/Strict'
                    - { type: object, properties: { c: { type: string } } }
                Strict: { $ref: '#/components/schemas/Node', required: [a] }
                """
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        #expect(snippet.paths.contains("Models/Node.swift"))
    }

    @Test("schemas with required properties next to a reference can form a long chain")
    func chainOfNarrowings() {
        let chain = (0..<3000).map { "S\($0): { $ref: '#/components/schemas/S\($0 + 1)', required: [a\($0)] }" }
        let snippet = Snippet(
            schemas: chain.joined(separator: "\n")
                + "\nS3000: { type: object, properties: { a2990: { type: string }, b: { type: string } } }"
        )
        #expect(!snippet.result.hasErrors)
        snippet.expect("public var a2990: String\n", in: "Models/S2990.swift")
        snippet.expect("public typealias S2991 = S3000", in: "Models/S2991.swift")
    }

    @Test("a recursive union has no defaults", arguments: ["true", "x", "[1]"])
    func defaultOfEndlessUnion(_ value: String) {
        let snippet = Snippet(
            schemas: """
                U: { oneOf: [{ $ref: '#/components/schemas/W' }, { type: string }] }
                W: { oneOf: [{ $ref: '#/components/schemas/U' }, { type: integer }] }
                A: { type: object, properties: { m: { allOf: [{ $ref: '#/components/schemas/U' }], default: \(value) } } }
                """,
            isStrict: false
        )
        #expect(snippet.rules == ["warning endless-variant"], "\(snippet.report)")
        snippet.expect("public init(m: U? = nil) {", in: "Models/A.swift")
    }

    @Test("an ambiguous default of two unions is tried once per union at each position")
    func deepDefault() {
        let list = "{ type: array, items: { $ref: '#/components/schemas/U' } }"
        let other = "{ type: array, items: { $ref: '#/components/schemas/W' } }"
        let levels = 40
        let value = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let snippet = Snippet(
            schemas: """
                U: { oneOf: [\(list), \(other)] }
                W: { oneOf: [\(list), \(other)] }
                A: { type: object, properties: { m: { allOf: [{ $ref: '#/components/schemas/U' }], default: \(value) } } }
                """
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        snippet.expect("public init(m: U? = nil) {", in: "Models/A.swift")
    }

    @Test("a default can have the smallest possible exponent", arguments: ["number", "string"])
    func exponentOfDefault(_ type: String) {
        let value = type == "string" ? "'1e-9223372036854775808'" : "1e-9223372036854775808"
        let snippet = Snippet(
            schemas: "A: { type: object, properties: { d: { type: \(type), format: decimal, default: \(value) } } }"
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        // The digits of a string do not change.
        let expected = type == "string" ? "d ?? \(value.replacing("'", with: "\""))\n" : "? = nil) {"
        #expect(snippet.code("Models/A.swift").contains(expected), "\(snippet.code("Models/A.swift"))")
    }

    @Test("a form can be composed of itself")
    func formOfItself() {
        let snippet = Snippet(
            paths: Self.upload("Form"),
            schemas: """
                Form: { type: object, allOf: [{ $ref: '#/components/schemas/Form' }], properties: { x: { type: string } } }
                """
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        #expect(snippet.paths.contains("Models/Form.swift"))
    }

    @Test("a form can compose a schema along exponentially many paths")
    func doubledForm() {
        let snippet = Snippet(
            paths: Self.upload("L0"),
            schemas: Self.doubled(.allOf, "{ type: object, properties: { x: { type: string } } }")
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        snippet.expect("public var x: String?", in: "Models/L0.swift")
    }

    @Test("a schema can extend a base along exponentially many paths")
    func doubledBase() {
        let snippet = Snippet(
            schemas: Self.doubled(.allOf, "{ allOf: [{ $ref: '#/components/schemas/Base' }] }")
                + "\nBase: { type: object, discriminator: { propertyName: k }, properties: { k: { type: string } } }"
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        #expect(snippet.code("Models/Base.swift").contains("case \"L20\": self = .l20(try reader.read())"))
    }

    @Test("a string can compose a schema along exponentially many paths", arguments: [Keyword.allOf, .anyOf, .oneOf])
    func doubledText(_ keyword: Keyword) {
        let snippet = Snippet(
            schemas: Self.doubled(keyword, "{ type: string }")
                + "\nHolder: { type: object, properties: { first: { $ref: '#/components/schemas/L0' } } }"
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
    }

    @Test("a property can have values of many unions with the same variants")
    func constantsOfUnions() {
        let names = (0..<20).map { "V\($0)" }
        func variants(_ own: String) -> String {
            names.filter { $0 != own }.map { "{ $ref: '#/components/schemas/\($0)' }" }.joined(separator: ", ")
        }
        let unions = names.map { "\($0): { oneOf: [\(variants($0)), { $ref: '#/components/schemas/\($0)Object' }] }" }
        let objects = names.map { name in
            "\(name)Object: { type: object, required: [k, \(name)], "
                + "properties: { k: { const: \(name) }, \(name): { type: string } } }"
        }
        let snippet = Snippet(
            schemas: "U: { oneOf: [\(variants(""))], discriminator: { propertyName: k } }\n"
                + (unions + objects).joined(separator: "\n"),
            isStrict: false
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        #expect(snippet.code("Models/U.swift").contains("switch try reader.discriminator(\"k\") {"))
    }

    @Test("the discriminator is looked up once in unions that many unions list")
    func writtenTags() {
        // Each union lists all that follow it, and all of the objects have the property.
        let unions = (0..<20).map { level -> String in
            let next = (level + 1...20).map { "{ $ref: '#/components/schemas/N\($0)' }" }.joined(separator: ", ")
            return "N\(level): { oneOf: [\(next), { type: object, required: [k, n\(level)], "
                + "properties: { k: { type: string }, n\(level): { type: string } } }] }"
        }
        let snippet = Snippet(
            schemas: """
                U:
                  oneOf: [{ $ref: '#/components/schemas/N0' }, { $ref: '#/components/schemas/Other' }]
                  discriminator: { propertyName: k, mapping: { n: '#/components/schemas/N0' } }
                Other: { type: object, properties: { k: { type: string } } }
                N20: { type: object, required: [k], properties: { k: { type: string }, last: { type: string } } }

                """ + unions.joined(separator: "\n"),
            isStrict: false
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        snippet.expect("case .n0(let value): writer.write(value)", in: "Models/U.swift")
    }

    @Test("the properties of variants are compared once, however often the variants are referenced")
    func alikeMembers() {
        func levels(_ letter: String) -> String {
            (0..<7).map { level in
                let members = (0..<12).map { "p\($0): { $ref: '#/components/schemas/\(letter)\(level + 1)' }" }
                return "\(letter)\(level): { type: object, properties: { \(members.joined(separator: ", ")) } }"
            }.joined(separator: "\n") + "\n\(letter)7: { type: object, properties: { x: { type: string } } }\n"
        }
        let snippet = Snippet(
            schemas: """
                U:
                  type: object
                  anyOf:
                    - { type: object, properties: { m: { $ref: '#/components/schemas/A0' } } }
                    - { type: object, properties: { m: { $ref: '#/components/schemas/B0' } } }

                """ + levels("A") + levels("B")
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        snippet.expect("public var m: A0?", in: "Models/U.swift")
    }

    @Test("the variants of an object are visited once, however often they are listed")
    func listedVariants() {
        func level(_ number: Int) -> String {
            let next = Array(repeating: "{ $ref: '#/components/schemas/U\(number + 1)' }", count: 60)
            return "U\(number): { anyOf: [\(next.joined(separator: ", "))] }"
        }
        let snippet = Snippet(
            schemas: """
                O: { type: object, properties: { x: { type: string } }, anyOf: [{ $ref: '#/components/schemas/U0' }] }
                U4: { type: object, properties: { y: { type: string } } }

                """ + (0..<4).map(level).joined(separator: "\n")
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        snippet.expect("public var y: String?", in: "Models/O.swift")
    }

    @Test("unnamed maps can contain each other in every combination")
    func mapsOfEachOther() {
        let names = (0..<10).map { "m\($0)" }
        let maps = names.map { name in
            let values = names.map { "x\($0): { $ref: '#/components/schemas/Holder/properties/\($0)' }" }
            return "    \(name): { type: object, patternProperties: { \(values.joined(separator: ", ")) } }"
        }
        let snippet = Snippet(schemas: "Holder:\n  type: object\n  properties:\n" + maps.joined(separator: "\n"))
        #expect(snippet.rules.contains("error endless-type"), "\(snippet.report)")
    }

    @Test("compositions with endlessly many combinations of properties are an error")
    func mixtures() {
        func pair(_ first: Int, _ second: Int) -> String {
            "{ allOf: [{ $ref: '#/components/schemas/S\(first)' }, { $ref: '#/components/schemas/S\(second)' }] }"
        }
        // For each set of these schemas, a path through the properties leads to it.
        let schemas = (1..<30).map { level in
            let next = "{ $ref: '#/components/schemas/S\(level + 1)' }"
            return "S\(level): { type: object, properties: { a: \(next), b: \(next) } }"
        }
        let snippet = Snippet(
            schemas: "S0: { type: object, properties: { a: { $ref: '#/components/schemas/S0' }, b: \(pair(0, 1)) } }\n"
                + schemas.joined(separator: "\n") + "\nS30: { type: object, properties: { z: { type: string } } }"
        )
        #expect(snippet.rules.filter { $0.hasPrefix("error") } == ["error endless-mixture"])
    }

    @Test("any number of types can contain the next one twice")
    func doubledSizes() {
        let schemas = (0..<80).map { level in
            let next = "{ $ref: '#/components/schemas/S\(level + 1)' }"
            return "S\(level): { type: object, properties: { a: \(next), b: \(next) }, required: [a, b] }"
        }
        let snippet = Snippet(
            schemas: schemas.joined(separator: "\n") + "\nS80: { type: object, properties: { z: { type: string } } }"
                + "\nU: { oneOf: [{ $ref: '#/components/schemas/S0' }, { type: string }] }"
        )
        #expect(!snippet.result.hasErrors, "\(snippet.report)")
        snippet.expect("indirect case s0(S0)", in: "Models/U.swift")
    }

    /// Keywords whose values are lists of schemas.
    enum Keyword: String, CaseIterable {
        case allOf, anyOf, oneOf
    }

    /// Returns thirty schemas, each of which lists the next one twice.
    private static func doubled(_ keyword: Keyword, _ last: String) -> String {
        let levels = (0..<30).map { level -> String in
            let next = "{ $ref: '#/components/schemas/L\(level + 1)' }"
            return "L\(level): { \(keyword.rawValue): [\(next), \(next)] }"
        }
        return levels.joined(separator: "\n") + "\nL30: \(last)"
    }

    private static func upload(_ schema: String) -> String {
        """
        /a:
          post:
            operationId: send
            requestBody: { content: { multipart/form-data: { schema: { $ref: '#/components/schemas/\(schema)' } } } }
            responses: { '204': { description: Sent. } }

        """
    }
}
