import Foundation
import GeneratorCore
import Testing

/// Tests of the methods for the media types of bodies.
@Suite("Methods for media types")
struct MediaTypeTests {

    private static let models = """
        A: { type: object, properties: { a: { type: string } } }
        B: { type: object, properties: { b: { type: string } } }
        """

    /// Returns the methods of a document's only operation, without their parameters.
    private func methods(_ snippet: Snippet) -> [String] {
        snippet.code("Operations/SampleOperations.swift").split(separator: "\n").compactMap { line in
            line.hasPrefix("public func ") ? String(line.dropFirst("public func ".count).prefix { $0 != "(" }) : nil
        }
    }

    @Test("a string as the schema of lines describes the whole body, and the schema of their items describes each line")
    func wholeLines() {
        let code = { (schema: String) -> String in
            Snippet(
                document: """
                    openapi: 3.2.0
                    info: { title: Sample, version: '1' }
                    paths:
                      /a:
                        post:
                          operationId: a
                          requestBody: { required: true, content: { application/x-ndjson: \(schema) } }
                          responses: { '200': { description: '', content: { application/x-ndjson: \(schema) } } }

                    """
            ).code("Operations/SampleOperations.swift")
        }
        #expect(
            code("{ schema: { type: string } }").contains(
                "body: String, options: CallOptions = CallOptions()) async throws(AError) -> String"
            )
        )
        #expect(code("{ itemSchema: { type: string } }").contains("-> ResponseSequence<String>"))
    }

    @Test("text that is a binary string is a file, which is sent and received as a stream")
    func binaryText() {
        let content = "content: { text/csv: { schema: { type: string, format: binary } } }"
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { required: true, \(content) }
                    responses: { '200': { description: '', \(content) } }
                """
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("body: HTTPBody, options: CallOptions = CallOptions()) async throws(AError) -> Data"))
        #expect(methods(snippet) == ["a", "a", "aStream"])
    }

    @Test("the body of a failure is read as a whole, and the schema of its items is reported")
    func wholeFailures() {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      responses:
                        '204': {}
                        '400': { content: { application/jsonl: { itemSchema: { type: object, properties: { a: { type: string } } } } } }
                        '401': { content: { text/event-stream: {} } }
                        '402': { content: { application/pdf: {} } }
                        '403': { content: { text/plain: {} } }

                """
        )
        #expect(snippet.rules == ["warning no-effect"])
        let text = snippet.text("Operations/SampleOperations.swift")
        #expect(text.components(separatedBy: "    /// The whole body is in memory.\n").count == 4)
        snippet.expect(
            """
            case badRequest(Data)
            case unauthorized(String)
            case paymentRequired(Data)
            case forbidden(String)
            """,
            in: "Operations/SampleOperations.swift"
        )
    }

    @Test("ranges and other spellings of JSON with the same schema add nothing to a method")
    func spellings() {
        func code(_ content: String) -> String {
            let snippet = Snippet(
                paths: """
                    /a:
                      post:
                        operationId: a
                        requestBody: { required: true, content: { \(content) } }
                        responses: { '204': { description: '' } }
                    """,
                schemas: Self.models
            )
            #expect(snippet.rules == [])
            return snippet.code("Operations/SampleOperations.swift")
        }
        let schema = "{ schema: { $ref: '#/components/schemas/A' } }"
        let plain = code("application/json: \(schema)")
        for others in [
            "text/json: \(schema), 'application/*+json': \(schema)", "'*/*': \(schema)",
            "application/json; charset=utf-8: \(schema)",
        ] {
            #expect(code("application/json: \(schema), \(others)") == plain, "\(others)")
        }
        let choice = code("application/json: \(schema), application/merge-patch+json: \(schema)")
        #expect(choice.contains("contentType: BodyMediaType = \"application/json\""), "\(choice)")
    }

    @Test("a method knows the JSON types that only other methods of its operation read")
    func otherTypes() {
        let (a, b) = (
            "{ schema: { $ref: '#/components/schemas/A' } }", "{ schema: { $ref: '#/components/schemas/B' } }"
        )
        func lines(_ content: String) -> [String] {
            let snippet = Snippet(
                paths: """
                    /a:
                      get:
                        operationId: a
                        responses:
                          '200': { description: '', content: { \(content) } }
                          '404': { description: '', content: { application/problem+json: \(b) } }
                    """,
                schemas: Self.models
            )
            return snippet.code("Operations/SampleOperations.swift").split(separator: "\n")
                .filter { $0.contains("call.otherTypes") }.map(String.init)
        }
        #expect(
            lines("application/json: \(a), application/problem+json: \(b)") == [
                "call.otherTypes = [\"application/problem+json\"]", "call.otherTypes = [\"application/json\"]",
            ]
        )
        for content in [
            "application/json: \(a)", "application/json: \(a), text/json: \(a)",
            "application/json: \(a), text/plain: { schema: { type: string } }",
            "application/vnd.a+json; v=1: \(a), application/vnd.a+json; v=2: \(b)",
        ] {
            #expect(lines(content) == [], "\(content)")
        }
    }

    @Test("a body of any media type is sent as the usual type of its kind if the caller names no other one")
    func anyType() {
        for (content, usual) in [
            ("'*/*': { schema: { type: string } }", "text/plain"), ("'text/*': {}", "text/plain"),
            ("'*/*': {}", "application/octet-stream"), ("'application/*': {}", "application/octet-stream"),
        ] {
            let snippet = Snippet(
                paths: """
                    /a:
                      post:
                        operationId: a
                        requestBody: { required: true, content: { \(content) } }
                        responses: { '204': { description: '' } }
                    """
            )
            let code = snippet.code("Operations/SampleOperations.swift")
            #expect(code.contains("contentType: BodyMediaType = \"\(usual)\""), "\(content): \(code)")
        }
    }

    @Test("a range of JSON types such as 'application/*+json' is sent as the type that the caller names")
    func suffixRange() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { required: true, content: { 'application/*+json': { schema: { $ref: '#/components/schemas/A' } } } }
                    responses: { '204': { description: '' } }
                """,
            schemas: Self.models
        )
        #expect(snippet.code("Operations/SampleOperations.swift").contains("contentType: BodyMediaType, options"))
        snippet.expect(#"call.check(contentType, in: ["application/*+json"])"#, in: "Operations/SampleOperations.swift")
    }

    @Test("a media type with a parameter that distinguishes the response stays in 'Accept' next to the plain type")
    func parameters() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content:
                          application/json: { schema: { $ref: '#/components/schemas/A' } }
                          application/json;stream=watch: { schema: { $ref: '#/components/schemas/B' } }
                      '201': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } }
                """,
            schemas: Self.models
        )
        #expect(methods(snippet) == ["a", "aJSON"])
        snippet.expect(
            #"call.accept = "application/json;stream=watch, application/json""#,
            in: "Operations/SampleOperations.swift"
        )
    }

    @Test("a range among the media types of a failure is not requested, because it includes those of other successes")
    func failureRange() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content: { text/csv: {}, application/json: { schema: { $ref: '#/components/schemas/A' } } }
                      '500': { description: '', content: { '*/*': { schema: { $ref: '#/components/schemas/B' } } } }
                """,
            schemas: Self.models
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains(#"call.accept = "text/csv""#) && !code.contains("*/*"), "\(code)")
    }

    @Test("a media type with the suffix of JSON lines is a sequence of items")
    func lineSuffix() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200': { description: '', content: { application/vnd.acme+jsonl: { schema: { $ref: '#/components/schemas/A' } } } }
                """,
            schemas: Self.models
        )
        #expect(snippet.code("Operations/SampleOperations.swift").contains("Sequence<A"))
    }

    @Test("a webhook with bodies of several forms has a warning about those that are not read")
    func webhooks() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                webhooks:
                  created:
                    post:
                      requestBody:
                        content:
                          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/A' } }
                          application/json: { schema: { $ref: '#/components/schemas/B' } }
                      responses: { '204': { description: '' } }
                components:
                  schemas:
                    A: { type: object, properties: { a: { type: string } } }
                    B: { type: object, properties: { b: { type: string } } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"])
    }

    @Test("a multipart body with variants is created by the caller, from variants that are parts")
    func multipartVariants() {
        let snippet = Snippet(
            paths: """
                /a:
                  put:
                    operationId: a
                    requestBody:
                      content:
                        multipart/form-data:
                          schema: { oneOf: [{ $ref: '#/components/schemas/File' }, { $ref: '#/components/schemas/Link' }] }
                    responses: { '204': { description: '' } }
                """,
            schemas: """
                File: { type: object, required: [file], properties: { file: { type: string, format: binary } } }
                Link: { type: object, required: [url], properties: { url: { type: string } } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"])
        #expect(snippet.code("Operations/SampleOperations.swift").contains("body: MultipartBody?"))
        #expect(snippet.code("Models/File.swift").contains("public struct File: MultipartConvertible"))
        #expect(snippet.code("Models/Link.swift").contains("MultipartConvertible"))
    }

    @Test("requests and responses with several media types declare each type once, and have no warnings about names")
    func products() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: make
                    requestBody:
                      content:
                        application/json: { schema: { $ref: '#/components/schemas/A' } }
                        application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/A' } }
                    responses:
                      '200':
                        description: ''
                        content:
                          application/json: { schema: { $ref: '#/components/schemas/A' } }
                          text/csv: {}
                      '201':
                        description: ''
                        content: { application/json: { schema: { $ref: '#/components/schemas/B' } } }
                """,
            schemas: Self.models
        )
        #expect(snippet.rules == [])
        #expect(methods(snippet) == ["make", "makeCSV", "makeForm", "makeFormCSV"])
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.components(separatedBy: "async throws(MakeError) -> MakeCSVResponse").count == 3, "\(code)")
        #expect(!snippet.paths.contains { $0.contains("Response2") })
    }

    /// Returns an operation with bodies in YAML's flow style.
    private func operation(_ request: String?, _ responses: String, version: String = "3.2.0") -> Snippet {
        let body = request.map { "requestBody: { required: true, content: { \($0) } }" } ?? "deprecated: false"
        return Snippet(
            document: """
                openapi: \(version)
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    post:
                      operationId: make
                      \(body)
                      responses: { \(responses) }
                components:
                  schemas:
                    A: { type: object, properties: { a: { type: string } } }
                    B: { type: object, properties: { b: { type: string } } }
                """
        )
    }

    private let a = "{ schema: { $ref: '#/components/schemas/A' } }"
    private let b = "{ schema: { $ref: '#/components/schemas/B' } }"

    @Test("a media type of both bodies is named once, and with its direction if only one body has it")
    func directions() {
        let content = "application/json: \(a), application/vnd.acme.v2+json: \(b)"
        let snippet = operation(content, "'200': { description: '', content: { \(content) } }")
        #expect(methods(snippet) == ["make", "makeAsAcmeV2", "makeWithAcmeV2", "makeAcmeV2"], "\(snippet.report)")
        #expect(snippet.rules == [])
    }

    @Test("a media type with a parameter is accepted next to the plain one, also with the same schema")
    func typesWithParameters() {
        let snippet = operation(
            nil,
            "'200': { description: '', content: { application/json: \(a), application/json;stream=watch: \(a) } }"
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains(#"call.accept = "application/json, application/json;stream=watch""#), "\(code)")
    }

    @Test("a response that is a form is a sequence of parts with their names")
    func formResponse() {
        let snippet = operation(
            nil,
            "'200': { description: '', content: { multipart/form-data: { schema: { type: object, properties: { a: {} } } } } }"
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("ResponseSequence<ResponsePart<Data>>"), "\(code)")
    }

    @Test(
        "parts of one type are sent one by one; those whose values are not their content are a list",
        arguments: [
            ("{ type: integer }", "application/json", "BodyItems<Int>"),
            ("{ type: integer }", "Text/Plain", "BodyItems<Int>"),
            ("{ type: string }", "text/csv", "BodyItems<String>"),
            ("{ type: string }", "application/xml", "[String]"),
            ("{ type: string, format: binary }", "text/csv", "BodyItems<Data>"),
            ("{ type: string, format: byte }", "text/csv", "[Data]"),
            ("{ type: string, format: date }", "text/plain", "BodyItems<CalendarDate>"),
        ]
    )
    func partItems(_ schema: String, _ type: String, _ body: String) {
        let snippet = operation(
            "multipart/mixed: { itemSchema: \(schema), itemEncoding: { contentType: \(type) } }",
            "'204': { description: '' }"
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("body: \(body),"), "\(code)")
        #expect(snippet.rules == [])
    }

    @Test(
        "parts have the media type of their schema, in requests and in responses",
        arguments: [
            ("{ type: integer }", "text/plain"), ("{ type: boolean }", "text/plain"),
            ("{ type: string }", "text/plain; charset=utf-8"),
        ]
    )
    func partTypes(_ schema: String, _ type: String) {
        let media = "multipart/mixed: { itemSchema: \(schema) }"
        let responses = "'200': { description: '', content: { \(media) } }"
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a: { post: { operationId: a, requestBody: { content: { \(media) } }, responses: { \(responses) } } }
                """,
            server: .init()
        )
        let text = (snippet.result.files + snippet.result.server).map(\.text).joined()
        #expect(text.contains("rest: \"\(type)\"") || text.contains("type: \"\(type)\""), "\(text)")
        #expect(text.contains("partType: \"\(type)\""), "\(text)")
    }

    @Test(
        "a failure that is an object is JSON even if the document gives it the media type of a file",
        arguments: ["application/octet-stream", "image/png"]
    )
    func misnamedFailure(_ type: String) {
        let file = "'200': { description: '', content: { \(type): {} } }"
        let snippet = operation(nil, "\(file), '404': { description: '', content: { \(type): \(a) } }")
        #expect(snippet.rules == ["warning misnamed-failure"])
        #expect(snippet.code("Operations/SampleOperations.swift").contains("case notFound(A)"))
        let bytes = operation(nil, "\(file), '404': { description: '', content: { \(type): {} } }")
        #expect(bytes.rules == [])
        #expect(bytes.code("Operations/SampleOperations.swift").contains("case notFound(Data)"))
    }

    @Test("a part without a type is a file unless its encoding says otherwise, and not in OpenAPI 3.0")
    func untypedParts() {
        let media = """
            multipart/form-data: { schema: { type: object, properties: { one: {}, many: { type: array, items: {} },
            json: {} } }, encoding: { json: { contentType: application/json } } }
            """.replacing("\n", with: " ")
        let snippet = operation(media, "'204': { description: '' }")
        let text = (snippet.result.files + snippet.result.server).map(\.text).joined()
        #expect(text.contains("var one: FilePart?") && text.contains("var many: [FilePart]?"), "\(text)")
        #expect(text.contains("var json: JSONValue?"))
        let old = operation(media, "'204': { description: '' }", version: "3.0.3")
        #expect(old.result.files.map(\.text).joined().contains("var one: JSONValue?"))
    }

    @Test("an inline schema of a media type among the components has its name")
    func componentMediaTypes() {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    post:
                      operationId: make
                      requestBody: { content: { application/json: { $ref: '#/components/mediaTypes/Thing' } } }
                      responses:
                        '200': { description: '', content: { application/json: { $ref: '#/components/mediaTypes/Thing' } } }
                components:
                  mediaTypes: { Thing: { schema: { type: object, properties: { a: { type: string } } } } }
                """
        )
        #expect(snippet.paths.contains("Models/Thing.swift"), "\(snippet.paths)")
        #expect(snippet.code("Operations/SampleOperations.swift").contains("-> Thing {"))
    }

    @Test("the items of a webhook's sequence are bytes, which is reported")
    func webhookItems() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                webhooks:
                  lines:
                    post:
                      requestBody: { content: { application/x-ndjson: { schema: { type: object } } } }
                      responses: { '204': { description: '' } }
                """
        )
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
    }

    @Test(
        "a header field that the runtime sets is a parameter without effect, which is reported if its values are lost",
        arguments: [
            ("name: Content-Type, schema: { type: string, enum: [application/x-tar] }", true),
            ("name: Content-Type, schema: { type: string, enum: [application/json] }", false),
            ("name: Accept, schema: { type: string, enum: [application/pdf] }", true),
            ("name: Accept, schema: { type: string }", false),
            ("name: Authorization, required: true, schema: { type: string }", true),
            ("name: Authorization, schema: { type: string }", true),
        ]
    )
    func ownFields(_ parameter: String, _ isReported: Bool) {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: make
                    parameters: [{ in: header, \(parameter) }]
                    requestBody: { content: { application/json: \(a) } }
                    responses: { '200': { description: '', content: { application/json: \(a) } } }
                """,
            schemas: Self.models
        )
        #expect(snippet.rules == (isReported ? ["warning no-effect"] : []), "\(snippet.report)")
        #expect(snippet.code("Operations/SampleOperations.swift").contains("func make(body: A?"))
    }

    @Test("methods for XML have names without warnings, and every XML type of a request is a choice")
    func syntaxes() {
        let snippet = Snippet(
            paths: """
                /a:
                  put:
                    operationId: a
                    requestBody:
                      required: true
                      content:
                        application/xml: { schema: { $ref: '#/components/schemas/A' } }
                        application/vnd.api+json: { schema: { $ref: '#/components/schemas/A' } }
                        application/atom+xml: { schema: { $ref: '#/components/schemas/A' } }
                        application/vnd.other+xml: { schema: { $ref: '#/components/schemas/B' } }
                    responses:
                      '200':
                        description: ''
                        content:
                          application/xml: { schema: { $ref: '#/components/schemas/A' } }
                          application/json: { schema: { $ref: '#/components/schemas/B' } }
                """,
            schemas: Self.models
        )
        #expect(!snippet.rules.contains("warning name-clash"), "\(snippet.report)")
        let code = snippet.code("Operations/SampleOperations.swift")
        let types = #"["application/xml", "application/atom+xml"]"#
        #expect(code.contains("call.check(contentType, in: \(types))"), "\(code)")
        #expect(code.contains("call.coded(body, contentType: \"application/vnd.other+xml\""), "\(code)")
    }

    /// Returns the code and the diagnostics of an operation whose response has a multipart media type.
    private func multipart(_ type: String, _ media: String) -> (code: String, rules: [String]) {
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    get:
                      operationId: a
                      responses: { '200': { description: A., content: { \(type): { \(media) } } } }
                components:
                  schemas:
                    A: { type: object, properties: { a: { type: string } } }
                """
        )
        return (snippet.code("Operations/SampleOperations.swift"), snippet.rules)
    }

    @Test(
        "parts of a multipart response are values only if they have one schema in JSON, and otherwise bytes",
        arguments: [
            ("itemSchema: { $ref: '#/components/schemas/A' }", "A", false),
            ("schema: { type: array, items: { $ref: '#/components/schemas/A' } }", "A", false),
            ("itemSchema: {}, itemEncoding: { contentType: application/json }", "JSONValue", false),
            ("itemSchema: {}", "Data", false),
            ("itemSchema: {}, itemEncoding: { contentType: image/jpg }", "Data", false),
            ("itemSchema: {}, itemEncoding: { contentType: 'image/*' }", "Data", false),
            ("itemSchema: { contentMediaType: image/png }", "Data", false),
            ("itemSchema: {}, itemEncoding: { contentType: 'text/css, image/*' }", "Data", false),
            ("itemSchema: { type: object }, itemEncoding: { contentType: application/xml }", "Data", true),
            ("schema: { $ref: '#/components/schemas/A' }", "Data", true),
            ("schema: { type: array, prefixItems: [{ type: object }, { type: string }] }", "Data", true),
            ("schema: { type: string, format: binary }", "Data", false),
        ]
    )
    func responseParts(_ media: String, _ type: String, _ isReported: Bool) {
        for name in ["multipart/mixed", "multipart/related"] {
            let (code, rules) = multipart(name, media)
            #expect(code.contains("-> ResponseSequence<ResponsePart<\(type)>>"), "\(code)")
            #expect(rules == (isReported ? ["warning no-effect"] : []))
        }
        if media.hasPrefix("schema: { $ref") {
            let code = multipart("multipart/x-mixed-replace", media).code
            #expect(code.contains("-> ResponseSequence<ResponsePart<A>>"), "\(code)")
        }
    }

    @Test("an event of which callers receive the data has no type, unless something else uses it")
    func envelopes() {
        func snippet(_ rest: String) -> Snippet {
            Snippet(
                document: """
                    openapi: 3.2.0
                    info: { title: Sample, version: '1' }
                    paths:
                      /a:
                        get:
                          operationId: a
                          responses: { '200': { description: A., content: { text/event-stream: { itemSchema: { $ref: '#/components/schemas/Event' } } } } }
                    \(rest)
                    components:
                      schemas:
                        A: { type: object, properties: { a: { type: string } } }
                        Event: { type: object, required: [event], properties: { event: { type: string }, data: { type: string, contentMediaType: application/json, contentSchema: { $ref: '#/components/schemas/A' } } } }
                    """
            )
        }
        let alone = snippet("")
        #expect(alone.rules == [] && !alone.paths.contains("Models/Event.swift"))
        #expect(alone.code("Operations/SampleOperations.swift").contains("ResponseSequence<ServerSentEvent<A>>"))
        let shared = snippet(
            "  /b: { get: { operationId: b, responses: { '200': { description: B., content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } } } } }"
        )
        #expect(shared.rules == ["warning no-effect"])
        shared.expect("public var data: String?", in: "Models/Event.swift")
    }

    @Test("a schema of content is reported where it has no effect, but not for the data of events")
    func contents() {
        let reference = "{ $ref: '#/components/schemas/A' }"
        let data = "{ type: string, contentMediaType: application/json, contentSchema: \(reference) }"
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content:
                          text/event-stream:
                            itemSchema: { type: object, required: [data], properties: { data: \(data) } }
                """,
            schemas: Self.models
        )
        #expect(snippet.rules == [])
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("ResponseSequence<ServerSentEvent<A>>"), "\(code)")
        let property = Snippet(schemas: "\(Self.models)\nC: { type: object, properties: { text: \(data) } }")
        #expect(property.rules == ["warning no-effect"])
    }

    @Test("a server never has two streams of one media type for the same request, and says so")
    func alike() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/A' } } }
                      '201':
                        description: ''
                        content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/B' } } }
                """,
            schemas: Self.models,
            server: ModuleOptions.Server(access: .internal)
        )
        #expect(snippet.rules == ["warning alike-successes"])
        #expect(methods(snippet) == ["a", "aCreated"])
    }

    @Test("a server sends a range of successes with a status that has no response of its own")
    func statuses() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content: { application/json: { schema: { $ref: '#/components/schemas/A' } } }
                      '201': { description: '' }
                      '2XX':
                        description: ''
                        content: { application/json: { schema: { $ref: '#/components/schemas/B' } } }
                """,
            schemas: Self.models,
            server: ModuleOptions.Server(access: .internal)
        )
        #expect(snippet.rules == [])
        let code = snippet.code("SampleService.swift")
        #expect(code.contains("case .ok(let body): .json(body, 200)"), "\(code)")
        #expect(code.contains("case .success(let body): .json(body, 202)"), "\(code)")
    }

    @Test("a media type and an encoding of a strict document can have 'x-evidence'")
    func evidence() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody:
                      content:
                        application/x-www-form-urlencoded:
                          x-evidence: inferred
                          schema: { type: object, properties: { l: { type: array, items: { type: string } } } }
                          encoding: { l: { explode: false, x-evidence: third-party } }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == [], "\(snippet.report)")
    }

    @Test("a multipart body of any kind is sent as a form")
    func anyMultipart() {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody:
                      required: true
                      content: { 'multipart/*': { schema: { $ref: '#/components/schemas/A' } } }
                    responses: { '204': { description: '' } }
                """,
            schemas: Self.models
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("call.multipart(body)\n"), "\(code)")
    }

    @Test(
        "a range has methods of its own unless it includes the media type of the model and has the same schema",
        arguments: [
            ("application/json: {}, 'image/*': {}", ["a", "aImage"]),
            (
                "application/json: { schema: { type: string } }, 'text/*': { schema: { type: string } }",
                ["a", "aText"]
            ),
            ("application/json: {}, '*/*': {}", ["a"]), ("application/json: {}, 'application/*': {}", ["a"]),
        ]
    )
    func ranges(_ content: String, _ names: [String]) {
        let snippet = Snippet(
            paths: """
                /a:
                  post:
                    operationId: a
                    requestBody: { required: true, content: { \(content) } }
                    responses: { '204': { description: '' } }
                """
        )
        #expect(methods(snippet) == names, "\(snippet.report)")
        let received = Snippet(
            paths: "/a: { get: { operationId: a, responses: { '200': { description: '', content: { \(content) } } } } }"
        )
        let found = Set(methods(received)).filter { !$0.hasSuffix("Stream") }
        #expect(found == Set(names), "\(received.report)")
    }

    @Test("a method does not request the type of a failure that is the type of another method's success")
    func failures() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content:
                          application/json: { schema: { $ref: '#/components/schemas/A' } }
                          text/plain: { schema: { type: string } }
                      '400': { description: '', content: { text/plain: { schema: { type: string } } } }
                """,
            schemas: Self.models
        )
        #expect(methods(snippet) == ["a", "aText"])
        let lines = snippet.code("Operations/SampleOperations.swift").split(separator: "\n")
        // Without a line, a method requests JSON.
        #expect(lines.filter { $0.contains("call.accept") } == [#"call.accept = "text/plain""#])
    }

    @Test("a method for bytes of several media types is not named after one of them")
    func bytes() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: ''
                        content:
                          application/json: { schema: { $ref: '#/components/schemas/A' } }
                          application/xml: { schema: { type: string } }
                          application/pdf: {}
                """,
            schemas: Self.models
        )
        #expect(methods(snippet) == ["a", "aData", "aData", "aDataStream"], "\(snippet.report)")
    }

    @Test("a clash of a response's name is reported at its operation")
    func clash() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200': { description: '', content: { application/json: { schema: { type: string } } } }
                      '201': { description: '', content: { application/json: { schema: { type: integer } } } }
                """,
            schemas: "AResponse: { type: object, properties: { a: { type: string } } }"
        )
        let warning = "sample.yaml:7:20: warning: A response is named 'AResponse2'"
        #expect(snippet.report.contains(warning), "\(snippet.report)")
    }

    @Test("header fields of parts without names are reported, because they are not sent")
    func partHeaders() {
        let headers = "{ contentType: text/plain, headers: { X-A: { schema: { type: string } } } }"
        let snippet = Snippet(
            document: """
                openapi: 3.2.0
                info: { title: S, version: '1' }
                paths:
                  /a:
                    post:
                      operationId: a
                      requestBody:
                        content:
                          multipart/mixed:
                            schema: { type: array, prefixItems: [{ type: string }], items: { type: string } }
                            prefixEncoding: [\(headers)]
                            itemEncoding: \(headers)
                      responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.rules == ["warning no-effect", "warning no-effect"], "\(snippet.report)")
        #expect(snippet.report.contains("sample.yaml:11:57: warning: The header fields of this part are not sent"))
    }
}
