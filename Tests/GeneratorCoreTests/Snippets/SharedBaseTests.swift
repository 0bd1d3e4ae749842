import Testing

/// Tests of variants whose base or list of types says more than one of them is.
@Suite("Snippets: variants with a shared base, and lists of types")
struct SharedBaseTests {

    @Test("an object with properties in a list of types is a variant")
    func object() {
        let snippet = Snippet(
            schemas: """
                S: { type: [string, object], required: [a], properties: { a: { type: string } } }
                T: { type: object, properties: { s: { type: [object, integer, 'null'], properties: { b: { type: integer } } } } }
                """
        )
        #expect(snippet.rules == [])
        snippet.expect("case string(String)\ncase object(Object)", in: "Models/S.swift")
        snippet.expect("case .object: self = .object(try reader.read())", in: "Models/S.swift")
        #expect(snippet.code("Models/S.swift").contains("public init(a: String)"))
        #expect(snippet.code("Models/T.swift").contains("public init(b: Int? = nil)"))
    }

    @Test("a variant writes the discriminator's value in the mapping, although the base lists only that of another one")
    func mapping() {
        let snippet = Snippet(
            schemas: """
                Shape:
                  type: object
                  required: [kind]
                  properties: { kind: { type: string, enum: [circle] } }
                  discriminator:
                    propertyName: kind
                    mapping: { circle: '#/components/schemas/Circle', square: '#/components/schemas/Square' }
                Circle: { allOf: [{ $ref: '#/components/schemas/Shape' }, { type: object, properties: { r: { type: number } } }] }
                Square: { allOf: [{ $ref: '#/components/schemas/Shape' }, { type: object, properties: { a: { type: number } } }] }
                """
        )
        #expect(snippet.code("Models/Circle.swift").contains("kind: Shape.Kind = .circle"))
        #expect(snippet.code("Models/Square.swift").contains(#"kind: Shape.Kind = .unknown("square")"#))
        snippet.expect(#"case "square": self = .square(try reader.read())"#, in: "Models/Shape.swift")
    }

    @Test("a value that a base lists for itself is not that of the schemas that extend it")
    func base() {
        let snippet = Snippet(
            schemas: """
                Pet:
                  type: object
                  required: [type]
                  discriminator: { propertyName: type }
                  properties: { type: { type: string, enum: [Pet] } }
                Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { b: { type: string } } }] }
                Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { c: { type: string } } }] }
                """
        )
        snippet.expect(#"case "Dog": self = .dog(try reader.read())"#, in: "Models/Pet.swift")
        #expect(snippet.code("Models/Dog.swift").contains(#"type: Pet.TypeValue = .unknown("Dog")"#))
        #expect(snippet.code("Models/Cat.swift").contains(#"type: Pet.TypeValue = .unknown("Cat")"#))
    }

    @Test("elements of lists and dictionaries that two parts of 'allOf' describe have the properties of both")
    func elements() {
        let snippet = Snippet(
            schemas: """
                Unit: { type: object, properties: { id: { type: string } } }
                Base:
                  type: object
                  properties:
                    units: { type: array, items: { $ref: '#/components/schemas/Unit' } }
                    rows: { type: array, items: { type: array, items: { $ref: '#/components/schemas/Unit' } } }
                    byName: { type: object, additionalProperties: { $ref: '#/components/schemas/Unit' } }
                    tags: { type: array, items: { type: string } }
                More:
                  type: object
                  properties:
                    units: { type: array, items: { type: object, properties: { a: { type: string } } } }
                    rows: { type: array, items: { type: array, items: { type: object, properties: { b: { type: string } } } } }
                    byName: { type: object, additionalProperties: { type: object, properties: { c: { type: string } } } }
                    tags: { type: array }
                Order: { allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/More' }] }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Models/Order.swift")
        for text in [
            "var units: [UnitsItem]?", "init(id: String? = nil, a: String? = nil)", "var rows: [[RowsItemItem]]?",
            "init(id: String? = nil, b: String? = nil)", "var byName: [String: ByNameValue]?",
            "init(id: String? = nil, c: String? = nil)", "var tags: [String]?",
        ] {
            #expect(code.contains(text), "\(text)")
        }
    }

    @Test("lists that contain themselves end the comparison of their elements")
    func endless() {
        let snippet = Snippet(
            schemas: """
                Tree: { type: array, items: { $ref: '#/components/schemas/Tree' } }
                Bush: { type: array, items: { $ref: '#/components/schemas/Bush' } }
                Deep: { type: array, items: { type: array, items: { $ref: '#/components/schemas/Deep' } } }
                One: { type: object, properties: { p: { $ref: '#/components/schemas/Tree' }, q: { $ref: '#/components/schemas/Deep' } } }
                Two: { type: object, properties: { p: { $ref: '#/components/schemas/Bush' }, q: { $ref: '#/components/schemas/Bush' } } }
                Both: { allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] }
                """
        )
        #expect(snippet.code("Models/Both.swift").contains("var p: "))
    }

    @Test("a list that two parts of 'allOf' describe keeps its names in XML and the bounds of both")
    func keywords() {
        let snippet = Snippet(
            paths: """
                /a:
                  put:
                    operationId: putA
                    requestBody: { required: true, content: { application/xml: { schema: { $ref: '#/components/schemas/Both' } } } }
                    responses: { '204': { description: d } }
                """,
            schemas: """
                One: { type: object, properties: { a: { type: array, minItems: 1, xml: { name: ll, wrapped: true }, items: { type: object, properties: { x: { type: string } } } } } }
                Two: { type: object, properties: { a: { type: array, maxItems: 3, xml: { name: ll, wrapped: true }, items: { type: object, properties: { y: { type: string } } } } } }
                Both: { allOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] }
                """
        )
        let code = snippet.code("Models/Both.swift")
        #expect(code.contains("isWrapped: true") && code.contains("\"ll\""), "\(code)")
    }

    @Test("a union writes its discriminator also for the variants of a nested union that may lack it")
    func innerTags() {
        let snippet = Snippet(
            schemas: """
                Input:
                  oneOf: [{ $ref: '#/components/schemas/Note' }, { $ref: '#/components/schemas/Item' }]
                  discriminator: { propertyName: type }
                Note: { type: object, properties: { type: { type: string, enum: [note] } } }
                Item: { oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Other' }, { $ref: '#/components/schemas/Deep' }] }
                Text: { type: object, properties: { type: { type: string, enum: [text] }, a: { type: string } } }
                Other: { type: object, required: [type], properties: { type: { type: string, enum: [other] } } }
                Deep: { oneOf: [{ $ref: '#/components/schemas/Low' }, { $ref: '#/components/schemas/Lower' }] }
                Low: { type: object, properties: { type: { type: string, enum: [low] } } }
                Lower: { type: object, required: [type], properties: { type: { type: string, enum: [lower] } } }
                """
        )
        snippet.expect(
            """
            case .note(let value): writer.write(value, adding: "type", "note")
            case .item(.text(let value)): writer.write(value, adding: "type", "text")
            case .item(.deep(.low(let value))): writer.write(value, adding: "type", "low")
            case .item(let value): writer.write(value)
            """,
            in: "Models/Input.swift"
        )
        #expect(!snippet.code("Models/Item.swift").contains("adding"))
    }

    @Test("a unique property selects no variant if another one is a map, which may have the property too")
    func maps() {
        let snippet = Snippet(
            schemas: """
                Value:
                  oneOf:
                    - { type: object, additionalProperties: { type: integer } }
                    - { title: Named, type: object, required: [id], properties: { id: { type: string } } }
                """
        )
        let code = snippet.code("Models/Value.swift")
        #expect(code.contains("if let value = reader.attempt(Named.self)"), "\(code)")
        #expect(!code.contains("hasMember"), "\(code)")
    }

    @Test("a property that a union requires and that distinguishes its variants is written by each of them")
    func requiredTags() {
        let variant = { (value: String) in
            "{ type: object, properties: { type: { type: string, enum: [\(value)] } } }"
        }
        let snippet = Snippet(
            schemas: """
                Record: { oneOf: [{ $ref: '#/components/schemas/Post' }, { $ref: '#/components/schemas/Host' }], required: [type] }
                Free: { oneOf: [{ $ref: '#/components/schemas/Post' }, { $ref: '#/components/schemas/Host' }] }
                Post: \(variant("post"))
                Host: \(variant("host"))
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect(
            """
            case .post(let value): writer.write(value, adding: "type", "post")
            case .host(let value): writer.write(value, adding: "type", "host")
            """,
            in: "Models/Record.swift"
        )
        #expect(!snippet.code("Models/Free.swift").contains("adding"))
    }
}
