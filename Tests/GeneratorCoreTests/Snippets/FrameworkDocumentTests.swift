import GeneratorCore
import Testing

/// Tests of constructs that frameworks write into the documents of their services.
@Suite("Readings of what frameworks write")
struct FrameworkDocumentTests {
    private let file = "Operations/SampleOperations.swift"
    private let done = "responses: { 204: { description: '' } }"

    private func document(_ rest: String, _ version: String = "3.0.3") -> Snippet {
        let head = version == "2.0" ? "swagger: '2.0'\nhost: a.example" : "openapi: \(version)"
        let servers = version == "2.0" ? "" : "servers: [{ url: 'https://a.example' }]\n"
        return Snippet(
            document: "\(head)\n\(servers)info: { title: Sample, version: '1' }\n\(rest)\n",
            isStrict: false
        )
    }

    private func schemas(_ text: String, _ version: String = "3.0.3") -> Snippet {
        document("paths: {}\ncomponents:\n  schemas:\n\(text)", version)
    }

    @Test(
        "an object that other keywords describe as a scalar is one, with a message",
        arguments: [
            ("nullable: true, format: date-time", "Date?"), ("format: uuid", "UUID?"), ("maxLength: 20", "String?"),
            ("minimum: 1", "Double?"), ("nullable: true, example: Persian", "String?"), ("default: x", "String?"),
            ("nullable: true, example: true", "Bool?"),
        ]
    )
    func scalarObjects(_ keywords: String, _ type: String) {
        let snippet = schemas("    A: { type: object, properties: { a: { type: object, \(keywords) } } }")
        #expect(snippet.rules == ["warning wrong-type"], "\(snippet.report)")
        #expect(snippet.text("Models/A.swift").contains("var a: \(type)"), "\(snippet.text("Models/A.swift"))")
    }

    @Test(
        "an object remains one if its example may be that of an object, or if it describes its properties",
        arguments: [
            "nullable: true, example: '{\"a\": 1}'", "example: Persian", "format: json",
            "format: uuid, additionalProperties: { type: string }", "maxLength: 1000, example: { a: 1 }",
            "format: uuid, default: {}",
        ]
    )
    func objects(_ keywords: String) {
        let snippet = schemas("    A: { type: object, properties: { a: { type: object, \(keywords) } } }")
        #expect(!snippet.rules.contains("warning wrong-type"), "\(snippet.report)")
        #expect(snippet.text("Models/A.swift").contains("var a: [String: "), "\(snippet.text("Models/A.swift"))")
    }

    @Test("notes in a part of allOf, or in the only alternative to null, are those of the property")
    func notesOfParts() {
        let snippet = schemas(
            """
                O: { type: object, properties: { n: { type: integer } } }
                S: { type: string }
                A:
                  type: object
                  required: [id, owner, secret]
                  properties:
                    id: { allOf: [{ type: string }, { readOnly: true }] }
                    owner:
                      allOf: [{ $ref: '#/components/schemas/O' }, { readOnly: true, description: Who owns it. }]
                    secret: { allOf: [{ $ref: '#/components/schemas/S' }, { x-sensitive: true, writeOnly: true }] }
                    size: { allOf: [{ $ref: '#/components/schemas/S' }, { default: m, deprecated: true }] }
                    note: { anyOf: [{ type: string, default: none }, { type: 'null' }] }
            """,
            "3.1.0"
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.text("Models/A.swift")
        #expect(code.contains("/// Who owns it.") && code.contains("var owner: O"), "\(code)")
        #expect(code.contains("@available(*, deprecated)") && code.contains("stored_size ?? \"m\""), "\(code)")
        #expect(code.contains("else { \"none\" }") && code.contains("RedactedReflectable"), "\(code)")
    }

    @Test("the notes of parts decide what a body contains, and what a description shows")
    func directionOfParts() {
        let body = "{ schema: { $ref: '#/components/schemas/A' } }"
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody: { required: true, content: { application/json: \(body) } }
                  responses: { 200: { description: '', content: { application/json: \(body) } } }
            components:
              schemas:
                S: { type: string }
                A:
                  type: object
                  required: [id, secret]
                  properties:
                    id: { allOf: [{ $ref: '#/components/schemas/S' }, { readOnly: true }] }
                    secret: { allOf: [{ $ref: '#/components/schemas/S' }, { x-sensitive: true, writeOnly: true }] }
            """
        )
        let sent = snippet.text("Models/AInput.swift") + snippet.text("Models/A.swift")
        let code = snippet.text(file)
        #expect(code.contains("body: AInput") && code.contains("-> A "), "\(code)")
        #expect(sent.contains("struct AInput: JSONModel, Hashable, RedactedReflectable"), "\(sent)")
    }

    @Test("the notes of a part with properties are not those of the whole")
    func notesOfProperties() {
        let snippet = schemas(
            """
                O: { type: object, properties: { n: { type: integer } } }
                A:
                  type: object
                  properties:
                    a:
                      allOf:
                        - $ref: '#/components/schemas/O'
                        - { type: object, deprecated: true, default: { b: 1 }, properties: { b: { type: integer } } }
            """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        let code = snippet.text("Models/A.swift")
        #expect(!code.contains("deprecated") && !code.contains("aOrDefault"), "\(code)")
    }

    @Test("the default in a part has the type of the other one")
    func defaultOfPart() {
        let snippet = schemas(
            "    A: { type: object, properties: { a: { allOf: [{ type: string }, { default: 1.10 }] } } }"
        )
        #expect(snippet.text("Models/A.swift").contains("a ?? \"1.10\""), "\(snippet.text("Models/A.swift"))")
    }

    @Test("the values that the enum of a list has are those of its elements, with their names and a message")
    func valuesOfElements() {
        let snippet = schemas(
            """
                A:
                  type: object
                  properties:
                    tags: { type: array, enum: [x, y, null], nullable: true, items: { type: string } }
                    codes: { type: array, enum: [1, 2], x-enum-varnames: [low, high], items: { type: integer } }
            """
        )
        #expect(snippet.rules == ["warning unfit-value", "warning unfit-value"], "\(snippet.report)")
        let code = snippet.text("Models/A.swift")
        #expect(code.contains("var tags: [TagsItem]?") && code.contains("case x"), "\(code)")
        #expect(code.contains("var codes: [CodesItem]?") && code.contains("case low"), "\(code)")
    }

    @Test("schemas that are only numbered are named by their titles, unless one has none or two share one")
    func numberedSchemas() {
        func names(_ two: String) -> [String] {
            schemas(
                """
                    def-0: { type: object, title: User, properties: { a: { type: string } } }
                    def-1: { type: object, \(two)properties: { b: { type: string } } }
                """
            )
            .paths.filter { $0.hasPrefix("Models/") }
        }
        #expect(names("title: 'https://a.example/schemas/order', ") == ["Models/Order.swift", "Models/User.swift"])
        #expect(names("") == ["Models/Def0.swift", "Models/Def1.swift"])
        #expect(names("title: user, ") == ["Models/Def0.swift", "Models/Def1.swift"])
    }

    @Test(
        "a method is not named after the controller in its ID",
        arguments: [
            ("DogController_findAll", "findAll"), ("MyApp.Web.UserController.index", "index"),
            ("Controller_find", "find"), ("HealthController_", "healthController"),
            ("delete_RaidController_volumes", "deleteRaidControllerVolumes"),
        ]
    )
    func controllers(_ id: String, _ name: String) {
        let snippet = document("paths: { /a: { get: { operationId: '\(id)', tags: [pets], \(done) } } }")
        let code = snippet.text("Operations/PetsOperations.swift")
        #expect(code.contains("func \(name)("), "\(code)")
    }

    @Test("methods of two controllers that would share a name keep their controllers")
    func alikeControllers() {
        let snippet = document(
            """
            paths:
              /a: { get: { operationId: CatController_find, tags: [pets], \(done) } }
              /b: { get: { operationId: DogController_find, tags: [pets], \(done) } }
            """
        )
        let code = snippet.text("Operations/PetsOperations.swift")
        #expect(code.contains("func catControllerFind(") && code.contains("func dogControllerFind("), "\(code)")
    }

    @Test("a form with files whose schema is also that of a JSON body has its own type")
    func formOfJSON() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody:
                    required: true
                    content:
                      application/json: { schema: { $ref: '#/components/schemas/Item' } }
                      multipart/form-data: { schema: { $ref: '#/components/schemas/Item' } }
                  \(done)
            components:
              schemas:
                Item:
                  type: object
                  properties: { photo: { type: string, format: binary }, name: { type: string } }
            """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        #expect(snippet.text("Models/Item.swift").contains("var photo: Data?"), "\(snippet.text("Models/Item.swift"))")
        let code = snippet.text(file) + snippet.text("Operations/SampleOperations+Types.swift")
        #expect(code.contains("body: Item,") && code.contains("var photo: FilePart?"), "\(code)")
    }

    @Test("the type in an object of OData is not required, because services omit it, unless it is a constant")
    func odata() {
        let snippet = schemas(
            """
                A:
                  type: object
                  required: ['@odata.type', '@odata.id']
                  properties: { '@odata.type': { type: string }, '@odata.id': { type: string } }
                B: { type: object, required: ['@odata.type'], properties: { '@odata.type': { type: string, enum: ['#b'] } } }
            """
        )
        let code = snippet.text("Models/A.swift")
        #expect(code.contains("var odataType: String?") && code.contains("var odataId: String\n"), "\(code)")
        let other = snippet.text("Models/B.swift")
        #expect(other.contains("var odataType: OdataType\n"), "\(other)")
    }

    @Test("a number with the format of an integer is an integer", arguments: ["int8", "int16", "uint32"])
    func integers(_ format: String) {
        let snippet = schemas("    A: { type: object, properties: { a: { type: number, format: \(format) } } }")
        #expect(snippet.text("Models/A.swift").contains("var a: Int?"), "\(snippet.text("Models/A.swift"))")
    }

    @Test(
        "the text that an operation of Swagger 2.0 produces without a schema is returned, with a message",
        arguments: [("text/csv", "String"), ("application/pdf", "Data")]
    )
    func produced(_ type: String, _ result: String) {
        let snippet = document(
            "paths: { /a: { get: { operationId: a, produces: [\(type)], responses: { 200: { description: '' } } } } }",
            "2.0"
        )
        #expect(snippet.rules == ["warning missing-key"], "\(snippet.report)")
        #expect(snippet.text(file).contains("throws(AError) -> \(result) {"), "\(snippet.text(file))")
    }

    @Test("a parameter for the credential of an operation without security is reported, also an optional one")
    func authorization() {
        let snippet = document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  parameters: [{ name: authorization, in: header, schema: { type: string } }]
                  \(done)
            """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
    }

    @Test("XML of a union of free objects is bytes, as XML of one is")
    func freeXML() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody:
                    required: true
                    content:
                      application/xml:
                        schema: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }
                  \(done)
            components: { schemas: { A: { type: object }, B: { type: object, properties: {} } } }
            """
        )
        #expect(snippet.rules.isEmpty, "\(snippet.report)")
        #expect(snippet.text(file).contains("body: HTTPBody"), "\(snippet.text(file))")
    }

    @Test("a part that is a file or an object is a file, and the object is reported")
    func fileOrObject() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody:
                    required: true
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          properties:
                            meta:
                              oneOf: [{ type: string, format: binary }, { type: object, properties: { url: {} } }]
                  \(done)
            """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        let code = snippet.text("Operations/SampleOperations+Types.swift")
        #expect(code.contains("var meta: FilePart?"), "\(code)")
    }

    @Test("the parts of a failure have one message, which says that the body is read as a whole")
    func partsOfFailure() {
        let snippet = document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    200: { description: '' }
                    400:
                      description: ''
                      content: { multipart/related: { schema: { type: object, properties: { a: { type: string } } } } }
            """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        #expect(snippet.report.contains("read as a whole"), "\(snippet.report)")
    }

    @Test("a required property that is not declared is reported at 'required'")
    func undeclared() {
        let snippet = schemas("    A:\n      type: object\n      properties: { a: {} }\n      required: [b]")
        #expect(snippet.rules == ["warning undeclared-required"], "\(snippet.report)")
        #expect(snippet.report.contains("required: [b]\n      ^~~~~~~~"), "\(snippet.report)")
    }

    @Test("a URL of OAuth with a variable is reported")
    func variableOfTokenURL() {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, security: [{ o: [] }], \(done) } } }
            components:
              securitySchemes:
                o: { type: oauth2, flows: { clientCredentials: { tokenUrl: '{root}/oauth2/token', scopes: {} } } }
            """
        )
        #expect(snippet.rules == ["warning relative-url"], "\(snippet.report)")
    }

    @Test("'/*' and 'undefined' are read as any media type, with a message", arguments: ["/*", "undefined"])
    func anyMediaType(_ key: String) {
        let snippet = document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    200: { description: '', content: { '\(key)': { schema: { type: string, format: binary } } } }
            """
        )
        #expect(snippet.rules == ["warning bad-media-type"], "\(snippet.report)")
        #expect(snippet.text(file).contains("*/*"), "\(snippet.text(file))")
    }

    private func events(_ media: String, _ schemas: String = "") -> Snippet {
        let components = schemas.isEmpty ? "" : "\ncomponents:\n  schemas:\n\(schemas)"
        return document(
            """
            paths:
              /a:
                get:
                  operationId: a
                  responses: { 200: { description: '', content: { text/event-stream: { \(media) } } } }\(components)
            """,
            "3.2.0"
        )
    }

    @Test("the data of events whose schema is a binary string is text")
    func binaryEvents() {
        let code = events("schema: { type: string, format: binary }").text(file)
        #expect(code.contains("ServerSentEvent<String>"), "\(code)")
    }

    @Test("a schema of items that requires other properties than those of an event describes its data")
    func dataOfEvents() {
        let snippet = events(
            "itemSchema: { $ref: '#/components/schemas/A' }",
            """
                A:
                  type: object
                  required: [type]
                  properties: { type: { type: string }, data: { type: object, properties: { x: { type: integer } } } }
            """
        )
        #expect(snippet.text(file).contains("ServerSentEvent<A>"), "\(snippet.text(file))")
        #expect(snippet.text("Models/A.swift").contains("var type: String"), "\(snippet.text("Models/A.swift"))")
    }

    @Test("an event with a name may require further properties")
    func furtherProperties() {
        let json = "contentMediaType: application/json, contentSchema"
        let snippet = events(
            "itemSchema: { $ref: '#/components/schemas/Event' }",
            """
                Event:
                  type: object
                  required: [at]
                  properties:
                    at: { type: string }
                    event: { type: string }
                    data: { type: string, \(json): { $ref: '#/components/schemas/One' } }
                One: { type: object, required: [a], properties: { a: { type: string } } }
            """
        )
        #expect(snippet.text(file).contains("ServerSentEvent<One>"), "\(snippet.text(file))")
    }

    @Test("a union of events may have one without a name, whose text ends the stream")
    func endOfEvents() {
        let json = "contentMediaType: application/json, contentSchema"
        let snippet = events(
            "itemSchema: { $ref: '#/components/schemas/Event' }",
            """
                Event:
                  type: object
                  properties: { event: { type: string }, data: { type: string } }
                  required: [event]
                  oneOf:
                    - { properties: { data: { \(json): { $ref: '#/components/schemas/One' } }, event: { const: one } } }
                    - { properties: { data: { \(json): { $ref: '#/components/schemas/Two' } }, event: { const: two } } }
                    - { properties: { data: { contentMediaType: text/plain, const: '[end]' } } }
                One: { type: object, required: [a], properties: { a: { type: string } } }
                Two: { type: object, required: [b], properties: { b: { type: string } } }
            """
        )
        #expect(snippet.text(file).contains("ServerSentEvent<Event>"), "\(snippet.text(file))")
        let code = snippet.text("Models/Event.swift")
        #expect(code.contains("var data: One?") && code.contains("var data: Two?"), "\(code)")
    }
}
