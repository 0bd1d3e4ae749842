import Testing

/// Tests of what several parts of `allOf` say of one value.
@Suite("Snippets: several parts of a composition")
struct CompositionTests {

    @Test(
        "a schema keeps its own type next to parts that only bound or describe the value",
        arguments: [
            ("{ type: string, allOf: [{ maxLength: 5 }] }", "String?"),
            ("{ type: [string, 'null'], allOf: [{ description: Only text. }] }", "String?"),
            ("{ type: [integer, 'null'], allOf: [{ minimum: 5 }] }", "Int?"),
            ("{ type: [array, 'null'], items: { type: string }, allOf: [{ maxItems: 5 }] }", "[String]?"),
            ("{ type: string, allOf: [{ format: date-time }] }", "Date?"),
            ("{ type: [string, 'null'], allOf: [{ format: uuid }] }", "UUID?"),
            ("{ type: object, additionalProperties: { type: number }, allOf: [{ format: map }] }", "[String: Double]?"),
            ("{ allOf: [{ type: number }, { type: integer }] }", "Int?"),
            ("{ allOf: [{ type: [string, number], minimum: 0 }, { type: string, pattern: a }] }", "String?"),
            ("{ allOf: [{ type: [string, integer] }, { type: [integer, boolean] }] }", "Int?"),
            ("{ type: string, allOf: [{ $ref: '#/components/schemas/Mixed' }, { maxLength: 5 }] }", "String?"),
        ]
    )
    func ownType(schema: String, type: String) {
        let snippet = Snippet(
            schemas: """
                Mixed: { type: [string, integer] }
                A: { type: object, properties: { a: \(schema) } }
                """
        )
        #expect(snippet.report == "")
        snippet.expect("public var a: \(type)", in: "Models/A.swift")
    }

    @Test("a property has the keywords of all parts that declare it, and the last part has precedence")
    func keywords() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: addA
                    requestBody: { required: true, content: { application/xml: { schema: { $ref: '#/components/schemas/Both' } } } }
                    responses: { '204': { description: d } }
                """,
            schemas: """
                Base:
                  type: object
                  properties:
                    a: { type: string, xml: { name: AA, attribute: true } }
                    l: { type: array, xml: { wrapped: true, name: LL }, items: { type: string, xml: { name: it } } }
                    d: { type: string, default: x, description: Of the base. }
                    old: { type: string, deprecated: true }
                    sw: { type: string, enum: [v], x-swift-name: pinned }
                    kind: { type: string, default: base }
                Both:
                  allOf:
                    - { $ref: '#/components/schemas/Base' }
                    - type: object
                      required: [d]
                      properties:
                        a: { type: string, description: Of the last part. }
                        l: { type: array, items: { type: string } }
                        d: { type: string }
                        old: { type: string }
                        sw: { type: string, description: Of another part. }
                        kind: { type: string, enum: [k, l] }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Models/Both.swift")
        for text in [
            ".attribute(", "\"AA\"", "\"LL\"", "item: \"it\", isWrapped: true", "d: String = \"x\"",
            "@available(*, deprecated", "var pinned: ", "kind: Kind? = nil",
        ] {
            #expect(code.contains(text), "\(text) is not in:\n\(code)")
        }
        for text in ["/// Of the base.", "/// Of the last part.", "/// Of another part."] {
            snippet.expectText(text, in: "Models/Both.swift")
        }
    }

    @Test("a property that one part makes read-only or write-only is so in the composition")
    func direction() {
        let media = "content: { application/json: { schema: { $ref: '#/components/schemas/Both' } } }"
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: addA
                    requestBody: { required: true, \(media) }
                    responses: { '200': { description: d, \(media) } }
                """,
            schemas: """
                Base: { type: object, required: [id, key], properties: { id: { type: string, readOnly: true }, key: { type: string, format: uuid } } }
                Both: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { id: { type: string, format: uuid }, key: { type: string, writeOnly: true } } }] }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public init(key: UUID) {", in: "Models/BothInput.swift")
        snippet.expect("public init(id: UUID) {", in: "Models/Both.swift")
    }

    @Test(
        "a property that is read-only and write-only is in requests and responses, and the contradiction is reported",
        arguments: [
            ("{ properties: { x: { type: string, readOnly: true, writeOnly: true } } }", "'readOnly' and 'writeOnly'"),
            ("{ properties: { x: { $ref: '#/components/schemas/Read', writeOnly: true } } }", "'x' is both read-only"),
            (
                "{ allOf: [{ properties: { x: { type: string, readOnly: true } } }, { properties: { x: { type: string, writeOnly: true } } }] }",
                "'x' is both read-only"
            ),
        ]
    )
    func bothDirections(_ part: String, _ message: String) {
        let media = "content: { application/json: { schema: { $ref: '#/components/schemas/Both' } } }"
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: addA
                    requestBody: { required: true, \(media) }
                    responses: { '200': { description: d, \(media) } }
                """,
            schemas: """
                Read: { type: string, readOnly: true }
                Both: { allOf: [{ type: object, required: [id, x], properties: { id: { type: string, readOnly: true } } }, \(part)] }
                """
        )
        #expect(snippet.rules == ["warning no-effect"] && snippet.report.contains(message), "\(snippet.report)")
        let (sent, received) = (snippet.code("Models/BothInput.swift"), snippet.code("Models/Both.swift"))
        #expect(sent.contains("public init(x: ") && received.contains("public init(id: String, x: "), "\(sent)")
    }

    @Test("null differs from an absent property in the types that a composition of a request needs")
    func null() {
        let snippet = Snippet(
            paths: """
                /a:
                  patch:
                    operationId: changeA
                    requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/All' } } } }
                    responses: { '204': { description: d } }
                /b: { get: { operationId: b, responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Read' } } } } } } }
                """,
            schemas: """
                Part: { type: object, properties: { m: { type: [string, 'null'] }, deep: { type: object, properties: { x: { type: [integer, 'null'] } } } } }
                One: { type: object, properties: { sub: { $ref: '#/components/schemas/Part' }, list: { type: array, items: { $ref: '#/components/schemas/Part' } } } }
                Two:
                  type: object
                  properties:
                    sub: { type: object, properties: { n: { type: [string, 'null'] }, deep: { type: object, properties: { y: { type: [integer, 'null'] } } } } }
                    list: { type: array, items: { type: object, properties: { o: { type: [string, 'null'] } } } }
                All: { allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] }
                Received: { type: object, properties: { s: { type: object, properties: { p: { type: [string, 'null'] } } } } }
                Read: { allOf: [{ $ref: '#/components/schemas/Received' }, { type: object, properties: { s: { type: object, properties: { q: { type: [string, 'null'] } } } } }] }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Models/All.swift")
        for text in [
            "var m: Nullable<String>?", "var n: Nullable<String>?", "var o: Nullable<String>?",
            "var x: Nullable<Int>?", "var y: Nullable<Int>?",
        ] {
            #expect(code.contains(text), "\(text) is not in:\n\(code)")
        }
        let read = snippet.code("Models/Read.swift")
        #expect(read.contains("var p: String?") && read.contains("var q: String?"), "\(read)")
    }

    @Test("a schema that extends a base has its own value of the discriminator, even if the base lists several values")
    func discriminator() {
        let snippet = Snippet(
            schemas: """
                Kinds: { type: string, enum: [y, z, w] }
                Base: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { $ref: '#/components/schemas/Kinds' } } }
                Last: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { kind: { type: string, enum: [y] } } }] }
                Early: { allOf: [{ type: object, properties: { kind: { type: string, enum: [z] } } }, { $ref: '#/components/schemas/Base' }] }
                Named: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { kind: { type: string, enum: [w, y] } } }] }
                """
        )
        let base = snippet.code("Models/Base.swift")
        for text in [#"case "y": "#, #"case "z": "#, #"case "Named": "#] {
            #expect(base.contains(text), "\(text) is not in:\n\(base)")
        }
        snippet.expect("public init(kind: Kind = .y) {", in: "Models/Last.swift")
        snippet.expect("public init(kind: Kind = .z) {", in: "Models/Early.swift")
    }

    @Test("of two lists of values, the values of both are left")
    func values() {
        let snippet = Snippet(
            schemas: """
                Whole: { allOf: [{ type: string, enum: [a, b] }, { type: string, enum: [b, c] }] }
                Fewer: { allOf: [{ type: string, enum: [a, b] }, { enum: [a] }] }
                A:
                  allOf:
                    - { type: object, properties: { e: { type: string, enum: [a, b, c] }, l: { type: array, items: { type: string, enum: [a, b] } } } }
                    - { type: object, properties: { e: { type: string, enum: [d, c, b], x-enum-varnames: [Dd, Cc, Bb] }, l: { type: array, items: { type: string, enum: [b, c] } } } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public enum Whole: ListedEnum {\ncase b\n", in: "Models/Whole.swift")
        snippet.expect("public enum Fewer: ListedEnum {\ncase a\n", in: "Models/Fewer.swift")
        snippet.expect("public enum E: ListedEnum {\ncase cc, bb\n", in: "Models/A.swift")
        snippet.expect("public enum LItem: ListedEnum {\ncase b\n", in: "Models/A.swift")
    }

    @Test("a part with only a format gives the string or number of another part its type")
    func format() {
        let snippet = Snippet(
            schemas: """
                Text: { type: string }
                Day: { allOf: [{ type: string }, { format: date }] }
                Mail: { allOf: [{ type: string }, { format: email }] }
                A:
                  type: object
                  properties:
                    at: { allOf: [{ $ref: '#/components/schemas/Text' }, { format: date-time, description: d }] }
                    mail: { allOf: [{ $ref: '#/components/schemas/Text' }, { format: email }] }
                    size: { allOf: [{ type: integer }, { format: uint64 }] }
                B: { allOf: [{ type: object, properties: { p: { format: date }, q: { type: string } } }, { type: object, properties: { p: { type: string }, q: { format: uuid } } }] }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public typealias Day = CalendarDate", in: "Models/Day.swift")
        snippet.expect("public typealias Mail = String", in: "Models/Mail.swift")
        snippet.expect("public var at: Date?\npublic var mail: String?\npublic var size: UInt64?", in: "Models/A.swift")
        snippet.expect("public var p: CalendarDate?\npublic var q: UUID?", in: "Models/B.swift")
    }

    @Test("the elements of two lists in a composition have the properties of both")
    func lists() {
        let snippet = Snippet(
            schemas: """
                Item: { type: object, properties: { id: { type: string } } }
                A:
                  type: object
                  properties:
                    p: { allOf: [{ type: array, items: { $ref: '#/components/schemas/Item' } }, { type: array, items: { type: object, required: [id], properties: { z: { type: integer } } } }] }
                    q: { allOf: [{ type: array, items: { $ref: '#/components/schemas/Item' } }, { type: array, items: { $ref: '#/components/schemas/Item' }, maxItems: 3 }] }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public var p: [PItem]?\npublic var q: [Item]?", in: "Models/A.swift")
        #expect(snippet.code("Models/A.swift").contains("public init(id: String, z: Int? = nil)"))
    }

    @Test("the items of a sequence are those of a list behind 'allOf' or next to null")
    func listsOfItems() {
        let schemas = [
            "{ allOf: [{ $ref: '#/components/schemas/Ps' }] }",
            "{ anyOf: [{ $ref: '#/components/schemas/Ps' }, { type: 'null' }] }",
        ]
        for schema in schemas {
            let snippet = Snippet(
                paths: """
                    /a:
                      get:
                        operationId: a
                        tags: [t]
                        responses: { '200': { description: d, content: { application/jsonl: { schema: \(schema) } } } }
                    """,
                schemas:
                    "P: { type: object, properties: { x: { type: integer } } }\nPs: { type: array, items: { $ref: '#/components/schemas/P' } }"
            )
            #expect(snippet.text("Operations/TOperations.swift").contains("ResponseSequence<P>"), "\(snippet.report)")
        }
    }

    @Test("a union in a union is selected by the values of its own mapping, and events may add a union to a reference")
    func innerUnions() {
        let snippet = Snippet(
            schemas: """
                A: { type: object, required: [k], properties: { k: { type: string }, a: { type: integer } } }
                B: { type: object, required: [k], properties: { k: { type: string }, b: { type: integer } } }
                C: { type: object, required: [k], properties: { k: { type: string }, c: { type: integer } } }
                Inner:
                  oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }]
                  discriminator: { propertyName: k, mapping: { a: A, b: B } }
                Outer:
                  oneOf: [{ $ref: '#/components/schemas/Inner' }, { $ref: '#/components/schemas/C' }]
                  discriminator: { propertyName: k, mapping: { c: C } }
                """
        )
        #expect(snippet.report == "")
        let outer = snippet.text("Models/Outer.swift")
        #expect(outer.contains(#"case "a", "b""#), "\(outer)")
        let events = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      tags: [t]
                      responses:
                        '200':
                          description: d
                          content:
                            text/event-stream:
                              itemSchema:
                                $ref: '#/components/schemas/Event'
                                required: [event]
                                oneOf:
                                  - properties: { event: { const: text } }
                                  - properties:
                                      event: { const: item }
                                      data:
                                        contentMediaType: application/json
                                        contentSchema: { type: object, properties: { foo: { type: integer } } }
                components:
                  schemas:
                    Event: { type: object, required: [data], properties: { data: { type: string }, event: { type: string } } }
                """
        )
        let code = events.text("Operations/TOperations.swift") + events.text("Operations/TOperations+Types.swift")
        #expect(code.contains("case item(") && code.contains("foo: Int?"), "\(events.report)\(code)")
    }

    @Test("data that two parts of an event describe is a string where the event is in JSON too")
    func sharedEvent() {
        let snippet = Snippet(
            paths: """
                /live:
                  get:
                    operationId: live
                    tags: [t]
                    responses:
                      '200':
                        description: d
                        content: { text/event-stream: { schema: { $ref: '#/components/schemas/Event' } } }
                /history:
                  get:
                    operationId: history
                    tags: [t]
                    responses:
                      '200':
                        description: d
                        content: { application/json: { schema: { $ref: '#/components/schemas/Events' } } }
                """,
            schemas: """
                Events: { type: array, items: { $ref: '#/components/schemas/Event' } }
                Payload: { type: object, properties: { foo: { type: integer } } }
                Event:
                  allOf:
                    - { type: object, required: [event, data], properties: { event: { type: string }, data: { type: string } } }
                    - properties:
                        data:
                          contentMediaType: application/json
                          contentSchema: { $ref: '#/components/schemas/Payload' }
                """
        )
        snippet.expect("public var data: String", in: "Models/Event.swift")
    }
}
