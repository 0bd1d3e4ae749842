import SpecConformance
import Testing
import YAMLReader

/// Tests of the check that judges written bytes.
@Suite("Strict check of written documents")
struct ConformanceCheckTests {
    private static let document = """
        openapi: 3.1.0
        paths:
          /notes/{id}:
            patch:
              parameters:
                - { name: id, in: path, required: true, schema: { type: integer } }
                - { name: take, in: query, schema: { type: integer, maximum: 10 } }
              requestBody:
                required: true
                content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
              responses:
                '200':
                  headers: { X-Total: { required: true, schema: { type: integer } } }
                  content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
        components:
          schemas:
            Note:
              type: object
              required: [id]
              properties:
                id: { type: integer, format: int32 }
                kind: { enum: [a, b] }
                made: { type: string, format: date-time }
                exact: { type: string, format: date-time, x-fraction-digits: 7 }
                code: { type: string, pattern: '^[A-Z]{3}$' }
                day: { type: string, format: date }
                shape: { $ref: '#/components/schemas/Shape' }
            Shape:
              oneOf: [{ $ref: '#/components/schemas/Disc' }, { $ref: '#/components/schemas/Box' }]
              discriminator: { propertyName: type, mapping: { disc: '#/components/schemas/Disc' } }
            Disc: { type: object, required: [type], properties: { type: { type: string }, radius: { type: number } } }
            Box: { type: object, required: [type], properties: { type: { type: string }, width: { type: number } } }
        """

    private let spec: ConformanceSpec

    init() throws {
        spec = try ConformanceSpec(SourceFile(path: "notes.yaml", bytes: Array(Self.document.utf8)))
    }

    private func violations(_ json: String) -> [String] {
        spec.violations(of: Array(json.utf8), schema: "#/components/schemas/Note")
    }

    @Test(
        "a valid document has no violations",
        arguments: [
            #"{"id":7}"#, #"{"id":-7,"kind":"b","made":"2024-02-29T10:11:12Z","code":"ABC","day":"2024-02-29"}"#,
            #"{"id":7,"made":"2024-02-29T10:11:12.123+02:00","exact":"2024-02-29T10:11:12.1234567Z"}"#,
            #"{"id":7,"shape":{"type":"disc","radius":1.50}}"#, #"{"id":7,"shape":{"type":"Box","width":1}}"#,
        ]
    )
    func valid(_ json: String) { #expect(violations(json) == []) }

    @Test(
        "what the schema does not document is a violation",
        arguments: [
            ("{}", "$.id: is required"), (#"{"id":7,"other":1}"#, "$.other: is not documented"),
            (#"{"id":"7"}"#, "$.id: is a string, not integer"), (#"{"id":7.0}"#, "$.id: is a number, not integer"),
            (#"{"id":3000000000}"#, "$.id: 3000000000 has more than 32 bits"),
            (#"{"id":7,"kind":"c"}"#, #"$.kind: '"c"' is not one of the documented values"#),
            (#"{"id":7,"kind":null}"#, "$.kind: 'null' is not one of the documented values"),
            (#"{"id":7,"code":"ABCD"}"#, "$.code: 'ABCD' does not match ^[A-Z]{3}$"),
            (#"{"id":7,"code":"ABC\n"}"#, "$.code: 'ABC\n' does not match ^[A-Z]{3}$"),
            (#"{"id":7,"day":"2023-02-29"}"#, "$.day: '2023-02-29' is not spelled as 'date'"),
            (
                #"{"id":7,"made":"2024-02-29T10:11:12.171999931Z"}"#,
                "$.made: '2024-02-29T10:11:12.171999931Z' is not spelled as 'date-time'"
            ),
            (
                #"{"id":7,"made":"2024-02-29 10:11:12Z"}"#,
                "$.made: '2024-02-29 10:11:12Z' is not spelled as 'date-time'"
            ),
            (#"{"id":7,"shape":{"radius":1}}"#, "$.shape.type: is required"),
            (#"{"id":7,"shape":{"type":"disc","width":1}}"#, "$.shape.width: is not documented"),
            (#"{"id":7,"shape":{"type":"cone"}}"#, "$.shape.type: 'cone' is not a documented variant"),
        ]
    )
    func invalid(_ json: String, _ expected: String) { #expect(violations(json).contains(expected)) }

    @Test("documents are equal if their instants, numbers and properties other than null are equal")
    func equality() {
        func areEqual(_ first: String, _ second: String) -> Bool {
            ConformanceSpec.areEqual(Array(first.utf8), Array(second.utf8))
        }
        #expect(areEqual(#"{"a":1.50,"b":null}"#, #"{"a":1.5}"#))
        #expect(areEqual(#"["2025-03-17T17:05:12.0451200+01:00"]"#, #"["2025-03-17T16:05:12.045Z"]"#))
        #expect(areEqual(#"["1969-12-31T23:59:59Z"]"#, #"["1970-01-01T00:59:59.000+01:00"]"#))
        #expect(!areEqual(#"["2025-03-17T17:05:12.045Z"]"#, #"["2025-03-17T17:05:12.046Z"]"#))
        #expect(!areEqual(#"{"a":1.5}"#, #"{"a":1.51}"#))
        #expect(!areEqual(#"{"a":[null]}"#, #"{"a":[]}"#))
    }

    @Test("an exchange is judged by its parameters, bodies, header fields and statuses")
    func exchange() {
        var exchange = ConformanceExchange(
            method: "PATCH",
            path: "/v1/notes/7?take=3",
            request: .init(fields: [("Content-Type", "application/json")], body: Array(#"{"id":7}"#.utf8)),
            status: 200,
            response: .init(
                fields: [("Content-Type", "application/json; charset=utf-8"), ("X-Total", "1")],
                body: Array(#"{"id":7}"#.utf8)
            )
        )
        #expect(spec.violations(of: exchange) == [])
        exchange.path = "/v1/notes/x?take=30&skip=1"
        exchange.response.fields.removeLast()
        exchange.response.body = Array(#"{"id":7,"other":1}"#.utf8)
        #expect(
            spec.violations(of: exchange) == [
                "PATCH /notes/{id}: request path id: is a string, not integer",
                "PATCH /notes/{id}: request query take: 30 is more than 10",
                "PATCH /notes/{id}: request query skip: is not documented",
                "PATCH /notes/{id}: response 200 header X-Total: is required",
                "PATCH /notes/{id}: response 200 $.other: is not documented",
            ]
        )
        exchange.status = 404
        #expect(spec.violations(of: exchange) == ["PATCH /notes/{id}: response 404 status: is not documented"])
    }
}
