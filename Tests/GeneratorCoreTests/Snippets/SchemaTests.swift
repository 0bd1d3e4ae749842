import Testing

/// Tests of schemas as Swift types, one feature each.
@Suite("Schemas")
struct SchemaTests {

    @Test("equal numbers are one enum case, and an empty enum is ignored")
    func equalValues() {
        let snippet = Snippet(schemas: "A: { type: number, enum: [1, 2.5, 1.0, 1e0] }\nB: { type: string, enum: [] }")
        snippet.expectText("    case _1, _2_5\n", in: "Models/A.swift")
        snippet.expectText("typealias B = String", in: "Models/B.swift")
        #expect(snippet.rules == ["warning repeated-value", "warning repeated-value", "warning empty-list"])
    }

    @Test(
        "formats map to the Swift types that fit them",
        arguments: [
            ("{ type: string }", "String"), ("{ type: string, format: date-time }", "Date"),
            ("{ type: string, format: date }", "CalendarDate"), ("{ type: string, format: uuid }", "UUID"),
            ("{ type: string, format: uri }", "URL"), ("{ type: string, format: byte }", "Data"),
            ("{ type: string, contentEncoding: base64 }", "Data"), ("{ type: string, format: ipv4 }", "String"),
            ("{ type: integer }", "Int"), ("{ type: integer, format: int64 }", "Int"),
            ("{ type: integer, format: uint64 }", "UInt64"),
            ("{ type: number }", "Double"), ("{ type: number, format: float }", "Double"),
            ("{ type: number, format: decimal }", "Decimal"), ("{ type: boolean }", "Bool"), ("{}", "JSONValue"),
            ("{ type: object }", "[String: JSONValue]"), ("{ type: array, items: { type: boolean } }", "[Bool]"),
            ("{ type: array }", "[JSONValue]"),
            ("{ type: object, additionalProperties: { type: integer } }", "[String: Int]"),
            ("{ type: array, items: { type: [string, 'null'] } }", "[String?]"),
            ("{ type: [integer, string], x-read-as: number }", "Decimal"), ("{ type: [integer, number] }", "Double"),
            ("{ const: 5 }", "Member"), ("{ oneOf: [{ type: string }, { type: 'null' }] }", "String"),
            ("{ allOf: [{ type: string }] }", "String"),
        ]
    )
    func formats(_ schema: String, _ type: String) {
        let snippet = Snippet(schemas: "Holder: { type: object, properties: { member: \(schema) } }")
        let code = snippet.code("Models/Holder.swift")
        #expect(
            code.contains("public var member: \(type)?\n") || code.contains("public var member: \(type)\n"),
            "\(code)"
        )
    }

    @Test("a property has four representations of presence and null")
    func presence() {
        let snippet = Snippet(
            paths: """
                /a:
                  patch:
                    operationId: a
                    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
                    responses: { '204': { description: Done. } }
                """,
            schemas: """
                Sent: &body
                  type: object
                  required: [a, b]
                  properties:
                    a: { type: string }
                    b: { type: [string, 'null'] }
                    c: { type: string }
                    d: { type: [string, 'null'] }
                Read: *body
                """
        )
        let sent = "public var a: String\npublic var b: String?\npublic var c: String?\npublic var d: Nullable<String>?"
        snippet.expect(sent, in: "Models/Sent.swift")
        snippet.expect(
            """
            a = try object.required(0)
            b = try object.requiredOrNull(1)
            c = try object.optional(2)
            d = try object.nullable(3)
            """,
            in: "Models/Sent.swift"
        )
        snippet.expect(
            "object.put(0, a)\nobject.put(1, orNull: b)\nobject.put(2, c)\nobject.put(3, d)",
            in: "Models/Sent.swift"
        )
        snippet.expect(
            "public init(a: String, b: String?, c: String? = nil, d: Nullable<String>? = nil) {",
            in: "Models/Sent.swift"
        )
        // When decoding, null and an absent property are the same.
        snippet.expect("public var d: String?", in: "Models/Read.swift")
    }

    @Test("a request has no read-only properties, and a response no write-only ones")
    func oneDirection() {
        let note = """
            { type: object, required: [id, text, code], properties: { id: { type: string, readOnly: true }, text: { type: string }, code: { type: string, writeOnly: true } } }
            """
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
                    responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Read' } } } } }
                """,
            schemas: "Sent: \(note)\nRead: \(note)"
        )
        snippet.expect("public init(text: String, code: String) {", in: "Models/Sent.swift")
        snippet.expect("public init(id: String, text: String) {", in: "Models/Read.swift")
        #expect(!snippet.paths.contains { $0.contains("Input") })
    }

    @Test("the body of a webhook has read-only properties")
    func deliveredProperties() {
        let content = "content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }"
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths:
                  /a: { post: { operationId: a, tags: [t], requestBody: { \(content) }, responses: { '204': { description: A. } } } }
                webhooks:
                  noted: { post: { requestBody: { \(content) }, responses: { '204': { description: A. } } } }
                components:
                  schemas:
                    Note: { type: object, required: [id], properties: { id: { type: string, readOnly: true }, text: { type: string } } }

                """
        )
        snippet.expect("public init(id: String, text: String? = nil) {", in: "Models/Note.swift")
        snippet.expect("public init(text: String? = nil) {", in: "Models/NoteInput.swift")
    }

    @Test("a schema that requires a read-only property has a type for each direction, and so do its containers only")
    func twoDirections() {
        let media = { (name: String) in
            "content: { application/json: { schema: { $ref: '#/components/schemas/\(name)' } } }"
        }
        let snippet = Snippet(
            paths: """
                /a:
                  put:
                    operationId: a
                    requestBody: { \(media("Whole")) }
                    responses: { '200': { description: Done., \(media("Whole")) } }
                  post:
                    operationId: b
                    requestBody: { \(media("SentOnly")) }
                    responses: { '200': { description: Done., \(media("ReadOnly")) } }
                """,
            schemas: """
                Whole: { type: object, properties: { parts: { $ref: '#/components/schemas/Parts' }, plain: { $ref: '#/components/schemas/Plain' } } }
                Parts: { type: array, items: { $ref: '#/components/schemas/Part' } }
                Part: { allOf: [{ $ref: '#/components/schemas/Identified' }, { type: object, required: [id], properties: { name: { type: string } } }] }
                Identified: { type: object, properties: { id: { type: string, readOnly: true } } }
                Plain: { type: object, properties: { at: { type: string, readOnly: true } } }
                SentOnly: { type: object, properties: { part: { $ref: '#/components/schemas/Part' } } }
                ReadOnly: { type: object, properties: { part: { $ref: '#/components/schemas/Part' } } }
                PartInput: { type: object, properties: { x: { type: string } } }
                """
        )
        #expect(snippet.rules == [])
        let models = snippet.paths.filter { $0.hasPrefix("Models/") }.map { String($0.dropFirst(7).dropLast(6)) }
        #expect(
            models.sorted() == [
                "Identified", "Part", "PartInput", "PartRequest", "Parts", "PartsInput", "Plain", "ReadOnly",
                "SentOnly", "Whole", "WholeInput",
            ]
        )
        snippet.expect("public typealias PartsInput = [PartRequest]", in: "Models/PartsInput.swift")
        snippet.expect("public init(name: String? = nil) {", in: "Models/PartRequest.swift")
        snippet.expect("public var part: PartRequest?", in: "Models/SentOnly.swift")
        snippet.expect("public var part: Part?", in: "Models/ReadOnly.swift")
        snippet.expect("object.put(readOnly: 0, at)", in: "Models/Plain.swift")
        snippet.expect(
            "self.init(parts: value.parts.map { $0.map { PartRequest($0) } }, plain: value.plain)",
            in: "Models/WholeInput.swift"
        )
    }

    @Test("a default is never written, and a property with a name of its own applies it")
    func defaults() {
        let snippet = Snippet(
            schemas: #"""
                Box:
                  type: object
                  required: [always]
                  properties:
                    always: { type: integer, default: 3 }
                    text: { type: string, default: "a\"b" }
                    flag: { type: boolean, default: true }
                    ratio: { type: number, default: 1.50 }
                    word: { type: string, enum: [up, down], default: down }
                    wrong: { type: integer, default: many }
                    nothing: { type: [string, 'null'], default: x }
                    lenient: { type: [integer, string], x-read-as: integer, default: 7 }
                """#
        )
        let code = snippet.code("Models/Box.swift")
        for line in [
            "always = try object.required(0)", "text = try object.optional(1)", "wrong = try object.optional(5)",
            "nothing = try object.nullable(6)", "always: Int = 3,", "text: String? = nil,", "word: Word? = nil,",
            "nothing: Nullable<String>? = nil,",
        ] {
            #expect(code.contains("\n\(line)\n"), "\(line) in\n\(code)")
        }
        #expect(snippet.rules == ["warning unfit-default"])
        for property in [
            "textOrDefault: String {\ntext ?? \"a\\\"b\"\n}", "flagOrDefault: Bool {\nflag ?? true\n}",
            "ratioOrDefault: Double {\nratio ?? 1.5\n}", "wordOrDefault: Word {\nword ?? .down\n}",
            "nothingOrDefault: String? {\nif let value = nothing { value.value } else { \"x\" }\n}",
            "lenientOrDefault: Int {\nlenient ?? 7\n}",
        ] {
            #expect(code.contains("public var " + property), "\(property) in\n\(code)")
        }
        // A required property is always written, with its default if the caller sets no other value.
        #expect(!code.contains("alwaysOrDefault") && !code.contains("wrongOrDefault"))
        #expect(snippet.text("Models/Box.swift").contains("/// Default: `true`.\n    public var flag: Bool?"))
    }

    @Test("the name of a property that applies a default never equals another name")
    func defaultNames() {
        let snippet = Snippet(
            schemas: """
                Box:
                  type: object
                  properties:
                    a: { type: integer, default: 1 }
                    aOrDefault: { type: integer, default: 2 }
                    aOrDefaultOrDefault: { type: integer }
                    default: { type: integer, default: 3 }
                """
        )
        let code = snippet.code("Models/Box.swift")
        #expect(snippet.rules == [])
        for name in ["aOrDefaultValue: Int {\na ?? 1", "aOrDefaultOrDefaultValue: Int {\naOrDefault ?? 2"] {
            #expect(code.contains("public var " + name), "\(code)")
        }
        #expect(code.contains("public var defaultOrDefault: Int {\n`default` ?? 3"), "\(code)")
    }

    @Test("lenient decoding works with defaults and null")
    func tolerance() {
        let snippet = Snippet(
            paths: """
                /a:
                  put:
                    operationId: a
                    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }
                    responses: { '204': { description: Done. } }
                """,
            schemas: """
                Box:
                  type: object
                  required: [a, b]
                  properties:
                    a: { type: [integer, string], x-read-as: integer }
                    b: { type: array, x-skip-invalid: true, items: { type: string } }
                    c: { type: [integer, string, 'null'], x-read-as: integer }
                    d: { type: [array, 'null'], x-skip-invalid: true, items: { type: string } }
                """
        )
        snippet.expect(
            """
            a = try object.requiredLeniently(0)
            b = try object.requiredSkippingInvalidElements(1)
            c = try object.optionalLeniently(2).map(Nullable.value)
            d = try object.optionalSkippingInvalidElements(3).map(Nullable.value)
            """,
            in: "Models/Box.swift"
        )
    }

    @Test("additional properties are kept, typed or refused")
    func additional() {
        let snippet = Snippet(
            schemas: """
                Kept: { type: object, properties: { a: { type: string } } }
                Typed: { type: object, properties: { a: { type: string } }, additionalProperties: { type: integer } }
                Closed: { type: object, properties: { a: { type: string } }, additionalProperties: false }
                """
        )
        snippet.expect("unknownProperties = object.unknown()", in: "Models/Kept.swift")
        snippet.expect("additionalProperties = try object.additional()", in: "Models/Typed.swift")
        snippet.expect("public var additionalProperties: [String: Int]", in: "Models/Typed.swift")
        #expect(!snippet.code("Models/Closed.swift").contains("Members"))
    }

    @Test("integer enum cases are named after their digits or by the specification")
    func integerEnum() {
        let snippet = Snippet(schemas: "Level: { type: integer, enum: [-1, 0, 10], x-swift-names: { '10': top } }")
        snippet.expect("public enum Level: ListedIntEnum {", in: "Models/Level.swift")
        #expect(snippet.code("Models/Level.swift").contains("[-1: .minus1, 0: ._0, 10: .top]"))
    }

    @Test("numbers among the values of a string enum become strings")
    func mixedEnum() {
        let snippet = Snippet(schemas: "Code: { type: string, enum: [a, 404, 1.10, true] }")
        #expect(
            snippet.code("Models/Code.swift").contains(#"["a": .a, "404": ._404, "1.10": ._110, "true": .`true`]"#)
                || snippet.code("Models/Code.swift").contains(#""1.10": "#)
        )
    }

    @Test("several parts of an allOf are one struct")
    func allOf() {
        let snippet = Snippet(
            schemas: """
                Base: { type: object, required: [id], properties: { id: { type: string } } }
                Note:
                  allOf:
                    - $ref: '#/components/schemas/Base'
                    - { type: object, required: [text], properties: { text: { type: string }, id: { maxLength: 5 } } }
                """
        )
        snippet.expect("public init(id: String, text: String) {", in: "Models/Note.swift")
        snippet.expect("public struct Note: JSONModel, Hashable, Identifiable {", in: "Models/Note.swift")
    }

    @Test("a recursive type is boxed where the cycle closes")
    func recursion() {
        let snippet = Snippet(
            schemas: """
                Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, all: { type: array, items: { $ref: '#/components/schemas/Node' } } } }
                Term:
                  oneOf: [{ type: string }, { $ref: '#/components/schemas/Sum' }]
                Sum: { type: object, required: [left], properties: { left: { $ref: '#/components/schemas/Term' } } }
                """
        )
        snippet.expect("private var stored_next: IndirectValue<Node>?", in: "Models/Node.swift")
        snippet.expect("stored_next = try object.optional(0).map(IndirectValue.init)", in: "Models/Node.swift")
        snippet.expect("public var all: [Node]?", in: "Models/Node.swift")
        snippet.expect("public indirect enum Term: JSONCodable, Hashable {", in: "Models/Term.swift")
    }

    @Test("overlapping reference cycles are all broken")
    func severalCircles() {
        // One cycle is broken at the union. The cycle without the union still has to be broken.
        let snippet = Snippet(
            schemas: """
                A: { type: object, properties: { choice: { oneOf: [{ type: string }, { $ref: '#/components/schemas/B' }] }, direct: { $ref: '#/components/schemas/B' } } }
                B: { type: object, properties: { back: { $ref: '#/components/schemas/A' } } }
                """
        )
        let texts = ["Models/A.swift", "Models/B.swift"].map { snippet.text($0) }
        #expect(texts.contains { $0.contains(": IndirectValue<") }, "\(texts)")
    }

    @Test("union variants are distinguished by discriminator, JSON type, unique property or trial")
    func unions() {
        let snippet = Snippet(
            schemas: """
                Cat: { type: object, required: [meow], properties: { meow: { type: string } } }
                Dog: { type: object, required: [bark], properties: { bark: { type: string } } }
                Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }, { type: string, enum: [none] }, { type: string }] }
                Tagged:
                  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
                  discriminator: { propertyName: kind }
                """
        )
        snippet.expect(
            """
            case .object:
            if reader.hasMember("meow") {
            self = .cat(try reader.read())
            } else if reader.hasMember("bark") {
            self = .dog(try reader.read())
            """,
            in: "Models/Pet.swift"
        )
        snippet.expect("case .string:\nif let value = reader.attempt(Keyword.self) {", in: "Models/Pet.swift")
        snippet.expect(
            """
            switch try reader.discriminator("kind") {
            case "Cat": self = .cat(try reader.read())
            case "Dog": self = .dog(try reader.read())
            """,
            in: "Models/Tagged.swift"
        )
    }

    @Test("deprecated declarations are marked without a warning in the generated code")
    func deprecated() {
        let snippet = Snippet(
            schemas: "Note: { type: object, deprecated: true, properties: { old: { type: string, deprecated: true } } }"
        )
        snippet.expect(
            """
            @available(*, deprecated)
            public var old: String? {
            get { stored_old }
            set { stored_old = newValue }
            }
            private var stored_old: String?
            """,
            in: "Models/Note.swift"
        )
        snippet.expect("object.put(0, stored_old)", in: "Models/Note.swift")
        snippet.expectText("/// Deprecated.\n", in: "Models/Note.swift")
    }

    @Test("types hide their values if a value or a part of it is sensitive, however deep")
    func sensitive() {
        let secret = "{ $ref: '#/components/schemas/Secret' }"
        let hiding = [
            "Own": "{ type: object, x-sensitive: true, properties: { pan: { type: string } } }",
            "Child": "{ allOf: [{ $ref: '#/components/schemas/Own' }, { type: object, properties: { n: {} } }] }",
            "Map": "{ type: object, properties: { id: { type: string } }, additionalProperties: \(secret) }",
            "Pattern": "{ type: object, properties: { id: { type: string } }, patternProperties: { '^k': \(secret) } }",
            "List": "{ type: object, properties: { secrets: { type: array, items: \(secret) } } }",
            "Absent": "{ type: object, properties: { secret: { anyOf: [\(secret), { type: 'null' }] } } }",
            "Union": "{ oneOf: [\(secret), { type: integer }] }",
            "Choice": "{ oneOf: [{ $ref: '#/components/schemas/Own' }, { $ref: '#/components/schemas/Plain' }] }",
            "Tuple": "{ type: array, prefixItems: [\(secret), { type: string }], items: false }",
        ]
        let open = [
            "Plain": "{ type: object, properties: { a: { type: string } } }",
            "Outer": "{ type: object, properties: { list: { $ref: '#/components/schemas/List' } } }",
            "Tree": "{ properties: { trees: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }",
        ]
        let schemas = hiding.merging(open) { first, _ in first }.map { "\($0): \($1)\n" }.sorted().joined()
        let snippet = Snippet(schemas: "Secret: { type: string, x-sensitive: true }\n" + schemas)
        #expect(snippet.report == "")
        for name in hiding.keys.sorted() {
            #expect(snippet.text("Models/\(name).swift").contains("RedactedReflectable"), "\(name)")
        }
        for name in open.keys.sorted() {
            #expect(!snippet.text("Models/\(name).swift").contains("RedactedReflectable"), "\(name)")
        }
    }

    @Test("OpenAPI 3.0 nullable and exclusive bounds are supported")
    func version30() {
        let snippet = Snippet(
            document: """
                openapi: 3.0.3
                info: { title: Old, version: '1' }
                components:
                  schemas:
                    A: { type: object, required: [b], properties: { b: { type: string, nullable: true }, c: { type: integer, minimum: 0, exclusiveMinimum: true } } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("public var b: String?\npublic var c: Int?", in: "Models/A.swift")
    }
}
