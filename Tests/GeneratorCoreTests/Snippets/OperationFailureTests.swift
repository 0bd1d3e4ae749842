import GeneratorCore
import Testing

/// Tests of the errors of operations.
@Suite("Errors of operations")
struct OperationFailureTests: OperationSuite {
    @Test("operations with the same failures have distinct errors")
    func failures() {
        let problem =
            "{ description: P, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }"
        let snippet = Snippet(
            paths: """
                /a:
                  get: { operationId: a, responses: { '204': { description: D }, '404': \(problem), '401': { description: U } } }
                  put: { operationId: b, responses: { '204': { description: D }, '401': { description: U }, '404': \(problem) } }
                  post: { operationId: c, responses: { '204': { description: D }, 5XX: \(problem), default: { description: O } } }
                  delete: { operationId: d, responses: { '204': { description: D } } }
                """,
            schemas: "Problem: { type: object, properties: { title: { type: string } } }"
        )
        let operations = snippet.code("Operations/SampleOperations.swift")
        for name in ["AError", "BError", "CError", "DError"] {
            #expect(operations.contains("public indirect enum \(name): OperationError {\n"))
        }
        snippet.expect(
            """
            public indirect enum CError: OperationError {
            /// A status from 500 to 599.
            case serverError(status: Int, Problem)

            /// Any other status.
            case other(status: Int)

            case undocumented(RawResponse)
            case transport(TransportError)
            case decoding(DecodingFailure)
            case cancelled
            case unauthenticated(AuthenticationError)

            public static func documented(_ response: RawResponse) throws(DecodingFailure) -> Self? {
            switch response.status {
            case 500...599: .serverError(status: response.status, try response.json())
            default: .other(status: response.status)
            }
            }

            public var content: OperationErrorContent {
            switch self {
            case .serverError(let status, let body): .documented("serverError", status, body)
            case .other(let status): .documented("other", status)
            case .undocumented(let response): .undocumented(response)
            """,
            in: "Operations/SampleOperations.swift"
        )
    }

    @Test("the descriptions of responses are documentation, unless they only repeat the status")
    func descriptions() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200': { description: The notes of the user., content: { application/json: { schema: { type: array, items: { type: string } } } } }
                      '404': { description: Not found }
                      '409': { summary: The note was locked, description: Somebody else edits the note. }
                      4XX: { description: The server refuses the request. }
                """
        )
        let code = snippet.text("Operations/SampleOperations.swift")
        for line in [
            "/// - Returns: The notes of the user.\n", "/// Status 404.\n", "/// Status 409: The note was locked.\n",
            "/// A status from 400 to 499: The server refuses the request.\n",
        ] {
            #expect(code.contains(line), "\(line)")
        }
    }

    @Test("the response default is the success of an operation without another one, and each of its failures")
    func defaultAlone() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      default: { description: D, content: { application/json: { schema: { type: array, items: { type: string } } } } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("-> [String]"))
        #expect(code.contains("case other(status: Int, [String])"))
        #expect(code.contains("default: .other(status: response.status, try response.json())"))
    }

    @Test("a text and a string in JSON are failures of their own")
    func textAndString() {
        let string = "{ schema: { type: string } }"
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '204': { description: D }
                      '400': { description: B, content: { text/plain: \(string), application/json: \(string), text/json: \(string) } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("where response.hasMediaType(\"text/plain\"): .badRequestText(response.text())"))
        #expect(code.contains("case 400: .badRequest(try response.json())"))
    }

    @Test("one more documented status changes the operation's file alone")
    func oneMoreStatus() {
        func operation(_ path: String, _ statuses: String) -> String {
            let responses = "{ '204': { description: D }, \(statuses) }"
            return "\(path): { get: { operationId: \(path.dropFirst()), tags: [\(path)], responses: \(responses) } }\n"
        }
        let others = operation("/b", "'404': { description: N }") + operation("/c", "'404': { description: N }")
        let before = Snippet(paths: operation("/a", "'404': { description: N }") + others)
        let after = Snippet(paths: operation("/a", "'404': { description: N }, '409': { description: C }") + others)
        #expect(before.paths == after.paths)
        #expect(before.paths.filter { before.text($0) != after.text($0) } == ["Operations/AOperations.swift"])
    }

    @Test(
        "a problem is known by its media type, or by the members of RFC 9457",
        arguments: [
            ("application/problem+json", "{ why: { type: string } }", true),
            ("application/json", "{ title: { type: string }, detail: { type: string } }", true),
            ("application/json", "{ title: { type: string }, status: { type: integer } }", true),
            ("application/json", "{ title: { type: string }, status: { type: string } }", false),
            ("application/json", "{ title: { type: string } }", false),
        ]
    )
    func problem(_ media: String, _ properties: String, _ isProblem: Bool) {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '204': { description: D }
                      '401': { description: U }
                      '404': { description: N, content: { \(media): { schema: { $ref: '#/components/schemas/Fault' } } } }
                """,
            schemas: "Fault: { type: object, properties: \(properties) }"
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains("public var problem: Fault? {\nbody as? Fault\n}") == isProblem)
        #expect(code.contains(#"case .notFound(let body): .problem("notFound", 404, body)"#) == isProblem)
        #expect(code.contains(#"case .unauthorized: .documented("unauthorized", 401)"#))
    }

    @Test("problems of several schemas have no common type")
    func severalProblems() {
        func problem(_ name: String) -> String {
            let schema = "{ type: object, properties: { \(name): { type: string } } }"
            return "{ description: P, content: { application/problem+json: { schema: \(schema) } } }"
        }
        let snippet = Snippet(
            paths: """
                /a:
                  get: { operationId: a, responses: { '204': { description: D }, '404': \(problem("x")), '409': \(problem("y")) } }
                """
        )
        let code = snippet.code("Operations/SampleOperations.swift")
        #expect(code.contains(#".problem("conflict", 409, body)"#))
        #expect(!code.contains("var problem"))
    }

    @Test(
        "a documented redirect is the result of an operation without a documented success",
        arguments: [
            ("'302': { description: F }, '410': { description: G }", "[302]"),
            ("3XX: { description: F }", "[301, 302, 303, 307, 308]"),
            ("'302': { description: F }, '304': { description: N }, default: { description: O }", "[302]"),
            ("'302': { description: F }, '204': { description: D }", ""),
            ("'304': { description: N }, default: { description: O }", ""),
        ]
    )
    func redirects(_ responses: String, _ statuses: String) {
        let snippet = Snippet(paths: "/a: { get: { operationId: a, responses: { \(responses) } } }")
        let line = snippet.code("Operations/SampleOperations.swift").split(separator: "\n").first {
            $0.contains("call.finalRedirects")
        }
        #expect((line ?? "") == (statuses.isEmpty ? "" : "call.finalRedirects = \(statuses)"))
    }

    @Test("an inner type never has the name of an operation's error")
    func errorName() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: doIt
                    parameters: [{ name: user_error, in: query, schema: { type: string, enum: [a, b] } }]
                    \(Self.done)
                  put: { operationId: doItUser, \(Self.done) }
                """
        )
        let all = snippet.result.files.map(\.text).joined()
        #expect(all.contains("public indirect enum DoItUserError: OperationError {\n"))
        #expect(all.contains("enum DoItUserError2: ListedEnum"))
        #expect(snippet.rules == ["warning name-clash"])
    }
}
