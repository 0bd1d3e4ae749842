import GeneratorCore
import Testing

/// Tests of names that come from the place of a schema.
@Suite("Names from locations")
struct LocationNameTests {

    @Test(
        "a reference to a part of another schema or operation is named after its location",
        arguments: [
            ("#/components/schemas/Owner/properties/home", "OwnerHome"),
            ("#/components/schemas/Owner/properties/cars/items", "OwnerCarsItem"),
            ("#/components/schemas/Owner/properties/tags/additionalProperties", "OwnerTagsValue"),
            ("#/components/schemas/Owner/properties/mixed/oneOf/0", "OwnerMixedVariant1"),
            ("#/paths/~1zoo/get/responses/200/content/application~1json/schema", "GetZooResponse"),
            ("#/paths/~1zoo/get/parameters/0/schema", "GetZooFilter"),
        ]
    )
    func references(_ reference: String, _ name: String) {
        let object = "{ type: object, required: [street], properties: { street: { type: string } } }"
        let snippet = Snippet(
            paths: """
                /zoo:
                  get:
                    operationId: getZoo
                    parameters: [{ name: filter, in: query, schema: { type: string, enum: [a, b] } }]
                    responses:
                      '200': { description: d, content: { application/json: { schema: \(object) } } }
                """,
            schemas: """
                A: { type: object, properties: { first: { $ref: '\(reference)' } } }
                Owner:
                  type: object
                  properties:
                    home: \(object)
                    cars: { type: array, items: \(object) }
                    tags: { type: object, additionalProperties: \(object) }
                    mixed: { oneOf: [\(object), { type: string }] }
                """
        )
        #expect(snippet.result.hasErrors == false, "\(snippet.report)")
        snippet.expect("public var first: \(name)?", in: "Models/A.swift")
    }

    @Test("an element of a list in another file is named after the key of the list, or after the file")
    func indexes() {
        let kinds = "[{ type: string, enum: [a, b] }, { type: object, properties: { c: { type: string, enum: [d] } } }]"
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                components:
                  schemas:
                    A:
                      type: object
                      properties:
                        kind: { $ref: 'all.yml#/kinds/0' }
                        other: { $ref: 'all.yml#/kinds/1/properties/c' }
                        last: { $ref: 'list.yml#/0' }

                """,
            more: ["all.yml": "kinds: \(kinds)\n", "list.yml": "\(kinds)\n"]
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        snippet.expect(
            "public var kind: Kinds0?\npublic var other: Kinds1C?\npublic var last: List0?",
            in: "Models/A.swift"
        )
    }

    @Test("the clash of the names of two files is that of types, and not of nested types")
    func clash() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                components:
                  schemas:
                    A: { type: object, properties: { b: { $ref: 'Shape.yaml' }, c: { $ref: 'other/Shape.yaml' } } }

                """,
            more: [
                "Shape.yaml": "{ type: object, properties: { d: { type: string } } }\n",
                "other/Shape.yaml": "{ type: object, properties: { e: { type: integer } } }\n",
            ]
        )
        let text = "warning: The type of this schema is named 'Shape2', because the name 'Shape' is already used"
        #expect(snippet.rules == ["warning name-clash"] && snippet.report.contains(text), "\(snippet.report)")
    }

    @Test("operations without a tag have a group that is named after the client, also next to tags of that name")
    func untagged() {
        func operation(_ path: String, _ tag: String) -> String {
            "/\(path): { get: { operationId: \(path), \(tag)responses: { '204': { description: d } } } }\n"
        }
        let plain = Snippet(paths: operation("a", ""))
        plain.expect("public let api: SampleOperations", in: "SampleClient.swift")
        let tagged = Snippet(
            paths: operation("a", "") + operation("b", "tags: [api], ") + operation("c", "tags: [sample], ")
        )
        tagged.expect("public let untagged: SampleAPIOperations", in: "SampleClient.swift")
        #expect(tagged.rules.isEmpty)
    }

    @Test("the cases of a union keep their names where a short one is pinned, empty, a number or not unique")
    func cases() {
        func names(_ list: String) -> [Substring] {
            let schemas = list.split(separator: " ").map {
                "\($0): { type: object, properties: { \($0): { type: string } } }\n"
            }.joined()
            let variants = list.split(separator: " ").map { "{ $ref: '#/components/schemas/\($0)' }" }
            let snippet = Snippet(schemas: schemas + "Choice: { oneOf: [\(variants.joined(separator: ", "))] }\n")
            let code = snippet.code("Models/Choice.swift")
            return code.split(separator: "\n").compactMap { $0.wholeMatch(of: /case (\w+)\(.*\)/)?.output.1 }
        }
        #expect(names("PetCat PetDog") == ["cat", "dog", "unknown"])
        #expect(names("PetCat PetDogBig PetAPIKey") == ["cat", "dogBig", "apiKey", "unknown"])
        #expect(names("Pet PetDog") == ["pet", "petDog", "unknown"])
        #expect(names("Pet1 Pet2") == ["pet1", "pet2", "unknown"])
        #expect(names("Petal Petrol") == ["petal", "petrol", "unknown"])
        #expect(names("PetUnknown PetDog").last == "unknown")
    }
}
