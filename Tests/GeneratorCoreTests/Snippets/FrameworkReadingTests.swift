import GeneratorCore
import Testing

/// Tests of constructs that the standard does not allow, and that frameworks write with one meaning.
@Suite("Readings of what frameworks write")
struct FrameworkReadingTests {
    private let file = "Operations/SampleOperations.swift"
    private let done = "responses: { 204: { description: '' } }"
    private let modern = "openapi: 3.1.0\nservers: [{ url: 'https://a.example' }]"
    private let swagger = "swagger: '2.0'\nhost: a.example"
    private let thing = "{ type: object, properties: { id: { type: string } } }"

    private func document(_ rest: String, _ head: String? = nil) -> Snippet {
        Snippet(
            document: "\(head ?? modern)\ninfo: { title: Sample, version: '1' }\n\(rest)\n",
            isStrict: false
        )
    }

    private func expect(
        _ snippet: Snippet,
        _ fragment: String,
        in path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let code = snippet.code(path, sourceLocation: sourceLocation)
        #expect(code.contains(fragment), "\(code)", sourceLocation: sourceLocation)
    }

    @Test("parameters of routers of Python are parameters of the path")
    func angles() {
        let snippet = document(
            """
            paths:
              /items/<int:item_id>/<name>/<path:rest>:
                get:
                  operationId: a
                  parameters:
                    - { name: item_id, in: path, required: true, schema: { type: integer } }
                    - { name: name, in: path, required: true, schema: { type: string } }
                    - { name: rest, in: path, required: true, schema: { type: string } }
                  \(done)
              /other/<name>:
                get: { operationId: b, \(done) }
            """
        )
        #expect(snippet.rules.allSatisfy { $0 == "warning bad-path" } && snippet.rules.count >= 3, "\(snippet.report)")
        let code = snippet.code(file)
        #expect(code.contains(#""/items/{item_id}/{name}/{rest}""#), "\(code)")
        #expect(code.contains("reserved: rest"), "\(code)")
        #expect(code.contains(#""/other/%3Cname%3E""#), "\(code)")
    }

    @Test("a parameter whose reference names a schema has that schema")
    func schemaOfParameter() {
        for head in [modern, swagger] {
            let isOld = head == swagger
            let place = isOld ? "definitions" : "components/schemas"
            let schemas = "State: { type: string, enum: [on, off] }"
            let snippet = document(
                """
                paths:
                  /a:
                    get:
                      operationId: a
                      parameters: [{ in: query, name: state, $ref: '#/\(place)/State' }]
                      \(done)
                \(isOld ? "definitions: { \(schemas) }" : "components: { schemas: { \(schemas) } }")
                """,
                head
            )
            #expect(snippet.rules == ["warning missing-key"], "\(snippet.report)")
            expect(snippet, "state: State? = nil", in: file)
        }
    }

    @Test("a reference to a definition by its name alone is read in Swagger 2.0 too")
    func bareReference() {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, produces: [application/json], responses: { 200: { description: '', schema: { $ref: Pet } } } } } }
            definitions: { Pet: \(thing) }
            """,
            swagger
        )
        #expect(snippet.rules == ["warning dangling-reference"], "\(snippet.report)")
        expect(snippet, "-> Pet", in: file)
    }

    @Test("of two bodies in Swagger 2.0, the first counts")
    func twoBodies() {
        let snippet = document(
            """
            consumes: [application/json]
            paths:
              /a:
                post:
                  operationId: a
                  parameters:
                    - { in: body, name: pet, required: true, schema: { $ref: '#/definitions/Pet' } }
                    - { in: body, name: notify, schema: { type: boolean } }
                  \(done)
            definitions: { Pet: \(thing) }
            """,
            swagger
        )
        #expect(snippet.rules == ["warning two-bodies"], "\(snippet.report)")
        expect(snippet, "body: Pet", in: file)
    }

    @Test("a body next to a file of a form is a part of the form")
    func bodyInForm() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  consumes: [multipart/form-data]
                  parameters:
                    - { in: formData, name: file, required: true, type: file }
                    - { in: body, name: pet, required: true, schema: { $ref: '#/definitions/Pet' } }
                  \(done)
            definitions: { Pet: \(thing) }
            """,
            swagger
        )
        #expect(snippet.rules == ["warning two-bodies"], "\(snippet.report)")
        let code = snippet.paths.map { snippet.code($0) }.joined()
        #expect(code.contains("public var pet: Pet\n") && code.contains("public var file: FilePart\n"), "\(code)")
    }

    @Test("a subtype without its type is a media type", arguments: ["json", "JSON"])
    func shortMediaTypes(_ type: String) {
        let snippet = document(
            """
            consumes: [\(type)]
            produces: [\(type)]
            paths:
              /a:
                post:
                  operationId: a
                  parameters: [{ in: body, name: pet, required: true, schema: { $ref: '#/definitions/Pet' } }]
                  responses: { 200: { description: '', schema: { $ref: '#/definitions/Pet' } } }
            definitions: { Pet: \(thing) }
            """,
            swagger
        )
        #expect(Set(snippet.rules) == ["warning bad-media-type"], "\(snippet.report)")
        expect(snippet, "call.json(body)", in: file)
        expect(snippet, "-> Pet", in: file)
    }

    @Test("the failure of a stream of events that is an object is read as JSON")
    func failureOfEvents() {
        let snippet = document(
            """
            produces: [text/event-stream]
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    200: { description: '', schema: { $ref: '#/definitions/Event' } }
                    400: { description: '', schema: { $ref: '#/definitions/Event' } }
            definitions: { Event: \(thing) }
            """,
            swagger
        )
        #expect(snippet.rules == ["warning misnamed-failure"], "\(snippet.report)")
        expect(snippet, "case badRequest(Event)", in: file)
        #expect(snippet.code(file).contains("application/json"), "\(snippet.code(file))")
    }

    @Test("an object in a media type without models is reported", arguments: ["text/csv", "application/vnd.acme.v1"])
    func objectOfBytes(_ type: String) {
        let snippet = document(
            """
            paths:
              /a:
                get: { operationId: a, responses: { 200: { description: '', content: { \(type): { schema: \(thing) } } } } }
            """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
    }

    @Test("a string in place of a server, a discriminator or the schema of elements is its main key")
    func stringsForMappings() {
        let snippet = document(
            """
            servers: ['https://a.example/v1 ']
            paths: { /a: { get: { operationId: a, responses: { 200: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Pets' } } } } } } } }
            components:
              schemas:
                Pets: { type: object, properties: { names: { type: array, items: string }, pet: { $ref: '#/components/schemas/Pet' } } }
                Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: kind }
                Cat: { type: object, required: [kind], properties: { kind: { type: string } } }
                Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
            """,
            "openapi: 3.1.0"
        )
        let rules = ["warning bad-server", "warning wrong-type", "warning wrong-type", "warning wrong-type"]
        #expect(snippet.rules.sorted() == rules, "\(snippet.report)")
        expect(snippet, "public var names: [String]?", in: "Models/Pets.swift")
        #expect(snippet.code("Models/Pet.swift").contains(#""kind""#), "\(snippet.code("Models/Pet.swift"))")
        #expect(snippet.code("SampleServers.swift").contains(#""https://a.example/v1""#))
    }

    @Test("the type Date of JavaScript has a time, and the format date has none")
    func dates() {
        let snippet = document(
            """
            paths: {}
            components: { schemas: { T: { type: object, properties: { a: { type: Date }, b: { type: date } } } } }
            """
        )
        #expect(snippet.rules == ["warning bad-type", "warning bad-type"], "\(snippet.report)")
        expect(snippet, "public var a: Date?", in: "Models/T.swift")
        expect(snippet, "public var b: CalendarDate?", in: "Models/T.swift")
        let shown = document(
            """
            paths: {}
            components: { schemas: { T: { type: object, properties: { a: { type: Date, example: '2020-01-02' } } } } }
            """
        )
        expect(shown, "public var a: CalendarDate?", in: "Models/T.swift")
    }

    @Test("credentials of an HTTP scheme that only names them are sent, and computed ones are not")
    func schemes() {
        let snippet = document(
            """
            security: [{ Key: [] }]
            paths: { /a: { get: { operationId: a, \(done) } }, /b: { get: { operationId: b, security: [{ Computed: [] }], \(done) } } }
            components: { securitySchemes: { Key: { type: http, scheme: Token }, Computed: { type: http, scheme: digest } } }
            """
        )
        #expect(snippet.rules == ["warning unsupported-security", "warning unsupported-security"], "\(snippet.report)")
        expect(snippet, #".header("Authorization")"#, in: "SampleCredentials.swift")
        #expect(!snippet.code("SampleCredentials.swift").contains("computed"))
    }

    @Test("a status 206 that is the only success is received")
    func onlyPart() {
        let content = "{ description: '', content: { video/mp4: {} } }"
        let snippet = document("paths: { /a: { get: { operationId: a, responses: { 206: \(content) } } } }")
        expect(snippet, "call.statuses = [", in: file)
        let both = document(
            "paths: { /a: { get: { operationId: a, responses: { 200: \(content), 206: \(content) } } } }"
        )
        #expect(!both.code(file).contains("call.statuses"))
    }

    @Test("brackets in patterns of a path, and those whose name is in braces, are text")
    func bracketsInPatterns() {
        for path in ["/a/{id:(?<id>[0-9]+)}", "/a/{id:(?<x>a)}", "/a/<id>/{id}"] {
            let snippet = document(
                """
                paths:
                  '\(path)':
                    get:
                      operationId: a
                      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                      \(done)
                """
            )
            #expect(!snippet.report.contains("not the syntax"), "\(snippet.report)")
            #expect(snippet.code(file).contains(path.contains("<id>/") ? "/a/%3Cid%3E/{id}" : #""/a/{id}""#))
        }
    }

    @Test("a media type whose type is missing is ignored next to the valid one")
    func repeatedMediaType() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  requestBody:
                    required: true
                    content: { json: { schema: { type: string } }, application/json: { schema: { $ref: '#/components/schemas/T' } } }
                  \(done)
            components: { schemas: { T: \(thing) } }
            """
        )
        #expect(snippet.rules == ["warning bad-media-type"], "\(snippet.report)")
        expect(snippet, "body: T", in: file)
    }

    @Test("two schemes in the header field Authorization are alternatives")
    func oneField() {
        let snippet = document(
            """
            paths: { /a: { get: { operationId: a, security: [{ Bearer: [], Token: [] }], \(done) } } }
            components: { securitySchemes: { Bearer: { type: http, scheme: bearer }, Token: { type: http, scheme: token } } }
            """
        )
        let code = snippet.code("SampleCredentials.swift")
        #expect(code.contains("bearerOrToken") && !code.contains("bearerAndToken"), "\(code)")
    }

    @Test("a body with the name of a form's file is not lost without a message")
    func bodyNamedLikeFile() {
        let snippet = document(
            """
            paths:
              /a:
                post:
                  operationId: a
                  consumes: [multipart/form-data]
                  parameters:
                    - { in: formData, name: file, required: true, type: file }
                    - { in: body, name: file, required: true, schema: \(thing) }
                  \(done)
            """,
            swagger
        )
        #expect(snippet.rules.first == "warning two-bodies", "\(snippet.report)")
        #expect(snippet.report.contains("so this parameter is ignored"), "\(snippet.report)")
    }
}
