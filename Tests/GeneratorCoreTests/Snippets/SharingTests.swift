import Testing

/// Tests of inline schemas in several locations.
@Suite("Shared types")
struct SharingTests {

    private let customers = Snippet(
        schemas: """
            Customer:
              type: object
              properties:
                home: &place
                  type: object
                  properties:
                    street: { type: string, description: Street and number. }
                    kind: { type: string, enum: [house, flat] }
            Shop:
              type: object
              properties:
                home: *place
                depot: *place
            """
    )

    @Test("an inner type that occurs twice with one name is declared once, with its inner types")
    func inner() {
        customers.expect("public var home: Home?", in: "Models/Shop.swift")
        customers.expect("public typealias Home = Customer.Home", in: "Models/Shop.swift")
        #expect(!customers.text("Models/Shop.swift").contains("struct Home"))
        customers.expect("extension Customer.Home {\npublic enum Kind: ListedEnum {", in: "Models/Customer.swift")
    }

    @Test("a different name makes another type, which can share its inner types")
    func anotherName() {
        customers.expect("public struct Depot: JSONModel, Hashable {", in: "Models/Shop.swift")
        customers.expect("public typealias Kind = Customer.Home.Kind", in: "Models/Shop.swift")
    }

    @Test("properties with other descriptions, requirements or names make a different type")
    func differences() {
        let first = "{ type: object, properties: { a: { type: string, description: One. } } }"
        for second in [
            "{ type: object, properties: { a: { type: string, description: Two. } } }",
            "{ type: object, required: [a], properties: { a: { type: string, description: One. } } }",
            "{ type: object, properties: { A: { type: string, description: One. } } }",
            "{ type: object, properties: { a: { type: integer, description: One. } } }",
            "{ type: object, additionalProperties: false, properties: { a: { type: string, description: One. } } }",
        ] {
            let snippet = Snippet(
                schemas: """
                    One: { type: object, properties: { inner: \(first) } }
                    Two: { type: object, properties: { inner: \(second) } }
                    """
            )
            snippet.expect("public struct Inner: JSONModel, Hashable {", in: "Models/Two.swift")
        }
    }

    @Test("identical components remain separate types")
    func components() {
        let snippet = Snippet(
            schemas: """
                One: { type: object, properties: { a: { type: string } } }
                Two: { type: object, properties: { a: { type: string } } }
                """
        )
        snippet.expect("public struct Two: JSONModel, Hashable {", in: "Models/Two.swift")
    }

    @Test("operations with identical inline bodies have separate names for them")
    func bodies() {
        let body = "{ application/json: { schema: { type: object, properties: { text: { type: string } } } } }"
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: addOne
                    requestBody: { content: \(body) }
                    responses: { '204': { description: Done. } }
                /b:
                  post:
                    operationId: addTwo
                    requestBody: { content: \(body) }
                    responses: { '204': { description: Done. } }
                """
        )
        // Types of a single operation are in a file next to it.
        let file = "Operations/SampleOperations+Types.swift"
        snippet.expect("public struct AddOneBody: JSONModel, Hashable {", in: file)
        snippet.expect("public typealias AddTwoBody = AddOneBody", in: file)
    }

    @Test("an outer type that an inner type of the same name hides is fully qualified")
    func hidden() {
        let snippet = Snippet(
            schemas: """
                Place: { type: object, properties: { id: { type: string } } }
                Trip:
                  type: object
                  properties:
                    place: { type: object, properties: { x: { type: integer }, stop: { $ref: '#/components/schemas/Place' } } }
                    start: { $ref: '#/components/schemas/Place' }
                """
        )
        snippet.expect("public var place: Place?\npublic var start: SampleAPI.Place?", in: "Models/Trip.swift")
        snippet.expect("public var stop: SampleAPI.Place?", in: "Models/Trip.swift")
    }
}
