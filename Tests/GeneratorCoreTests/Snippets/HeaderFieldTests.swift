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
                      parameters:
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
}
