import Testing

@testable import GeneratorCore

/// Tests of statements of OpenAPI and JSON Schema that published documents rely on.
@Suite("Statements of the standards")
struct StandardTests {
    private let file = "Operations/SampleOperations.swift"

    private func document(
        _ rest: String,
        version: String = "openapi: 3.1.0",
        server: ModuleOptions.Server? = nil
    ) -> Snippet {
        Snippet(
            document: "\(version)\ninfo: { title: Sample, version: '1' }\n\(rest)\n",
            isStrict: false,
            server: server
        )
    }

    @Test("a property of an object and of a variant of another variant distinguishes neither")
    func keysOfNestedUnions() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Reply: { oneOf: [{ $ref: '#/components/schemas/Whole' }, { $ref: '#/components/schemas/Event' }] }
                Whole: { type: object, required: [id, reason], properties: { id: { type: string }, reason: { type: string } } }
                Event:
                  oneOf: [{ $ref: '#/components/schemas/Start' }, { $ref: '#/components/schemas/End' }]
                  discriminator: { propertyName: type }
                Start: { type: object, properties: { type: { const: Start }, id: { type: string } } }
                End: { type: object, properties: { type: { const: End } } }
            """
        )
        let code = snippet.code("Models/Reply.swift")
        #expect(code.contains("reader.hasMember(\"reason\")") && !code.contains("reader.hasMember(\"id\")"), "\(code)")
    }

    @Test("a list or an object with required properties is a value of its own next to values of other types")
    func requirements() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Item:
                  type: object
                  properties:
                    list: { anyOf: [{ type: array, items: { type: string }, required: [id] }, { type: 'null' }] }
                    either: { oneOf: [{ type: object, required: [id], additionalProperties: { type: string } }, { type: string }] }
                    plain: { type: object, properties: { a: { type: string }, b: { type: string } }, anyOf: [{ required: [a] }, { type: object, required: [b] }] }
            """
        )
        let code = snippet.code("Models/Item.swift")
        for line in ["list: [String]?", "either: Either?", "plain: Plain?"] {
            #expect(code.contains("public var \(line)\n"), "\(code)")
        }
    }

    @Test("the name of a mapped schema selects it too, but is not written")
    func unmappedNames() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Pet: { type: object, required: [type], properties: { type: { type: string } }, discriminator: { propertyName: type, mapping: { dog: Dog } } }
                Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
                Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
            """
        )
        let code = snippet.code("Models/Pet.swift")
        #expect(code.contains("case \"dog\", \"Dog\":") && code.contains("case \"Cat\":"), "\(code)")
    }

    @Test("a list of items whose schemas depend on their positions is a sequence of any JSON")
    func positionalLines() {
        let content = "content: { application/jsonl: { schema: { type: array, prefixItems: [{ type: string }] } } }"
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: a, responses: { 200: { description: '', \(content) } } } }
              /b: { get: { operationId: b, responses: { 200: { description: '', content: { application/jsonl: { schema: { type: array } } } } } } }
            """
        )
        #expect(snippet.code(file).ranges(of: "ResponseSequence<JSONValue>").count == 2, "\(snippet.code(file))")
    }

    @Test("a form without properties is text, with a message unless it is a string")
    func formsWithoutProperties() {
        func operation(_ schema: String) -> String {
            let content = "content: { application/x-www-form-urlencoded: { schema: \(schema) } }"
            return
                "post: { operationId: a, requestBody: { required: true, \(content) }, responses: { 204: { description: '' } } }"
        }
        for (schema, count) in [("{ type: string }", 0), ("{ type: array, items: { type: string } }", 1)] {
            let snippet = document("paths: { /a: { \(operation(schema)) } }")
            let code = snippet.code(file)
            #expect(code.contains("call.text(body, contentType: \"application/x-www-form-urlencoded\")"), "\(code)")
            #expect(snippet.rules.count == count, "\(snippet.rules)")
        }
    }

    @Test("properties that only the schema of other properties describes may be required")
    func requiredOtherProperties() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Links: { type: object, required: [next, self], properties: { self: { type: string } }, additionalProperties: { type: string } }
            """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.rules)")
    }

    @Test("the name of a node in XML has the prefix of its property's name")
    func prefixes() {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, responses: { 200: { description: '', content: { application/xml: { schema: { $ref: '#/components/schemas/Item' } } } } } } } }
            components:
              schemas:
                Item: { type: object, properties: { 'dc:creator': { type: string }, name: { type: string } } }
            """
        )
        let code = snippet.code("Models/Item.swift")
        #expect(code.contains(".element(\"dc:creator\", .string, as: \"dc:creator\")"), "\(code)")
        #expect(code.contains(".element(\"name\", .string)"))
    }

    @Test(
        "a time whose example has another notation is a string, with a message",
        arguments: [
            ("date-time", "Thu, 10 Mar 2022 12:15:50 GMT", "String"), ("date-time", "1573755038", "String"),
            ("date-time", "2022-03-10T12:15:50-04:00[Europe/Paris]", "String"),
            ("date-time", "03/10/2022 12:15", "String"),
            ("date-time", "2022-03-10T12:15:50", "String"), ("date-time", "2022-03-10T12:15:50+0400", "Date"),
            ("date-time", "2022-03-10 12:15Z", "Date"), ("date-time", "2022-03-10", "Date"),
            ("date-time", "string", "Date"),
            ("date", "20220310", "String"), ("date", "2022-03-10T00:00:00Z", "String"), ("date", "2022-03", "String"),
            ("date", "2022-03-10", "CalendarDate"),
        ]
    )
    func notations(_ format: String, _ example: String, _ type: String) {
        let snippet = document(
            """
            paths: {}
            components: { schemas: { Item: { type: object, properties: { at: { type: string, format: \(format), example: '\(example)' } } } } }
            """
        )
        #expect(
            snippet.code("Models/Item.swift").contains("public var at: \(type)?\n"),
            "\(snippet.code("Models/Item.swift"))"
        )
        #expect(snippet.rules.isEmpty == (type != "String"), "\(snippet.rules)")
    }

    @Test("the media types of a Swagger 2.0 document apply to its other files")
    func typesOfOtherFiles() {
        let main = """
            swagger: '2.0'
            info: { title: Sample, version: '1' }
            consumes: [application/xml]
            produces: [application/xml]
            paths: { /a: { $ref: 'other.yaml#/a' } }

            """
        let other = """
            a: { post: { operationId: a, parameters: [{ name: b, in: body, required: true, schema: { $ref: '#/D' } }], responses: { 200: { description: '', schema: { $ref: '#/D' } } } } }
            D: { type: object, xml: { name: d }, properties: { x: { type: string } } }

            """
        let code = Snippet(document: main, isStrict: false, more: ["other.yaml": other]).code(file)
        #expect(code.contains("call.coded(body, contentType: \"application/xml\")"), "\(code)")
        #expect(code.contains("call.accept = \"application/xml\""))
    }

    @Test("the media types of an operation apply to its body and its responses in other files")
    func operationTypesOfOtherFiles() {
        let main = """
            swagger: '2.0'
            info: { title: Sample, version: '1' }
            consumes: [application/xml]
            produces: [application/xml]
            paths:
              /a:
                post:
                  operationId: a
                  consumes: [text/plain]
                  produces: [application/json]
                  parameters: [{ $ref: 'other.yaml#/text' }]
                  responses: { 200: { $ref: 'other.yaml#/done' } }

            """
        let other = """
            text: { name: text, in: body, required: true, schema: { type: string } }
            done: { description: Done., schema: { $ref: '#/D' } }
            D: { type: object, properties: { x: { type: string } } }

            """
        let code = Snippet(document: main, isStrict: false, more: ["other.yaml": other]).code(file)
        #expect(code.contains("body: String") && code.contains("-> D {") && !code.contains("xml"), "\(code)")
    }

    @Test("a discriminator in another file has the schemas that it maps")
    func foreignBase() {
        let main = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths: { /a: { get: { operationId: a, responses: { 200: { description: '', content: { application/json: { schema: { $ref: 'other.yaml#/Base' } } } } } } } }

            """
        let other = """
            Base: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind, mapping: { two: '#/Two', one: '#/One' } } }
            One: { allOf: [{ $ref: '#/Base' }, { type: object, properties: { x: { type: string } } }] }
            Two: { allOf: [{ $ref: '#/Base' }, { type: object, properties: { y: { type: string } } }] }

            """
        let code = Snippet(document: main, isStrict: false, more: ["other.yaml": other]).code("Models/Base.swift")
        #expect(code.contains("case \"two\", \"Two\":") && code.contains("case \"one\", \"One\":"), "\(code)")
    }

    @Test("form parameters next to the body of a form in OpenAPI 3 are its fields")
    func formParameters() {
        let snippet = document(
            """
            paths:
              /a:
                put:
                  operationId: a
                  parameters: [{ in: formData, name: file, required: true, schema: { type: string, format: binary } }]
                  requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { note: { type: string } } } } } }
                  responses: { 204: { description: '' } }
            """
        )
        #expect(snippet.rules == ["warning old-operation"])
        #expect(snippet.code(file).contains("call.multipart(body)"), "\(snippet.code(file))")
        let types = snippet.code("Operations/SampleOperations+Types.swift")
        #expect(types.contains("var file: FilePart\n") && types.contains("var note: String?\n"), "\(types)")
    }

    @Test("encodings by position inside a part are reported")
    func nestedPositions() {
        let encoding = "encoding: { list: { contentType: multipart/mixed, itemEncoding: { contentType: text/plain } } }"
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { list: { type: string, format: binary } } }, \(encoding) } } }
                  responses: { 204: { description: '' } }
            """,
            version: "openapi: 3.2.0"
        )
        #expect(snippet.report.contains("'itemEncoding' inside an encoding has no effect"), "\(snippet.report)")
    }

    @Test("the name of a mapped schema does not select it if it is the value of another schema")
    func namesOfSiblings() {
        let snippet = document(
            """
            paths: {}
            components:
              schemas:
                Pet: { type: object, required: [type], properties: { type: { type: string } }, discriminator: { propertyName: type, mapping: { puppy: Dog } } }
                Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
                Wolf: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { type: { const: Dog } } }] }
            """
        )
        let code = snippet.code("Models/Pet.swift")
        #expect(code.contains("case \"puppy\":") && code.contains("case \"Dog\":"), "\(code)")
    }

    @Test("form parameters are added to each form of a body, and are ignored with a message next to a body without one")
    func formParametersOfSeveralTypes() {
        func snippet(_ types: [String]) -> Snippet {
            let schema = "{ schema: { type: object, properties: { note: { type: string } } } }"
            let content = types.map { "\($0): \(schema)" }.joined(separator: ", ")
            return document(
                """
                paths:
                  /a:
                    put:
                      operationId: a
                      parameters: [{ in: formData, name: size, schema: { type: integer } }]
                      requestBody: { required: true, content: { \(content) } }
                      responses: { 204: { description: '' } }
                """
            )
        }
        let several = snippet(["application/json", "multipart/form-data", "application/x-www-form-urlencoded"])
        #expect(several.rules == ["warning old-operation"])
        let types = several.code("Operations/SampleOperations+Types.swift")
        #expect(types.ranges(of: "var size: Int?\n").count == 2, "\(types)")
        #expect(snippet(["application/json"]).rules == ["warning two-bodies", "warning old-operation"])
    }
}
