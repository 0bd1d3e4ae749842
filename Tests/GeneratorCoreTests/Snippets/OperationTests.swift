import GeneratorCore
import Testing

/// Tests of operations as methods, one feature each: parameters, bodies and responses.
@Suite("Operations")
struct OperationTests: OperationSuite {
    @Test("content of a response without a body is ignored, and each status is documented once")
    func bodiless() {
        let content = "content: { application/json: { schema: { type: integer } } }"
        let snippet = operation(
            "/a",
            "delete",
            "responses: { '204': { description: Done., \(content) }, 4XX: { description: No., \(content) }, 4xx: { description: No. } }"
        )
        snippet.expectText("async throws(DoItError) {", in: file)
        snippet.expectText("sendEmpty(call", in: file)
        #expect(snippet.rules == ["warning impossible-body", "warning bad-status"])
    }

    @Test("a header field with an invalid name causes a warning and is not generated")
    func impossibleHeader() {
        let fields = "headers: { 'bad name': { schema: { type: string } }, X-Good: { schema: { type: string } } }"
        let snippet = operation("/a", "delete", "responses: { '204': { description: Done., \(fields) } }")
        #expect(snippet.rules == ["warning bad-header"])
        #expect(snippet.result.files.contains { $0.text.contains("X-Good") })
        #expect(!snippet.result.files.contains { $0.text.contains("badName") || $0.text.contains("bad name") })
    }

    @Test(
        "each parameter style has its call",
        arguments: [
            ("{ name: q, in: query, schema: { type: string } }", #"call.query("q", q)"#),
            (
                "{ name: q, in: query, explode: false, schema: { type: array, items: { type: string } } }",
                #"call.query("q", q, explode: false)"#
            ),
            (
                "{ name: q, in: query, style: spaceDelimited, explode: false, schema: { type: array, items: { type: string } } }",
                #"call.query("q", q, style: .spaceDelimited, explode: false)"#
            ),
            (
                "{ name: q, in: query, style: deepObject, explode: true, schema: { type: object } }",
                #"call.query("q", q, style: .deepObject)"#
            ),
            (
                "{ name: q, in: query, allowReserved: true, schema: { type: string } }",
                #"call.query("q", q, allowReserved: true)"#
            ),
            (
                "{ name: q, in: query, content: { application/json: { schema: { type: integer } } } }",
                #"call.query("q", q.map(OperationCall.text(of:)))"#
            ),
            ("{ name: X-A, in: header, schema: { type: string } }", #"call.header("X-A", xA)"#),
            ("{ name: c, in: cookie, schema: { type: string } }", #"call.cookie("c", c)"#),
            (
                "{ name: c, in: cookie, explode: false, schema: { type: array, items: { type: string } } }",
                #"call.cookie("c", c, explode: false)"#
            ),
        ]
    )
    func parameters(_ parameter: String, _ line: String) {
        let snippet = operation("parameters:\n  - \(parameter)\n\(Self.done)")
        #expect(snippet.rules == [])
        #expect(snippet.code(file).contains("\n\(line)\n"), "\(snippet.code(file))")
    }

    @Test("path parameters are expanded in their styles, and other characters are encoded")
    func path() {
        let snippet = operation(
            "/a b/{id}/x{n}{flag}/%20ü",
            "get",
            """
            parameters:
              - { name: id, in: path, required: true, schema: { type: string } }
              - { name: n, in: path, required: true, style: label, schema: { type: integer } }
              - { name: flag, in: path, required: true, style: matrix, explode: true, schema: { type: array, items: { type: string } } }
            \(Self.done)
            """
        )
        #expect(snippet.code(file).contains(#""/a%20b/{id}/x{n}{flag}/%20%C3%BC""#))
        snippet.expect(
            #"""
            call.path("id", id)
            call.path("n", label: n)
            call.path("flag", matrix: flag, explode: true)
            """#,
            in: file
        )
    }

    @Test(
        "a path parameter with JSON content is sent as JSON, and its name in the path may be spelled in another Unicode form"
    )
    func pathContent() {
        let lines = """
            parameters:
              - { name: "cafe\u{301}", in: path, required: true, content: { application/json: { schema: { type: object } } } }
            \(Self.done)
            """
        let snippet = operation("/x/{caf\u{e9}}", "get", lines)
        let name = #"cafe\u{301}"#
        #expect(snippet.code(file).contains("\"/x/{\(name)}\""), "\(snippet.code(file))")
        #expect(snippet.code(file).contains("call.path(\"\(name)\", OperationCall.text(of: "), "\(snippet.code(file))")
    }

    @Test("'allowReserved' applies to paths and cookies in every style that encodes characters")
    func reserved() {
        let lines = """
            parameters:
              - { name: n, in: path, required: true, style: label, allowReserved: true, schema: { type: string } }
              - { name: m, in: path, required: true, allowReserved: true, schema: { type: string } }
              - { name: l, in: path, required: true, style: matrix, explode: true, allowReserved: true, schema: { type: array, items: { type: string } } }
              - { name: c, in: cookie, allowReserved: true, schema: { type: string } }
              - { name: d, in: cookie, style: cookie, allowReserved: true, schema: { type: string } }
            \(Self.done)
            """
        let snippet = operation("/x{n}/{m}/y{l}", "get", lines)
        #expect(snippet.rules == ["warning no-effect"], "\(snippet.report)")
        #expect(snippet.report.contains("'allowReserved' has no effect with the style 'cookie'"), "\(snippet.report)")
        #expect(snippet.code(file).contains(#""/x{n}/{m}/y{l}""#), "\(snippet.code(file))")
        snippet.expect(
            #"""
            call.path("n", label: n, allowReserved: true)
            call.path("m", reserved: m)
            call.path("l", matrix: l, explode: true, allowReserved: true)
            call.cookie("c", c, allowReserved: true)
            call.cookie("d", d, encoded: false)
            """#,
            in: file
        )
    }

    @Test("required parameters come first, without a default")
    func order() {
        let snippet = operation(
            "/a",
            "post",
            """
            parameters:
              - { name: a, in: query, schema: { type: string } }
              - { name: b, in: query, required: true, schema: { type: string } }
            requestBody: { required: true, content: { application/json: { schema: { type: integer } } } }
            \(Self.done)
            """
        )
        snippet.expect(
            """
            public func doIt(
            b: String,
            body: Int,
            a: String? = nil,
            options: CallOptions = CallOptions()
            ) async throws(DoItError) {
            """,
            in: file
        )
    }

    @Test(
        "the media type determines the encoding of a body",
        arguments: [
            ("application/json", "{ type: string }", "String", "call.json(body)"),
            (
                "application/x+json", "{ type: string }", "String",
                #"call.json(body, contentType: "application/x+json")"#
            ),
            ("text/plain", "{ type: string }", "String", "call.text(body)"),
            ("text/csv", "{ type: string }", "String", #"call.text(body, contentType: "text/csv")"#),
            (
                "application/pdf", "{ type: string, format: binary }", "HTTPBody",
                #"call.binary(body, contentType: "application/pdf")"#
            ),
            ("'application/*'", "{ type: integer }", "Int", "call.json(body)"),
            ("'*/*'", "{ $ref: '#/components/schemas/Form' }", "Form", "call.json(body)"),
            (
                "'*/*'", "{ type: string, format: binary }",
                #"HTTPBody, contentType: BodyMediaType = "application/octet-stream""#,
                "call.binary(body, contentType: contentType.value)"
            ),
            (
                "'image/*'", "{ type: string, format: binary }", "HTTPBody, contentType: BodyMediaType",
                #"call.binary(body, contentType: contentType.value)"#
            ),
            (
                "'text/*'", "{ type: string }", #"String, contentType: BodyMediaType = "text/plain""#,
                "call.text(body, contentType: contentType.value)"
            ),
            (
                "application/x-ndjson", "{ type: integer }", "BodyItems<Int>",
                #"call.lines(body, contentType: "application/x-ndjson")"#
            ),
            (
                "multipart/related", "{ $ref: '#/components/schemas/Form' }", "Form",
                #"call.multipart(body, contentType: "multipart/related")"#
            ),
            ("application/x-www-form-urlencoded", "{ $ref: '#/components/schemas/Form' }", "Form", "call.form(body)"),
            ("multipart/form-data", "{ $ref: '#/components/schemas/Form' }", "Form", "call.multipart(body)"),
        ]
    )
    func bodies(_ media: String, _ schema: String, _ type: String, _ line: String) {
        let snippet = operation(
            "/a",
            "post",
            "requestBody: { required: true, content: { \(media): { schema: \(schema) } } }\n\(Self.done)",
            schemas: "Form: { type: object, properties: { a: { type: string } } }"
        )
        #expect(snippet.code(file).contains("\(line)\n"))
        let signature = snippet.code(file).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing("( body", with: "(body")
        #expect(signature.contains("(body: \(type), options: "), "\(signature)")
    }

    @Test(
        "the responses determine the return type of a method",
        arguments: [
            ("'204': { description: Done. }", "async throws(DoItError) {", "sendEmpty"),
            (
                "'200': { description: A, content: { application/json: { schema: { type: integer } } } }",
                "async throws(DoItError) -> Int {", "send"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: [integer, 'null'] } } } }",
                "async throws(DoItError) -> Int? {", "sendOptional"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: integer } } } }, '204': { description: B }",
                "async throws(DoItError) -> DoItResponse {", "sendResponse"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: array, x-skip-invalid: true, items: { type: integer } } } } }",
                "async throws(DoItError) -> [Int] {", "sendSkippingInvalidElements"
            ),
            (
                "'200': { description: A, content: { text/plain: { schema: { type: string } } } }",
                "async throws(DoItError) -> String {", "sendText"
            ),
            (
                "'200': { description: A, content: { image/png: { schema: { type: string, format: binary } } } }",
                "async throws(DoItError) -> Data {", "sendData"
            ),
            (
                "'200': { description: A, content: { application/json: { schema: { type: integer } } } }, '201': { description: B, content: { application/json: { schema: { type: string } } } }",
                "async throws(DoItError) -> DoItResponse {", "sendResponse"
            ),
            (
                "default: { description: A, content: { application/json: { schema: { type: integer } } } }",
                "async throws(DoItError) -> Int {", "send"
            ),
        ]
    )
    func responses(_ responses: String, _ signature: String, _ function: String) {
        let snippet = operation("responses: { \(responses) }")
        #expect(snippet.code(file).contains(signature + "\n"), "\(snippet.code(file))")
        #expect(
            snippet.code(file).contains("return try await sender.\(function)(call, options, failing: DoItError.self)\n")
        )
    }

    @Test(
        "Accept lists the documented types that an operation can decode, successes first",
        arguments: [
            (
                "'404': { content: { application/problem+json: {} } }, '200': { content: { application/json: {} } }",
                "application/json, application/problem+json"
            ),
            ("'200': { content: { application/json: {} } }", nil),
            ("'200': { content: { application/json: {}, application/xml: {} } }", "application/xml"),
            ("'200': { content: { application/json: {}, text/csv: {} } }", "text/csv"),
            (
                "'200': { content: { text/plain: {}, application/json: {}, application/vnd.a+json: {} } }",
                "application/json, application/vnd.a+json"
            ),
            ("'200': { content: { text/csv: {}, application/pdf: {} } }", "text/csv, application/pdf"),
            ("'200': { content: { 'application/*': { schema: { type: integer } } } }", "application/*"),
            ("'200': { content: { 'image/*': {}, image/png: {} } }", "image/*, image/png"),
            (
                "'200': { content: { application/json; charset=utf-8: {} } }, default: { content: { text/plain: {} } }",
                "application/json; charset=utf-8, text/plain"
            ),
        ]
    )
    func accepts(_ responses: String, _ accepted: String?) {
        let code = operation("responses: { \(responses.replacing("{ content", with: "{ description: A, content")) }")
            .code(file)
        let line = accepted.map { "call.accept = \"\($0)\"\n" }
        #expect(line.map { code.contains($0) } ?? !code.contains("call.accept"), "\(code)")
    }
}
