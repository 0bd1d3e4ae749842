import Testing

@testable import GeneratorCore

/// Tests of unions as in public documents.
@Suite("Unions")
struct UnionTests {

    @Test("'defaultMapping' of a base names the schema for other values of the discriminator")
    func baseDefault() {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths: {}
                components:
                  schemas:
                    Shape:
                      type: object
                      properties: { kind: { type: string } }
                      discriminator: { propertyName: kind, defaultMapping: Odd }
                    Odd: { allOf: [{ $ref: '#/components/schemas/Shape' }, { properties: { odd: { type: string } } }] }
                    Even: { allOf: [{ $ref: '#/components/schemas/Shape' }, { properties: { even: { type: string } } }] }
                """
        )
        let code = snippet.code("Models/Shape.swift")
        #expect(code.contains("default:\nif let value = reader.attempt(Odd.self) {\nself = .odd(value)"), "\(code)")
        #expect(snippet.rules.isEmpty)
    }

    @Test("nothing is added to a default variant that neither declares the discriminator nor has a mapped value")
    func undeclaredDefault() {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths: {}
                components:
                  schemas:
                    A: { type: object, required: [k], properties: { k: { type: string } } }
                    C: { type: object, additionalProperties: false, properties: { c: { type: string } } }
                    O:
                      oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/C' }]
                      discriminator: { propertyName: k, mapping: { aa: A }, defaultMapping: C }
                """
        )
        let code = snippet.text("Models/O.swift")
        #expect(code.contains("case .c(let value): writer.write(value)"), "\(code)")
    }

    @Test("a variant that may be sent without the discriminator is reported", arguments: [true, false])
    func unwrittenDiscriminator(_ isRequired: Bool) {
        let required = isRequired ? "required: [type], " : ""
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/U' } } } }
                    responses: { '204': { description: '' } }
                """,
            schemas: """
                U:
                  oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }]
                  discriminator: { propertyName: type }
                Card: { type: object, \(required)properties: { type: { type: string, enum: [credit, debit] } } }
                Bank: { type: object, properties: { type: { type: string, enum: [bank] }, iban: { type: string } } }
                """
        )
        #expect(snippet.rules == (isRequired ? [] : ["warning unwritten-discriminator"]), "\(snippet.report)")
    }

    @Test("a string that is one of several values or any other is an open enum")
    func openEnum() {
        let snippet = Snippet(
            schemas: """
                Shared:
                  anyOf: [{ type: string }, { type: string, enum: [small-1, large-2] }]
                Voice:
                  anyOf:
                    - $ref: '#/components/schemas/Shared'
                    - { type: string, title: More, enum: [alto, bass] }
                Blank:
                  anyOf: [{ type: string }, { type: string, enum: [''] }]
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("public enum Shared: OpenListedEnum {\ncase small1, large2", in: "Models/Shared.swift")
        snippet.expect("public enum Voice: OpenListedEnum {\ncase small1, large2, alto, bass", in: "Models/Voice.swift")
        snippet.expect("public typealias Blank = String", in: "Models/Blank.swift")
    }

    @Test("a schema that extends one with a discriminator is a variant even if it adds no property")
    func emptyChildren() {
        let snippet = Snippet(
            schemas: """
                Pet:
                  type: object
                  required: [petType, name]
                  discriminator: { propertyName: petType }
                  properties: { petType: { type: string }, name: { type: string } }
                Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
                Puppy: { allOf: [{ $ref: '#/components/schemas/Dog' }] }
                Cat: { description: Sleeps., allOf: [{ $ref: '#/components/schemas/Pet' }, { description: The same. }] }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        for name in ["Dog", "Puppy", "Cat"] {
            snippet.expect("public struct \(name): JSONModel, Hashable {", in: "Models/\(name).swift")
            snippet.expect("public init(name: String, petType: String = \"\(name)\") {", in: "Models/\(name).swift")
        }
        snippet.expect("case dog(Dog)", in: "Models/Pet.swift")
        snippet.expect("case puppy(Puppy)", in: "Models/Pet.swift")
    }

    @Test("lists in a union are named after their elements, without numbers")
    func lists() {
        let snippet = Snippet(
            schemas: """
                Prompt:
                  oneOf:
                    - { type: string }
                    - { type: array, items: { type: string } }
                    - { type: array, items: { type: integer } }
                    - { type: array, items: { type: array, items: { type: integer } } }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect(
            """
            case string(String)
            case strings([String])
            case integers([Int])
            case integerLists([[Int]])
            """,
            in: "Models/Prompt.swift"
        )
    }

    @Test("objects without titles are named after their distinguishing properties")
    func marks() {
        let snippet = Snippet(
            schemas: """
                Source:
                  oneOf:
                    - { type: object, required: [type], properties: { type: { const: page_id }, page: { type: string } } }
                    - { type: object, required: [type], properties: { type: { const: file }, file: { type: object, properties: { a: { type: string } } } } }
                Target:
                  oneOf:
                    - { type: object, required: [user], properties: { user: { type: string } } }
                    - { type: object, required: [team], properties: { team: { type: string } } }
                    - { type: string, enum: [everyone] }
                    - { type: array, items: { type: object, properties: { a: { type: string } } } }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("case pageId(PageId)\nindirect case file(FileVariant)", in: "Models/Source.swift")
        snippet.expect(
            "case user(UserVariant)\ncase team(TeamVariant)\ncase keyword(Keyword)\ncase array([Item])",
            in: "Models/Target.swift"
        )
    }

    @Test("each of hundreds of objects is named after the property that only it requires")
    func manyMarks() {
        let variants = (0..<300).map { number in
            "    - { type: object, required: [all, m\(number)], properties: { all: { type: string }, m\(number): { type: string }, "
                + "m\((number + 1) % 5 + 1000): { type: string } } }\n"
        }
        let snippet = Snippet(schemas: "Wide:\n  oneOf:\n" + variants.joined())
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.code("Models/Wide.swift")
        #expect((0..<300).allSatisfy { code.contains("case m\($0)(M\($0)Variant)\n") })
    }

    @Test("a type list of number and integer is a number")
    func numbers() {
        let snippet = Snippet(schemas: "Amount: { anyOf: [{ type: integer }, { type: number }, { type: 'null' }] }")
        snippet.expect("public typealias Amount = Double", in: "Models/Amount.swift")
    }

    @Test("nested unions use the discriminators of their variants, and the shape if two share a value")
    func nestedTags() {
        let snippet = Snippet(
            schemas: """
                Input:
                  discriminator: { propertyName: type }
                  oneOf:
                    - $ref: '#/components/schemas/Short'
                    - $ref: '#/components/schemas/Item'
                    - $ref: '#/components/schemas/Link'
                    - $ref: '#/components/schemas/Untold'
                Item:
                  oneOf: [{ $ref: '#/components/schemas/Long' }, { $ref: '#/components/schemas/OperationCall' }]
                Short:
                  type: object
                  required: [role]
                  properties: { role: { type: string }, type: { type: string, enum: [message] } }
                Long:
                  type: object
                  required: [type, id]
                  properties: { id: { type: string }, type: { type: string, enum: [message] } }
                OperationCall: { type: object, required: [type], properties: { type: { type: string, enum: [call] } } }
                Link:
                  type: object
                  properties: { type: { anyOf: [{ type: string, enum: [link] }, { type: 'null' }] } }
                Untold:
                  oneOf: [{ type: object, required: [x], properties: { x: { type: string } } }, { type: string }]
                """
        )
        let code = snippet.code("Models/Input.swift")
        #expect(code.contains("case \"message\":\nif reader.hasMember(\"role\") {"), "\(code)")
        #expect(code.contains("case \"call\": self = .item(try reader.read())"), "\(code)")
        #expect(code.contains("case \"link\": self = .link(try reader.read())"), "\(code)")
        #expect(code.contains("default:\nif let value = reader.attempt(Untold.self)"), "\(code)")
    }

    @Test("OpenAPI 3.0 expresses null with objects and nullable schemas only")
    func nullObject() {
        let snippet = Snippet(
            document: """
                openapi: 3.0.3
                info: { title: Sample, version: '1' }
                paths: {}
                components:
                  schemas:
                    Kind: { type: string, enum: [a, b] }
                    Holder:
                      type: object
                      properties:
                        one: { anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: object, nullable: true }] }
                        two: { anyOf: [{ $ref: '#/components/schemas/Kind' }, { nullable: true }] }
                        three: { anyOf: [{ type: string }, { type: object, nullable: true }] }
                """
        )
        snippet.expect(
            "public var one: Kind?\npublic var two: Kind?\npublic var three: Three?",
            in: "Models/Holder.swift"
        )
    }

    @Test("a null in one part of a composition makes the property of another part nullable")
    func nullPart() {
        let snippet = Snippet(
            schemas: """
                Sheet: { type: object, required: [result], properties: { result: { type: array, items: { type: string } } } }
                Failed:
                  allOf:
                    - $ref: '#/components/schemas/Sheet'
                    - { type: object, properties: { result: { type: object, enum: [null] } } }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("public var result: [String]?", in: "Models/Failed.swift")
        snippet.expect("public var result: [String]\n", in: "Models/Sheet.swift")
    }

    @Test("a composition is nullable if each of its parts is")
    func nullParts() {
        let snippet = Snippet(
            schemas: """
                Text: { type: [string, 'null'] }
                Item: { type: [object, 'null'], properties: { a: { type: string } } }
                Sheet:
                  type: object
                  required: [all, one, item]
                  properties:
                    all: { allOf: [{ $ref: '#/components/schemas/Text' }, { type: [string, 'null'], maxLength: 5 }] }
                    one: { allOf: [{ $ref: '#/components/schemas/Text' }, { type: string, maxLength: 5 }] }
                    item:
                      allOf:
                        - $ref: '#/components/schemas/Item'
                        - { type: [object, 'null'], properties: { b: { type: string } } }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("public var all: String?", in: "Models/Sheet.swift")
        snippet.expect("public var one: String\n", in: "Models/Sheet.swift")
        snippet.expect("public var item: Item?", in: "Models/Sheet.swift")
    }

    @Test("a base schema can have its discriminator in an inline part and a base schema itself")
    func discriminatorInPart() {
        let snippet = Snippet(
            schemas: """
                Entity:
                  type: object
                  required: [kind]
                  properties: { kind: { type: string } }
                  discriminator: { propertyName: kind, mapping: { '#thing': Thing, '#box': Box } }
                Thing:
                  allOf:
                    - $ref: '#/components/schemas/Entity'
                    - type: object
                      properties: { size: { type: object, properties: { width: { type: integer } } } }
                      discriminator: { propertyName: kind, mapping: { '#box': Box } }
                Box:
                  allOf:
                    - $ref: '#/components/schemas/Thing'
                    - { type: object, properties: { lid: { type: boolean } } }
                """
        )
        snippet.expect(
            "public enum Thing: JSONCodable, Hashable {\nindirect case box(Box)\ncase base(Base)",
            in: "Models/Thing.swift"
        )
        let entity = snippet.code("Models/Entity.swift")
        #expect(entity.contains("case \"#thing\", \"Thing\": self = .thing(try reader.read())"), "\(entity)")
        // An inherited type is declared at its location in the document, regardless of the order.
        snippet.expect("public var size: Thing.Size?", in: "Models/Box.swift")
    }

    @Test("types that contain each other through lists and compositions are not infinite")
    func circleThroughParts() {
        let snippet = Snippet(
            schemas: """
                Parent: { type: object, properties: { children: { type: array, items: { $ref: '#/components/schemas/Node' } } } }
                Frame: { allOf: [{ $ref: '#/components/schemas/Parent' }, { type: object, properties: { type: { const: frame } } }] }
                Leaf: { type: object, properties: { type: { const: leaf } } }
                Node:
                  oneOf: [{ $ref: '#/components/schemas/Frame' }, { $ref: '#/components/schemas/Leaf' }]
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("public var children: [Node]?", in: "Models/Parent.swift")
        snippet.expect("public var children: [Node]?", in: "Models/Frame.swift")
    }

    @Test("a recursive reference resolves to the enclosing schema with a recursive anchor")
    func recursiveReference() {
        let snippet = Snippet(
            schemas: """
                Filter:
                  $recursiveAnchor: true
                  type: object
                  properties: { parts: { type: array, items: { $recursiveRef: '#' } } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"])
        snippet.expect("public var parts: [Filter]?", in: "Models/Filter.swift")
    }

    @Test("objects next to other types are told apart by their constants, like objects alone")
    func mixedConstants() {
        let snippet = Snippet(
            schemas: """
                A: { type: object, required: [l, e], properties: { l: { $ref: '#/components/schemas/M' }, e: { enum: [p, q] } } }
                B: { type: object, required: [l, e], properties: { l: { $ref: '#/components/schemas/M' }, e: { enum: [r] } } }
                M:
                  anyOf:
                    - { $ref: '#/components/schemas/A' }
                    - { $ref: '#/components/schemas/B' }
                    - { type: array, items: { $ref: '#/components/schemas/M' } }
                    - { type: integer }
                """
        )
        snippet.expect(
            """
            switch try reader.discriminator("e") {
            case "p", "q": self = .a(try reader.read())
            case "r": self = .b(try reader.read())
            """,
            in: "Models/M.swift"
        )
    }
}
