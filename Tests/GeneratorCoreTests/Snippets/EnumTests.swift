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

    @Test("known values exclude no others: of a composition, a list of all values counts, and any default is allowed")
    func extensibleCompositions() {
        let snippet = Snippet(
            schemas: """
                Base: { type: object, properties: { t: { type: string, x-extensible-enum: [a, b] } } }
                Narrow: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { t: { type: string, enum: [b, d] } } }] }
                Apart: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { t: { type: string, enum: [c, d] } } }] }
                Later: { type: object, properties: { t: { type: string, x-extensible-enum: [a, b], default: c } } }
                """
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        snippet.expect("public enum T: ListedEnum {\ncase b, d", in: "Models/Narrow.swift")
        snippet.expect("public enum T: ListedEnum {\ncase c, d", in: "Models/Apart.swift")
        #expect(snippet.code("Models/Later.swift").contains(#".unknown("c")"#), "\(snippet.code("Models/Later.swift"))")
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

    private func labelled(_ values: String, _ description: String, _ more: String = "") -> Snippet {
        Snippet(schemas: "A: { \(values), description: \"\(description)\"\(more) }")
    }

    @Test("values that a description lists have the labels as comments, and numbers have them as names")
    func labels() {
        let numbers = labelled(
            "type: integer, enum: [0, 1, 2]",
            #"The urgency.\n\n* `0` - Low\n* `1` - Very high\n* `2` - None"#
        )
        #expect(numbers.rules == [])
        numbers.expect("public enum A: ListedIntEnum {\ncase low\ncase veryHigh\ncase noneValue", in: "Models/A.swift")
        for text in ["/// Low", "/// Very high", "/// The urgency."] {
            #expect(numbers.text("Models/A.swift").contains(text), "\(numbers.text("Models/A.swift"))")
        }
        #expect(!numbers.text("Models/A.swift").contains("`0` -"))
        let words = labelled("type: string, enum: [draft, done, '1']", #"* `draft` - In work\n* `1` - First"#)
        words.expect("public enum A: ListedEnum {\ncase draft\ncase done\ncase _1", in: "Models/A.swift")
        #expect(words.text("Models/A.swift").contains("/// In work"))
    }

    @Test(
        "labels name no values if they are alike or the name of another value, or if an extension names the values",
        arguments: [
            ("type: integer, enum: [1, 2]", "* `1` - Same\\n* `2` - same.", "", "_1\ncase _2"),
            ("type: string, enum: [high, '9']", "* `high` - Top\\n* `9` - High", "", "high\ncase _9"),
            ("type: integer, enum: [1, 2]", "* `1` - A\\n* `2` - B", ", x-enum-varnames: [One, Two]", "one\ncase two"),
        ]
    )
    func unusedLabels(_ values: String, _ description: String, _ more: String, _ cases: String) {
        let snippet = labelled(values, description, more)
        #expect(snippet.rules == [], "\(snippet.report)")
        #expect(snippet.code("Models/A.swift").contains("case \(cases)\n"), "\(snippet.code("Models/A.swift"))")
    }

    @Test(
        "a description keeps its list of values if any text refers to it, or if it lists other values",
        arguments: [#"One of:\n* `a` - First"#, #"* `a` - First\n\nSee above."#, #"* `a` - First\n* `b` - Second"#]
    )
    func keptLists(_ description: String) {
        let text = labelled("type: string, enum: [a]", description).text("Models/A.swift")
        #expect(text.contains("`a` - First"), "\(text)")
    }
}
