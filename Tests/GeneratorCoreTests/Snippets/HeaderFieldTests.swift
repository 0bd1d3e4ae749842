import GeneratorCore
import Testing

/// Tests of parameters and responses with header fields that HTTP defines.
@Suite("Snippets: header fields of HTTP")
struct HeaderFieldTests {

    private let file = "Operations/SampleOperations.swift"

    /// Returns a document with one operation that has header parameters.
    private func snippet(_ parameters: [String], body: String = "", headers: String = "{}") -> Snippet {
        let list = parameters.map { "- { in: header, \($0) }" }.joined(separator: "\n        ")
        return Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    put:
                      operationId: change
                      parameters: \(parameters.isEmpty ? "[]" : "")
                        \(list)
                      \(body)
                      responses: { 204: { description: '', headers: \(headers) } }
                components:
                  schemas: { Time: { type: string, format: date-time } }
                """,
            isStrict: false,
            server: .init(access: .internal)
        )
    }

    @Test("a date-time in a header field that HTTP defines as a date is sent in the format of HTTP")
    func dates() {
        let time = "schema: { type: string, format: date-time }"
        let snippet = snippet(
            [
                "name: If-Modified-Since, \(time)", "name: if-unmodified-since, required: true, \(time)",
                "name: x-amz-copy-source-if-modified-since, schema: { $ref: '#/components/schemas/Time' }",
                "name: X-Modified, \(time)", "name: If-Range, schema: { type: string }",
            ],
            headers: "{ Last-Modified: { \(time) } }"
        )
        #expect(snippet.rules == [], "\(snippet.report)")
        let lines = snippet.code(file).split(separator: "\n").filter { $0.hasPrefix("call.header(") }
        #expect(
            lines == [
                #"call.header("if-unmodified-since", httpDate: ifUnmodifiedSince)"#,
                #"call.header("If-Modified-Since", httpDate: ifModifiedSince)"#,
                #"call.header("x-amz-copy-source-if-modified-since", httpDate: xAmzCopySourceIfModifiedSince)"#,
                #"call.header("X-Modified", xModified)"#, #"call.header("If-Range", ifRange)"#,
            ]
        )
        let constant = #"public static let lastModified = ResponseHeader<Date>("Last-Modified")"#
        snippet.expect(constant, in: "SampleHeaders.swift")
    }

    @Test("header fields of the transport are no parameters, which is reported once for each name")
    func transport() {
        let text = "schema: { type: string }"
        let snippet = snippet(
            [
                "name: Content-Length, required: true, schema: { type: integer }", "name: transfer-encoding, \(text)",
                "name: Host, \(text)", "name: Connection, \(text)", "name: Expect, \(text)",
            ]
        )
        #expect(snippet.rules == Array(repeating: "warning no-effect", count: 4), "\(snippet.report)")
        #expect(snippet.report.contains("This parameter has no effect: the transport sets 'Content-Length'. Remove it"))
        let lines = snippet.code(file).split(separator: "\n").filter { $0.hasPrefix("call.header(") }
        #expect(lines == [#"call.header("Expect", expect)"#])
        let server = snippet.result.server.map(\.text).joined()
        #expect(server.contains(#"input.header("Expect")"#) && !server.contains("Content-Length"), "\(server)")
    }

    @Test(
        "'Content-Encoding' is a parameter only if all bodies are bytes, and of a request without a body",
        arguments: [
            ("application/json", false), ("application/x-www-form-urlencoded", false),
            ("application/octet-stream", true), ("application/octet-stream: {}, application/json", false), (nil, true),
        ] as [(String?, Bool)]
    )
    func coding(_ type: String?, _ isSent: Bool) {
        let object = "{ type: object, properties: { a: { type: string } } }"
        let schema = type == "application/octet-stream" ? "{}" : object
        let snippet = snippet(
            ["name: Content-Encoding, schema: { type: string, enum: [gzip] }"],
            body: type.map { "requestBody: { content: { \($0): { schema: \(schema) } } }" } ?? ""
        )
        #expect(snippet.rules.contains("warning no-effect") == !isSent, "\(snippet.report)")
        #expect(snippet.code(file).contains("call.header(\"Content-Encoding\"") == isSent)
    }

    @Test("a header field of a format that cannot be decoded is a string, and is reported")
    func foreignFormat() {
        let schema = "{ type: object, properties: { a: { type: string } } }"
        let content = "content: { application/linkset: { schema: \(schema) } }"
        let snippet = snippet([], headers: "{ Link: { \(content) } }")
        #expect(snippet.rules == ["warning unsupported-content"], "\(snippet.report)")
        let text = snippet.text("SampleHeaders.swift")
        #expect(text.contains("ResponseHeader<String>(\"Link\")"), "\(text)")
    }
}
