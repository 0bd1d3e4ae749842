import GeneratorCore
import Testing

@Suite("Shared names and name extensions")
struct SharedNameTests {

    @Test("types declared in a component of any kind have the component's name")
    func components() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths:
                  /a:
                    post:
                      operationId: listUsages
                      tags: [logs]
                      parameters: [{ $ref: '#/components/parameters/Version' }]
                      requestBody: { $ref: '#/components/requestBodies/Cursor' }
                      responses:
                        '200': { $ref: '#/components/responses/Found' }
                        '400': { $ref: '#/components/responses/Broken' }
                components:
                  schemas: { Found: { type: object, properties: { all: { type: boolean } } } }
                  parameters: { Version: { name: v, in: query, schema: { type: string, enum: [v1, v2] } } }
                  requestBodies:
                    Cursor: { required: true, content: { application/json: { schema: { type: object, properties: { at: { type: string } } } } } }
                  responses:
                    Found: { description: F, content: { application/json: { schema: { type: object, properties: { ids: { type: string } } } } } }
                    Broken: { description: B, content: { application/json: { schema: { type: object, properties: { why: { type: string } } } } } }
                """
        )
        #expect(snippet.report == "")
        snippet.expect("body: Cursor,\nv: Version? = nil,", in: "Operations/LogsOperations.swift")
        let code = snippet.code("Operations/LogsOperations.swift")
        #expect(code.contains("-> FoundResponse {"))
        #expect(code.contains("case badRequest(Broken)\n"))
    }

    @Test("a component that only references another file's schema names that schema")
    func split() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                paths: { /user: { $ref: 'paths/user.yaml' } }
                components: { schemas: { User: { $ref: 'schemas/User.yaml' } } }
                """,
            more: [
                "paths/user.yaml": """
                get:
                  operationId: getUser
                  tags: [people]
                  responses:
                    '200': { description: U, content: { application/json: { schema: { $ref: '../schemas/User.yaml' } } } }
                """,
                "schemas/User.yaml": "{ type: object, properties: { name: { type: string } } }",
            ]
        )
        #expect(snippet.report == "")
        #expect(snippet.paths.filter { $0.hasPrefix("Models/") } == ["Models/User.swift"])
        snippet.expect("public struct User: JSONModel, Hashable {", in: "Models/User.swift")
        #expect(snippet.code("Operations/PeopleOperations.swift").contains("-> User {"))
    }

    @Test("bodies of several success responses are named after their statuses")
    func successes() {
        let snippet = Snippet(
            paths: """
                /o:
                  put:
                    operationId: save
                    tags: [notes]
                    responses:
                      '200': { description: O, content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } } }
                      '201': { description: C, content: { application/json: { schema: { type: object, properties: { b: { type: string } } } } } }
                """
        )
        #expect(snippet.report == "")
        let file = "Operations/NotesOperations+Types.swift"
        snippet.expect(
            "case ok(SaveOkBody)\ncase created(SaveCreatedBody)",
            in: snippet.paths.first { path in
                snippet.text(path).contains("enum SaveResponse")
            } ?? file
        )
    }

    @Test("an exact match keeps its name, and adjacent numbers stay distinct")
    func exactNames() {
        let snippet = Snippet(
            schemas: """
                Doc: { type: object, properties: { _id: { type: string }, id: { type: integer }, '@type': { type: string }, type: { type: string } } }
                Version: { type: string, enum: ['1.0', '10', '2.4GHz', '24GHz', '1/2', '12', A, a] }
                """
        )
        snippet.expect(
            "public var _id: String?\npublic var id: Int?\npublic var atType: String?\npublic var type: String?",
            in: "Models/Doc.swift"
        )
        snippet.expect("case _1_0, _10, _2_4GHz, _24GHz, _1_2, _12, a2, a", in: "Models/Version.swift")
    }

    @Test("enum values use the names and descriptions of other generators' extensions")
    func enumNames() {
        let snippet = Snippet(
            schemas: """
                State: { type: integer, enum: [0, 1, 2], x-enum-varnames: [Off, StandBy, On], x-enum-descriptions: [Dark., Waits., Bright.] }
                Old: { type: [integer, 'null'], enum: [0, null, 1], x-enumNames: [No, Nothing, Yes] }
                Odd: { type: integer, enum: [0, 1], x-enumNames: [No] }
                """
        )
        #expect(snippet.report.contains("7:41: warning: 'x-enumNames' lists 1 of 2 values, so it is not used."))
        #expect(snippet.report.split(separator: "warning:").count == 2, "\(snippet.report)")
        snippet.expect("case off\ncase standBy\ncase on", in: "Models/State.swift")
        snippet.expectText("/// Waits.\n", in: "Models/State.swift")
        snippet.expect("case no, yes", in: "Models/Old.swift")
        snippet.expect("case _0, _1", in: "Models/Odd.swift")
    }

    @Test("a union of a number and a numeric string is a number")
    func numbersInTexts() {
        let snippet = Snippet(
            schemas: #"""
                Weather:
                  type: object
                  required: [day]
                  properties:
                    day: { type: [integer, string], format: int32, pattern: '^-?(?:0|[1-9]\d*)$' }
                    wind: { type: ['null', number, string], format: double, pattern: '^-?(?:0|[1-9]\d*)(?:\.\d+)?$' }
                    code: { type: [integer, string], pattern: '^[A-Z]\d$' }
                """#
        )
        snippet.expect(
            "public var day: Int\npublic var wind: Double?\npublic var code: Code?",
            in: "Models/Weather.swift"
        )
        snippet.expect(
            "day = try object.requiredLeniently(0)\nwind = try object.optionalLeniently(1)",
            in: "Models/Weather.swift"
        )
    }

    @Test(
        "a union of a number and a string of digits is a number if each such string is the spelling of one",
        arguments: [
            ("type: [integer, string], pattern: '^\\d+$'", nil), ("type: [integer, string], pattern: '\\d'", nil),
            ("type: [integer, string], pattern: '^[0-9]{5}$'", nil),
            ("type: [integer, string], pattern: '^\\d?$'", nil),
            ("type: [integer, string], pattern: '^-?(?:0|[1-9]\\d*)$'", nil),
            ("type: [integer, string], pattern: '^[1-9][0-9]{0,18}$'", nil),
            ("type: [integer, string], pattern: '^\\d{2,3}$', format: postcode", nil),
            ("type: [number, string], pattern: '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$'", nil),
            ("type: [integer, string], pattern: '^\\d+$', format: int64", "Int"),
            ("type: [integer, string], pattern: '^\\d+$', format: uint64", "UInt64"),
            ("type: [integer, string], pattern: '^-?(?:0|[1-9]\\d{0,17})$'", "Int"),
            ("type: [integer, string], pattern: '^(0|[1-9]\\d*)$', maxLength: 9", "Int"),
            ("type: [integer, string], pattern: '^[1-9]?\\d$'", "Int"),
            ("type: [number, string], pattern: '^[0-9]$'", "Double"),
        ]
    )
    func digitsInTexts(_ schema: String, _ type: String?) {
        let snippet = Snippet(schemas: "Row: { type: object, properties: { code: { \(schema) } } }")
        snippet.expect("public var code: \(type ?? "Code")?", in: "Models/Row.swift")
    }

    @Test("multi-segment operators in a path parameter's name are removed, and parameters keep their names")
    func parameters() {
        let snippet = Snippet(
            paths: """
                /files/{proxy+}:
                  get:
                    operationId: FilesGet
                    tags: [files]
                    parameters:
                      - { name: proxy+, in: path, required: true, schema: { type: string } }
                      - { name: sender, in: query, schema: { type: string } }
                      - name: body
                        in: query
                        description: "What to find.\\n\\n- `a`\\n- `b`"
                        schema: { type: string }
                    responses: { '204': { description: Done. } }
                """
        )
        #expect(snippet.report == "")
        let file = "Operations/FilesOperations.swift"
        snippet.expect("public func get(\nproxy: String,\nsender: String? = nil,\nbody: String? = nil,", in: file)
        snippet.expect(#"var call = OperationCall("FilesGet", .get, "/files/{proxy+}")"#, in: file)
        snippet.expect(#"call.path("proxy+", reserved: proxy)"#, in: file)
        #expect(snippet.code(file).contains("return try await self.sender.sendEmpty(call, options,"))
        snippet.expectText(
            "    ///   - body: What to find.\n    ///\n    ///     - `a`\n    ///     - `b`\n    ///   - options:",
            in: file
        )
    }

    @Test("a server with several response types imports its client publicly")
    func server() {
        let snippet = Snippet(
            paths: """
                /r:
                  get:
                    operationId: two
                    tags: [r]
                    responses:
                      '200': { description: O, content: { application/json: { schema: { type: string } } } }
                      '201': { description: C, content: { application/json: { schema: { type: integer } } } }
                """,
            server: ModuleOptions.Server(access: .public)
        )
        snippet.expect("public import SampleAPI", in: "RService.swift")
    }
}
