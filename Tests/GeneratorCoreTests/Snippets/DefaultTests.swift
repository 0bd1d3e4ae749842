import GeneratorCore
import Testing
import YAMLReader

/// Tests of defaults and enum values that do not match their format.
@Suite("String values")
struct DefaultTests {

    @Test(
        "a string that is invalid for its format is not used as a default",
        arguments: [
            ("date", "+123-01-01"), ("date", "2020-+1-01"), ("date", "2020-1-001"), ("time", "09:30:00.1234567890x"),
            ("time", "09:30:00.+1"), ("time", "09:30+-1:00"), ("time", "+9:30:00"), ("duration", "P+5D"),
            ("duration", "PT1.5H"), ("duration", "x"),
            ("uuid", "+1+2+3+4-+1+2-+1+2-+1+2-+1+2+3+4+5+6"),
        ]
    )
    func signs(_ format: String, _ text: String) {
        let snippet = Snippet(schemas: member("type: string, format: \(format)", "'\(text)'"))
        let code = snippet.code("Models/Holder.swift")
        #expect(code.contains("m: ") && code.contains("? = nil"), "\(code)")
        #expect(snippet.rules == ["warning unfit-default"], "\(snippet.report)")
    }

    @Test(
        "a date-time default becomes seconds since 1970, even before year 1, and needs valid digits",
        arguments: [
            ("0000-01-01T00:00:00Z", "-62167219200"), ("0000-12-31T00:00:00Z", "-62135683200"),
            ("0001-01-01T00:00:00Z", "-62135596800"), ("2000-03-01T01:00:00.5+01:00", "951868800.5"),
            ("2020-01-01T00:00:00+-1:00", nil), ("2020-01-01T+1:00:00Z", nil), ("2020-01-01T00:00:1e1Z", nil),
            ("2020-01-01T00:00:00+25:00", nil),
        ]
    )
    func moments(_ text: String, _ seconds: String?) {
        let code = Snippet(schemas: member("type: string, format: date-time", "'\(text)'")).code("Models/Holder.swift")
        let wanted = seconds.map { "m ?? Date(timeIntervalSince1970: \($0))" } ?? "m: Date? = nil"
        #expect(code.contains(wanted), "\(code)")
    }

    @Test(
        "a default is applied to URLs that every parser accepts",
        arguments: [
            "https://a.example", "http://a.example:8080/b%20c?d=e/f#g", "mailto:a@b.example", "urn:isbn:1",
        ]
    )
    func urls(_ text: String) {
        let snippet = Snippet(schemas: member("type: string, format: uri", "'\(text)'"))
        let code = snippet.code("Models/Holder.swift")
        #expect(code.contains("var mOrDefault: URL {") && code.contains("m ?? URL(documented: \"\(text)\")"), "\(code)")
        #expect(snippet.rules.isEmpty)
    }

    @Test(
        "a default is not applied to other URLs",
        arguments: [
            "/a", "a.example", "https:", "https://", "https://a b", "https://a.example/%2", "https://[::1]/", "1a:b",
            "https://é.example", "https://a.example:99999", "https://a.example/#b#c", "https://a.example/{id}",
        ]
    )
    func otherURLs(_ text: String) {
        let code = Snippet(schemas: member("type: string, format: uri", "'\(text)'")).code("Models/Holder.swift")
        #expect(!code.contains("mOrDefault") && code.contains("m: URL? = nil"), "\(code)")
    }

    private static let pets = """
        Cat: { type: object, required: [meow], properties: { meow: { type: integer } } }
        Dog: { type: object, required: [bark], properties: { bark: { type: integer } } }
        Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
        Named: { oneOf: [{ $ref: '#/components/schemas/Pet' }, { type: string }] }
        A: { type: object, required: [kind], properties: { kind: { type: string }, x: { type: integer } } }
        B: { type: object, required: [kind], properties: { kind: { type: string }, x: { type: integer } } }
        Tagged:
          oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }]
          discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/A', b: '#/components/schemas/B' } }

        """

    @Test(
        "the default of a union is that of the only variant that it matches, or of its discriminator",
        arguments: [
            ("Named", "{ bark: 1 }", ".pet(.dog(.init(bark: 1)))"), ("Named", "x", ".string(\"x\")"),
            ("Tagged", "{ kind: b, x: 1 }", ".b(.init(kind: \"b\", x: 1))"),
        ]
    )
    func unions(_ type: String, _ value: String, _ literal: String) {
        let schema = member("$ref: '#/components/schemas/\(type)'", value)
        let code = Snippet(schemas: Self.pets + schema).code("Models/Holder.swift")
        #expect(code.contains("if let value = m { value } else { \(literal) }"), "\(code)")
    }

    @Test(
        "a required property with a default has no default argument in a patch, also in one of its parts",
        arguments: [
            ("post", "application/json", true), ("patch", "application/json", false),
            ("put", "application/merge-patch+json", false),
        ]
    )
    func patches(_ method: String, _ type: String, _ hasArgument: Bool) {
        let snippet = Snippet(
            paths: """
                /a:
                  \(method):
                    operationId: a
                    requestBody: { content: { \(type): { schema: { $ref: '#/components/schemas/Account' } } } }
                    responses: { '204': { description: Done. } }
                """,
            schemas: """
                Account: { type: object, required: [tier, plan], properties: { tier: { type: string, default: free }, plan: { $ref: '#/components/schemas/Plan' } } }
                Plan: { type: object, required: [seats], properties: { seats: { type: integer, default: 1 } } }
                Other: { type: object, required: [seats], properties: { seats: { type: integer, default: 2 } } }
                """
        )
        #expect(snippet.rules == [])
        let account = hasArgument ? "tier: String = \"free\", plan: Plan" : "tier: String, plan: Plan"
        snippet.expect("public init(\(account)) {", in: "Models/Account.swift")
        snippet.expect("public init(seats: Int\(hasArgument ? " = 1" : "")) {", in: "Models/Plan.swift")
        snippet.expect("public init(seats: Int = 2) {", in: "Models/Other.swift")
    }

    @Test("a default that no property applies has a note in 'lint', at its position")
    func notes() {
        let schemas = """
              schemas:
                Two: { oneOf: [{ type: object, properties: { a: {} } }, { type: object, properties: { a: {}, b: {} } }] }
                Holder:
                  type: object
                  properties:
                    two: { $ref: '#/components/schemas/Two', default: { a: 1 } }
                    page: { type: string, format: uri, default: /a }
                    fine: { type: integer, default: 1 }
            """
        let text = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents:\n" + schemas
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        let found = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8)).diagnostics
        #expect(
            found.map { "\($0.severity.rawValue) \($0.rule)" } == Array(repeating: "note unapplied-default", count: 2)
        )
        #expect(found.map(\.range.start.line) == [10, 11])
        options.makesSuggestions = false
        #expect(Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8)).diagnostics.isEmpty)
    }

    @Test("a duration with a fraction of a second is a default")
    func fractionOfSecond() {
        let snippet = Snippet(schemas: member("type: string, format: duration", "-PT2M1.25S"))
        #expect(snippet.rules == [], "\(snippet.report)")
        let code = snippet.code("Models/Holder.swift")
        let literal = "CalendarDuration(minutes: 2, seconds: 1, nanoseconds: 250000000, isNegative: true)"
        #expect(code.contains(literal), "\(code)")
    }

    @Test("a default that no parameter applies has a note in 'lint', and one that its schema refuses a warning")
    func parameterNotes() {
        func schema(_ format: String, _ value: String) -> String {
            "schema: { type: string, format: \(format), default: \(value) }"
        }
        let text = """
            openapi: 3.1.0
            info: { title: A, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  parameters:
                    - { name: a, in: query, \(schema("date-time", "'2020-01-01'")) }
                    - { name: b, in: query, required: true, \(schema("uri", "/a")) }
                    - { name: c, in: query, \(schema("duration", "x")) }
                    - { name: d, in: header, \(schema("uuid", "x")) }
                    - { name: e, in: query, \(schema("date", "x")) }
                    - { name: f, in: query, \(schema("date", "'2020-01-01'")) }
                  responses: { '204': { description: Done. } }
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.makesSuggestions = true
        let found = Generator(options: options).run(path: "sample.yaml", bytes: Array(text.utf8)).diagnostics
        let rules = found.map { "\($0.severity.rawValue) \($0.rule)" }
        let notes = Array(repeating: "note unapplied-default", count: 2)
        #expect(rules == notes + Array(repeating: "warning unfit-default", count: 3))
        #expect(found.first?.message.hasPrefix("No parameter applies this default: ") == true)
        #expect(found.map(\.range.start.line) == Array(8...12))
    }

    @Test("a map whose keys are equal Swift strings has no literal, which would trap")
    func equivalentNames() {
        let json = "{ \"\\u00e9\": 1, \"e\\u0301\": 2 }"
        for schema in ["description: Any.", "type: object, additionalProperties: { type: integer }"] {
            let code = Snippet(schemas: member(schema, json)).code("Models/Holder.swift")
            #expect(code.contains("? = nil"), "\(code)")
            #expect(!code.contains("e\\u{301}\":"), "\(code)")
        }
    }

    @Test("quoted digits are a number")
    func digits() {
        let snippet = Snippet(schemas: "Level: { type: integer, enum: ['007', 7, '+5', 5] }")
        snippet.expectText("    case _7, _5\n", in: "Models/Level.swift")
        snippet.expectText("EnumListing<Level, Int> = [7: ._7, 5: ._5]\n", in: "Models/Level.swift")
        #expect(!snippet.text("Models/Level.swift").contains("007"))
        #expect(
            snippet.rules == ["warning unfit-value", "warning repeated-value", "warning repeated-value"],
            "\(snippet.report)"
        )
    }

    @Test("the suggestion among equally similar words is the same in each run")
    func suggestions() {
        let snippet = Snippet(schemas: "A: { type: object, id: x }\nB: { type: object, it: x }", isStrict: false)
        #expect(snippet.report.contains("Did you mean '$id'?"), "\(snippet.report)")
        #expect(snippet.report.contains("Did you mean 'if'?"), "\(snippet.report)")
    }

    @Test("a date-time is written with the digits that its schema or its examples document")
    func fractionDigits() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    tags: [t]
                    parameters:
                      - { name: since, in: query, schema: { type: string, format: date-time, x-fraction-digits: 6 } }
                      - { name: times, in: query, schema: { type: array, items: { $ref: '#/components/schemas/Time' } } }
                    responses: { '204': { description: Done. } }
                """,
            schemas: """
                Time: { type: string, format: date-time, example: '2024-01-01T00:00:00.1234567Z' }
                Row:
                  type: object
                  required: [at]
                  properties:
                    at: { $ref: '#/components/schemas/Time' }
                    on: { type: string, format: date-time, x-fraction-digits: 0 }
                    plain: { type: string, format: date-time, example: '2024-01-01T00:00:00.123Z' }
                    text: { type: string, example: '2024-01-01T00:00:00.1234567Z' }
                    all: { type: array, items: { $ref: '#/components/schemas/Time' } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect(
            """
            object.put(0, at, fractionDigits: 7)
            object.put(1, on, fractionDigits: 0)
            object.put(2, plain)
            object.put(3, text)
            object.put(4, all, fractionDigits: 7)
            """,
            in: "Models/Row.swift"
        )
        snippet.expect(
            """
            call.query("since", since?.timestamp(fractionDigits: 6))
            call.query("times", times?.map { $0.timestamp(fractionDigits: 7) })
            """,
            in: "Operations/TOperations.swift"
        )
    }

    private func member(_ schema: String, _ value: String) -> String {
        "Holder: { type: object, properties: { m: { \(schema), default: \(value) } } }"
    }

    @Test("a default may be another spelling of a number of its enum")
    func spellings() {
        let spelled = Snippet(schemas: member("type: number, enum: [1.5, 2.5]", "1.50"))
        #expect(spelled.rules == [], "\(spelled.report)")
        #expect(spelled.code("Models/Holder.swift").contains("mOrDefault"), "\(spelled.report)")
        let other = Snippet(schemas: member("type: number, enum: [1.5, 2.5]", "1.51"))
        #expect(other.rules == ["warning unfit-default"], "\(other.report)")
    }
}
