import GeneratorCore
import Testing

/// Tests of unusual schemas whose generated types once did not compile or lost values.
@Suite("Wire formats")
struct WireShapeTests {

    private static let long = String(repeating: "x", count: 90)

    @Test("an array with named positions cannot be a form")
    func tupleForm() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: send
                    requestBody:
                      content: { multipart/form-data: { schema: { $ref: "#/components/schemas/Pair" } } }
                    responses: { '204': { description: Taken. } }
                """,
            schemas: "Pair: { type: array, prefixItems: [{ type: string }, { type: number }], items: {} }"
        )
        snippet.expect("public struct Pair: TupleModel, Hashable {", in: "Models/Pair.swift")
        #expect(!snippet.text("Models/Pair.swift").contains("MultipartConvertible"))
    }

    @Test("a file that JSON shares is reported unless its type holds any bytes")
    func sharedPart() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: send
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { $ref: '#/components/schemas/Note' }
                          encoding: { photo: { contentType: image/png }, scan: { contentType: image/png } }
                    responses: { '204': { description: Taken. } }
                  put:
                    operationId: replace
                    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
                    responses: { '204': { description: Taken. } }
                """,
            schemas: """
                Note:
                  type: object
                  properties:
                    photo: {}
                    scan: { type: string, format: binary }
                """
        )
        #expect(snippet.rules == ["warning shared-part"], "\(snippet.report)")
        #expect(snippet.report.contains("'photo' is a file in a multipart body"), "\(snippet.report)")
    }

    @Test("the element of a base's own values in XML is named after the schema")
    func baseElement() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: read
                    responses:
                      '200':
                        description: A pet.
                        content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } }
                """,
            schemas: """
                Pet: { type: object, properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
                Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { age: { type: integer } } }] }
                """
        )
        let code = snippet.code("Models/Pet.swift")
        #expect(code.contains("\"Pet\"") && !code.contains("\"Base\""), "\(code)")
    }

    @Test("no type is declared inside a component that is an enum or a type alias")
    func owners() {
        let snippet = Snippet(
            schemas: """
                Kind: { enum: [one, two], properties: { meta: { type: object, properties: { x: { type: string } } } } }
                Rows:
                  type: array
                  items: { $ref: '#/components/schemas/Table' }
                  properties: { row: { type: object, properties: { x: { type: string } } } }
                Plain: { type: object, properties: { own: { type: object, properties: { x: { type: string } } } } }
                Whole: { allOf: [{ $ref: '#/components/schemas/Kind' }, { $ref: '#/components/schemas/Plain' }] }
                Table: { allOf: [{ $ref: '#/components/schemas/Rows' }, { properties: { y: { type: string } } }] }
                """
        )
        snippet.expect("public var meta: Meta?\npublic var own: Plain.Own?", in: "Models/Whole.swift")
        snippet.expect("public struct Meta: JSONModel, Hashable {", in: "Models/Whole.swift")
        snippet.expect("public struct Own: JSONModel, Hashable {", in: "Models/Plain.swift")
        snippet.expect("public var row: Row?\npublic var y: String?", in: "Models/Table.swift")
        snippet.expect("public struct Row: JSONModel, Hashable {", in: "Models/Table.swift")
    }

    @Test("a union whose variants have one type remains a union where it declares that type")
    func soleVariant() {
        let snippet = Snippet(
            schemas: """
                Rows:
                  oneOf:
                    - { type: array, items: { type: object, properties: { x: { type: string } } } }
                    - { $ref: '#/components/schemas/Rows/oneOf/0' }
                """
        )
        let code = snippet.code("Models/Rows.swift")
        #expect(code.contains("public enum Rows: JSONCodable") && code.contains("public struct "), "\(code)")
    }

    @Test("an XML shape refers to a component that an inner type hides")
    func hiddenNames() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: read
                    responses:
                      '200': { description: It., content: { application/xml: { schema: { $ref: '#/components/schemas/Shelf' } } } }
                """,
            schemas: """
                Shelf:
                  type: object
                  properties:
                    book: { type: object, properties: { a: { type: string } } }
                    next: { $ref: '#/components/schemas/Book' }
                Book: { type: object, properties: { b: { type: string } } }
                """
        )
        snippet.expect(
            "extension Shelf: XMLRepresentable {\n"
                + "public static let xml = XMLShape(\"Shelf\", [\n"
                + ".element(\"book\", .model(Shelf.Book.self)), .element(\"next\", .model(SampleAPI.Book.self)),",
            in: "Models/Shelf.swift"
        )
    }

    @Test("long values are distinguished")
    func longValues() {
        let snippet = Snippet(
            schemas: """
                Merged: { anyOf: [{ type: string, enum: [\(Self.long)1, \(Self.long)2] }, { type: string, enum: [\(Self.long)3] }] }
                Either:
                  type: object
                  properties: { x: { type: string } }
                  anyOf:
                    - { type: object, properties: { m: { type: string, enum: [\(Self.long)1] } } }
                    - { type: object, properties: { m: { type: string, enum: [\(Self.long)2] } } }
                """
        )
        for (file, count) in [("Merged", 3), ("Either", 2)] {
            let text = snippet.text("Models/\(file).swift")
            for number in 1...count {
                #expect(text.contains("\(Self.long)\(number)"), "\(file) \(number)")
            }
        }
    }

    @Test("a header field with different schemas is a string, and has a typed constant for each operation")
    func headers() {
        let responses = ["[a, b]", "[a, c]", "[a, b]"].enumerated().map { index, values in
            """
            /a\(index):
              get:
                operationId: get\(index)
                responses:
                  '204':
                    description: It.
                    headers:
                      X-Kind: { schema: { type: string, enum: \(values) } }
                      X-Rate: { schema: { type: string, enum: [slow, fast] } }
                      X-Sum: { explode: true, schema: { type: object, properties: { a: { type: integer, description: A \(index). } } } }
            """
        }
        let snippet = Snippet(paths: responses.joined(separator: "\n"))
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.code("SampleHeaders.swift")
        #expect(code.contains("xKind = ResponseHeader<String>(\"X-Kind\")"), "\(code)")
        #expect(code.contains("xRate = ResponseHeader<XRateHeader>(\"X-Rate\")"), "\(code)")
        #expect(code.contains("xSum = ResponseHeader<XSumHeader>(\"X-Sum\", explode: true)"), "\(code)")
        #expect(snippet.result.files.contains { $0.text.contains("XKindHeader") })
    }

    @Test("the base type of a union is renamed without a warning if it is named Base")
    func base() {
        let snippet = Snippet(
            schemas: """
                Base: { type: object, required: [k], properties: { k: { type: string } }, discriminator: { propertyName: k } }
                Cat: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { m: { type: string } } }] }
                """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        snippet.expect("public struct BaseValue: JSONModel, Hashable {", in: "Models/Base.swift")
    }
}
