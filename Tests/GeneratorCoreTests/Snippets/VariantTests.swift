import Testing

@testable import GeneratorCore

/// Tests of the variants of unions, of their names, and of properties next to them.
@Suite("Variants")
struct VariantTests {

    @Test("a discriminator value for a schema that extends a variant selects that variant")
    func descendants() {
        let snippet = Snippet(
            schemas: """
                Animal: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
                Cat: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { lives: { type: integer } } }] }
                Kitten: { allOf: [{ $ref: '#/components/schemas/Cat' }] }
                Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: object, properties: { tricks: { type: integer } } }] }
                Guest: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }, { type: string }] }
                Mixed: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: object, properties: { other: { type: string } } }] }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect(
            """
            switch try reader.discriminator("kind") {
            case "Cat", "Kitten": self = .cat(try reader.read())
            case "Dog": self = .dog(try reader.read())
            """,
            in: "Models/Guest.swift"
        )
        #expect(!snippet.code("Models/Mixed.swift").contains("discriminator"))
    }

    @Test("the base of the other variants is the variant of its own values, and of schemas that are no variants")
    func bases() {
        let snippet = Snippet(
            schemas: """
                Order: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { plain: '#/components/schemas/Order', fast: '#/components/schemas/Fast', cold: '#/components/schemas/Cold', express: '#/components/schemas/Express' } } }
                Express: { allOf: [{ $ref: '#/components/schemas/Fast' }, { type: object, properties: { hours: { type: integer } } }] }
                Fast: { allOf: [{ $ref: '#/components/schemas/Order' }, { type: object, properties: { courier: { type: string } } }] }
                Cold: { allOf: [{ $ref: '#/components/schemas/Order' }, { type: object, properties: { degrees: { type: number } } }] }
                Any: { oneOf: [{ $ref: '#/components/schemas/Order' }, { $ref: '#/components/schemas/Fast' }] }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect(
            """
            switch try reader.discriminator("kind") {
            case "plain", "cold": self = .order(try reader.read())
            case "fast", "express": self = .fast(try reader.read())
            """,
            in: "Models/AnyModel.swift"
        )
    }

    @Test("the default of a union without the variant that is the union itself is never another variant")
    func brokenDefaults() {
        for (variants, removed) in [
            ("[{}, { $ref: '#/components/schemas/S' }]", "S"),
            ("[{ type: string }, { $ref: '#/components/schemas/S' }, { type: integer }]", "S"),
            ("[{ $ref: '#/components/schemas/S' }, { type: string }, { $ref: '#/components/schemas/Last' }]", "Last"),
        ] {
            let snippet = Snippet(
                document: """
                    openapi: 3.2.0
                    info: { title: Sample, version: '1' }
                    components:
                      schemas:
                        Last: { type: object, properties: { t: { type: string } } }
                        S: { oneOf: \(variants), discriminator: { propertyName: t, defaultMapping: '#/components/schemas/\(removed)' } }
                    """,
                isStrict: false
            )
            #expect(snippet.rules.contains("warning endless-variant"), "\(snippet.report)")
            let code = snippet.code("Models/S.swift")
            let attempt = "default:\nif let value = reader.attempt(Last.self)"
            #expect(removed == "S" || code.contains(attempt), "\(code)")
            #expect(code.contains("case nil:") == (removed == "S"), "\(code)")
        }
    }

    @Test("the discriminator values of children are defaults, whatever the property's type")
    func childDefaults() {
        let snippet = Snippet(
            schemas: """
                Base:
                  type: object
                  required: [kind]
                  properties: { kind: { $ref: '#/components/schemas/Kind' } }
                  discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/First' } }
                Kind: { type: string, enum: [a, b] }
                First: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { x: { type: string } } }] }
                Lone: { type: object, required: [kind, other], properties: { kind: { type: string, enum: [lone] }, other: { $ref: '#/components/schemas/Only' } } }
                Only: { type: string, enum: [one] }
                """
        )
        snippet.expect("public init(kind: Kind = .a, x: String? = nil) {", in: "Models/First.swift")
        // A named enum may get more values, so its only value is not a constant.
        snippet.expect("public init(other: Only, kind: Kind = .lone) {", in: "Models/Lone.swift")
    }

    @Test("a Boolean discriminator is written as a Boolean")
    func booleanTags() {
        let snippet = Snippet(
            schemas: """
                Order:
                  oneOf: [{ $ref: '#/components/schemas/Paid' }, { $ref: '#/components/schemas/Open' }]
                  discriminator:
                    propertyName: paid
                    mapping: { 'true': '#/components/schemas/Paid', 'false': '#/components/schemas/Open' }
                Paid: { type: object, properties: { paid: { type: boolean }, price: { type: integer } } }
                Open: { type: object, properties: { paid: { type: boolean }, due: { type: string } } }
                """
        )
        snippet.expect(
            """
            case .paid(let value): writer.write(value, adding: "paid", true)
            """,
            in: "Models/Order.swift"
        )
        #expect(!snippet.code("Models/Order.swift").contains("\"false\")"))
    }

    @Test("a schema that allows null by a variant does so within itself, whatever the order", arguments: [true, false])
    func nullableCycle(_ isFirst: Bool) {
        let child = "Child: { oneOf: [{ $ref: '#/components/schemas/Item' }, { type: 'null' }] }"
        let item = """
            Item: { type: object, required: [child], properties: { child: { $ref: '#/components/schemas/Child' }, \
            others: { type: array, items: { $ref: '#/components/schemas/Child' } } } }
            """
        let snippet = Snippet(schemas: (isFirst ? [child, item] : [item, child]).joined(separator: "\n"))
        let code = snippet.code("Models/Item.swift")
        #expect(code.contains("others: [Child?]?") || code.contains("others: [Item?]?"))
        #expect(code.contains("orNull: stored_child?.value"))
        #expect(snippet.report == "")
    }

    @Test("the discriminator is written by every variant with one value for it, required or not")
    func addedTags() {
        let snippet = Snippet(
            schemas: """
                Pay:
                  oneOf:
                    - $ref: '#/components/schemas/Card'
                    - $ref: '#/components/schemas/Cash'
                    - $ref: '#/components/schemas/Free'
                    - $ref: '#/components/schemas/Other'
                  discriminator: { propertyName: kind }
                Card: { type: object, properties: { kind: { type: string, enum: [card] } } }
                Cash: { type: object, properties: { kind: { type: string, enum: [coin, note] } } }
                Free: { type: object, required: [kind], properties: { kind: { type: string } } }
                Other: { type: object, additionalProperties: { type: string } }
                Told: { oneOf: [{ title: A, type: object, properties: { t: { const: a } } }, { title: B, type: object, properties: { t: { const: b } } }] }
                """
        )
        snippet.expect(
            """
            case .card(let value): writer.write(value, adding: "kind", "card")
            case .cash(let value): writer.write(value)
            case .free(let value): writer.write(value)
            case .other(let value): writer.write(value, adding: "kind", "Other")
            """,
            in: "Models/Pay.swift"
        )
        // This union has no discriminator.
        #expect(!snippet.code("Models/Told.swift").contains("adding"))
    }

    @Test("constraint-only variants keep the type of a value, except if it has several types")
    func bounds() {
        let snippet = Snippet(
            schemas: """
                Numbers: { type: array, items: { type: number }, oneOf: [{ minItems: 4 }, { type: array, maxItems: 2 }] }
                Whole: { type: integer, anyOf: [{ maximum: 5 }, { minimum: 100 }] }
                Day: { type: string, format: date, anyOf: [{ minLength: 1 }, { pattern: a }] }
                Pair: { type: [integer, string], anyOf: [{ maximum: 5 }, { minLength: 3 }] }
                Some: { anyOf: [{ type: integer, maximum: 5 }, { type: string, minLength: 3 }] }
                Free: { anyOf: [{ maximum: 5 }, { minLength: 3 }] }
                """
        )
        snippet.expect("public typealias Numbers = [Double]", in: "Models/Numbers.swift")
        snippet.expect("public typealias Whole = Int", in: "Models/Whole.swift")
        snippet.expect("public typealias Day = CalendarDate", in: "Models/Day.swift")
        snippet.expect("case integer(Int)\ncase string(String)", in: "Models/Pair.swift")
        snippet.expect("case integer(Int)\ncase string(String)", in: "Models/Some.swift")
        snippet.expect("public typealias Free = JSONValue", in: "Models/Free.swift")
    }

    @Test("unnamed variants are named by their JSON type if it is unique")
    func names() {
        let snippet = Snippet(
            schemas: """
                Size: { oneOf: [{ type: string, enum: [small] }, { type: number, enum: [1, 2.5] }, { type: object, properties: { a: { type: string } } }] }
                Level: { oneOf: [{ type: integer, enum: [1, 2] }, { type: string }, { const: none }] }
                Pair: { oneOf: [{ type: array, prefixItems: [{ type: string }] }, { type: string }] }
                """
        )
        snippet.expect("case keyword(Keyword)\ncase number(Number)\ncase object(Object)", in: "Models/Size.swift")
        snippet.expect("case number(Number)\ncase string(String)\ncase keyword(Keyword)", in: "Models/Level.swift")
        snippet.expect("case tuple(Tuple)\ncase string(String)", in: "Models/Pair.swift")
    }

    @Test("unnamed variants with one JSON type are named after a property that only one of them has, or by its type")
    func optionalProperties() {
        let a = "{ type: object, properties: { a: { type: string }, b: { type: string } } }"
        let c = "{ type: object, properties: { a: { type: string }, c: { type: string } } }"
        let integer = "{ type: object, properties: { a: { type: integer } } }"
        let either = "{ type: object, properties: { a: { type: [integer, string] } } }"
        let snippet = Snippet(
            schemas: """
                Two: { oneOf: [\(a), \(c), { type: string }] }
                Typed: { oneOf: [{ type: object, properties: { a: { type: string } } }, \(integer), { type: array }] }
                Alike: { anyOf: [\(integer), \(either)] }
                Card: { type: object, properties: { number: { type: string } } }
                Paid: { oneOf: [{ $ref: '#/components/schemas/Card' }, { type: object, properties: { card: { type: string }, iban: { type: string } } }, { type: object, properties: { cash: { type: number } } }] }
                """
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        snippet.expect("case card(Card)\ncase iban(IbanVariant)\ncase cash(CashVariant)", in: "Models/Paid.swift")
        snippet.expect("case b(BVariant)\ncase c(CVariant)\ncase string(String)", in: "Models/Two.swift")
        snippet.expect("case stringA(StringA)\ncase integerA(IntegerA)", in: "Models/Typed.swift")
        snippet.expect("case variant1(Variant1)\ncase variant2(Variant2)", in: "Models/Alike.swift")
    }

    @Test("listed numbers in a union with any number are that number")
    func listedNumbers() {
        let snippet = Snippet(
            schemas: """
                Ttl: { anyOf: [{ type: number, minimum: 30 }, { type: number, enum: [1] }], default: 1 }
                Count: { anyOf: [{ type: integer }, { const: -1 }] }
                Mixed: { anyOf: [{ type: integer }, { type: number, enum: [0.5] }] }
                Holder: { type: object, properties: { ttl: { $ref: '#/components/schemas/Ttl' } } }
                """
        )
        snippet.expect("public typealias Ttl = Double", in: "Models/Ttl.swift")
        snippet.expect("public typealias Count = Int", in: "Models/Count.swift")
        snippet.expect("case integer(Int)\ncase number(Number)", in: "Models/Mixed.swift")
        snippet.expect("public var ttlOrDefault: Double {\nttl ?? 1.0\n}", in: "Models/Holder.swift")
    }

    @Test("a property that is any object in one part has the type of another part")
    func anyObject() {
        let snippet = Snippet(
            schemas: """
                Envelope:
                  type: object
                  properties: { result: { anyOf: [{ type: object }, { type: array, items: {} }, { type: string }] }, meta: { type: object } }
                Detail: { type: object, properties: { a: { type: string } } }
                ServerResponse:
                  allOf:
                    - $ref: '#/components/schemas/Envelope'
                    - properties: { result: { $ref: '#/components/schemas/Detail' }, meta: { $ref: '#/components/schemas/Detail' } }
                Reversed:
                  allOf:
                    - properties: { meta: { $ref: '#/components/schemas/Detail' } }
                    - $ref: '#/components/schemas/Envelope'
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("public var result: Detail?\npublic var meta: Detail?", in: "Models/ServerResponse.swift")
        snippet.expect("public var meta: Detail?", in: "Models/Reversed.swift")
    }

    @Test("a variant that contradicts a property of its union is reported and generated")
    func contradiction() {
        let snippet = Snippet(
            schemas: """
                Union:
                  type: object
                  properties: { id: { type: integer }, kind: { type: string }, meta: { type: object, properties: { a: { type: string } } } }
                  discriminator: { propertyName: kind }
                  oneOf: [{ $ref: '#/components/schemas/Text' }]
                Text: { type: object, properties: { id: { type: string }, meta: { type: object, properties: { a: { type: integer } } } } }
                """
        )
        #expect(snippet.rules == ["warning conflicting-property", "warning conflicting-property"], "\(snippet.report)")
        snippet.expect("public struct Text: JSONModel, Hashable {\npublic var id: Int?", in: "Models/Union.swift")
    }

    @Test("a single variant with a discriminator is a case of a union, which reads the variants of later versions")
    func onlyVariant() {
        let snippet = Snippet(
            schemas: """
                Method: { oneOf: [{ $ref: '#/components/schemas/Card' }], discriminator: { propertyName: type, mapping: { card: '#/components/schemas/Card' } } }
                Plain: { oneOf: [{ $ref: '#/components/schemas/Card' }] }
                Other: { oneOf: [{ $ref: '#/components/schemas/Bare' }], discriminator: { propertyName: type } }
                Outer: { oneOf: [{ $ref: '#/components/schemas/Method' }], discriminator: { propertyName: type } }
                Card: { type: object, required: [type], properties: { type: { type: string }, last4: { type: string } } }
                Bare: { type: object, properties: { id: { type: string } } }
                """,
            isStrict: false
        )
        snippet.expect("case card(Card)", in: "Models/Method.swift")
        let code = snippet.code("Models/Method.swift")
        #expect(code.contains(#"case "card""#) && code.contains("default: self = .unknown("), "\(code)")
        let others = ["Plain", "Other", "Outer"].map { snippet.code("Models/\($0).swift") }
        #expect(others.allSatisfy { $0.contains("public typealias ") }, "\(others)")
    }

    @Test("variants of a variant extend the outer union without its other variants' properties")
    func nested() {
        let snippet = Snippet(
            schemas: """
                Tree:
                  type: object
                  required: [k]
                  properties: { k: { type: string } }
                  discriminator: { propertyName: k }
                  oneOf: [{ $ref: '#/components/schemas/Leaf' }, { $ref: '#/components/schemas/Branch' }]
                Leaf: { allOf: [{ $ref: '#/components/schemas/Tree' }, { type: object, properties: { v: { type: string } } }] }
                Branch: { oneOf: [{ $ref: '#/components/schemas/Long' }, { $ref: '#/components/schemas/Short' }] }
                Long: { allOf: [{ $ref: '#/components/schemas/Tree' }, { type: object, properties: { a: { type: string } } }] }
                Short: { allOf: [{ $ref: '#/components/schemas/Tree' }, { type: object, properties: { b: { type: string } } }] }
                """
        )
        snippet.expect("public init(k: String = \"Leaf\", v: String? = nil) {", in: "Models/Leaf.swift")
        snippet.expect("public init(k: String = \"Long\", a: String? = nil) {", in: "Models/Long.swift")
        let code = snippet.code("Models/Tree.swift")
        #expect(code.contains("case \"Long\", \"Short\": self = .branch(try reader.read())"), "\(code)")
        snippet.expect("case \"Long\": self = .long(try reader.read())", in: "Models/Branch.swift")
    }
}
