import GeneratorCore
import Testing

/// Tests of the names of methods, of their parameters and of local declarations.
@Suite("Snippets: method names")
struct MethodNameTests {

    private func operation(_ id: String, _ parameters: [String], _ more: String = "") -> String {
        let list = parameters.map { "{ name: \($0), in: query, schema: { type: string } }" }.joined(separator: ", ")
        let items = "{ type: array, items: { type: string } }"
        let response = "{ type: object, properties: { items: \(items), next: { type: string } } }"
        return """
            /\(id):
              get:
                operationId: \(id)
                tags: [t]
                \(more)
                parameters: [\(list)]
                responses: { '200': { description: A., content: { application/json: { schema: \(response) } } } }

            """
    }

    private let paging = "x-paging: { style: cursor, position: c, items: body:/items, next: body:/next }"

    private func mocks(_ paths: String) throws -> (protocols: String, mocks: String) {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        let body = paths.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        let document = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\npaths:\n" + body
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        let hasErrors = result.hasErrors
        try #require(!hasErrors)
        let protocols = try #require(result.files.first { $0.path == "Operations/TOperationsProtocol.swift" })
        return (protocols.text, try #require(result.mocks.first { $0.path == "Mocks/TOperationsMock.swift" }).text)
    }

    @Test("a method that shares a parameter's name is called on 'self', and others are not")
    func shortForms() throws {
        let (protocols, mocks) = try mocks(operation("search", ["search", "onSearch"]) + operation("find", ["text"]))
        #expect(
            protocols.contains(
                "try await self.search(search: search, onSearch: onSearch, options: options ?? CallOptions())"
            )
        )
        #expect(protocols.contains("try await find(text: text, options: options ?? CallOptions())"))
        #expect(mocks.contains("try await self.onSearch.call((search, onSearch, options))"))
        #expect(mocks.contains("try await onFind.call((text, options))"))
    }

    @Test("a page sequence method and a mock property with a used name get unique names")
    func numbered() throws {
        let paths =
            operation("list", ["c"], paging) + operation("listPages", []) + operation("x", [], "x-swift-name: List")
        let (protocols, mocks) = try mocks(paths)
        #expect(protocols.contains("func listPages(options: CallOptions) async throws(ListPagesError)"))
        #expect(protocols.contains("func listPages2(options: CallOptions) -> PageSequence<String>"))
        #expect(mocks.contains("let onList = MockedCall<(c: String?, options: CallOptions), ListResponse, ListError>"))
        #expect(mocks.contains("let onList2 = MockedCall<CallOptions, "))
    }

    @Test("a mock or a service of a server whose name a schema has gets a number")
    func counterparts() {
        let names = ["TOperationsMock", "SampleClientMock", "SampleClientMock2", "TService"]
        let operations = names.enumerated().map { index, name in
            "  /\(index): { get: { operationId: o\(index), tags: [t], responses: { '200': { description: A., "
                + "content: { application/json: { schema: { $ref: '#/components/schemas/\(name)' } } } } } } }\n"
        }.joined()
        let schemas = names.map { "    \($0): { type: object, properties: { a: { type: string } } }\n" }.joined()
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
            \(operations)components:
              schemas:
            \(schemas)
            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        options.server = ModuleOptions.Server()
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        #expect(result.diagnostics.isEmpty)
        #expect(result.mocks.map(\.path).sorted() == ["Mocks/SampleClientMock3.swift", "Mocks/TOperationsMock2.swift"])
        let code = result.mocks.map(\.text).joined()
        #expect(code.contains("class TOperationsMock2: TOperationsProtocol {"))
        #expect(code.contains("class SampleClientMock3: SampleClientProtocol {"))
        #expect(code.contains("public let t = TOperationsMock2()"))
        #expect(result.server.map(\.path) == ["TService2.swift"])
    }

    @Test("a schema named like a testing or server type is qualified with its module, and so is that type")
    func modules() throws {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  tags: [t]
                  responses:
                    '200':
                      description: A.
                      content: { application/json: { schema: { $ref: '#/components/schemas/MockedCall' } } }
                    '202':
                      description: Later.
                      content: { application/json: { schema: { $ref: '#/components/schemas/ServerOptions' } } }
              /b:
                post:
                  operationId: b
                  tags: [t]
                  requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/ServerOptions' } } } }
                  responses: { '204': { description: B. } }
            components:
              schemas:
                MockedCall: { type: object, properties: { a: { type: string } }, example: { a: x } }
                ServerOptions: { type: object, properties: { a: { type: string } } }

            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        options.server = ModuleOptions.Server()
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        let mock = try #require(result.mocks.first { $0.path == "Mocks/TOperationsMock.swift" }).text
        #expect(mock.contains("let onA = APITesting.MockedCall<CallOptions, AResponse, AError>"))
        let examples = try #require(result.mocks.first { $0.path == "Examples/MockedCall+Examples.swift" }).text
        #expect(examples.contains("extension SampleAPI.MockedCall {"))
        let server = try #require(result.server.first).text
        #expect(server.contains("func b(body: SampleAPI.ServerOptions?, request: ServerRequest)"))
    }

    @Test("mocks and servers import single Foundation types, so schema names cannot clash")
    func foundation() throws {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /a:
                get:
                  operationId: a
                  tags: [t]
                  parameters: [{ name: since, in: query, schema: { type: string, format: date-time } }]
                  responses:
                    '200':
                      description: A.
                      content: { application/json: { schema: { $ref: '#/components/schemas/Notification' } } }
              /b:
                post:
                  operationId: b
                  tags: [u]
                  requestBody:
                    required: true
                    content:
                      multipart/form-data:
                        schema:
                          type: object
                          properties:
                            file: { type: string, format: binary }
                            at: { type: string, format: date-time, default: '2020-01-01T00:00:00Z' }
                  responses: { '204': { description: B. } }
            components:
              schemas:
                Notification: { type: object, properties: { text: { type: string } } }

            """
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.access = .public
        options.hasMocks = true
        options.server = ModuleOptions.Server(access: .public)
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        func imports(_ path: String) throws -> [String] {
            let file = try #require((result.mocks + result.server).first { $0.path == path })
            return file.text.split(separator: "\n").filter { $0.contains("import ") }.map(String.init)
        }
        #expect(
            try imports("Mocks/TOperationsMock.swift") == [
                "@_spi(Generated) public import APIRuntime", "public import APITesting", "public import SampleAPI",
                "public import struct FoundationEssentials.Date", "public import struct Foundation.Date",
            ]
        )
        #expect(try imports("TService.swift").contains("public import struct Foundation.Date"))
    }

    @Test("argument labels have no backticks in calls, except 'inout'")
    func labels() {
        let snippet = Snippet(
            paths: operation("list", ["c", "let", "inout", "in"], paging),
            schemas: """
                Order:
                  type: object
                  properties:
                    box:
                      type: object
                      properties: { let: { type: integer }, var: { type: string }, inout: { type: string } }
                      default: { let: 1, var: x, inout: y }
                """
        )
        snippet.expect("c: position,\nlet: `let`,\n`inout`: `inout`,\nin: `in`,", in: "Operations/TOperations.swift")
        #expect(snippet.code("Models/Order.swift").contains("{ .init(let: 1, var: \"x\", `inout`: \"y\") }"))
    }

    @Test("credential and host names do not clash with properties of their types")
    func client() {
        let snippet = Snippet(
            document: """
                openapi: 3.1.0
                info: { title: Sample, version: '1' }
                servers:
                  - { url: 'https://a.example', x-server: { role: addresses, environment: live } }
                  - { url: 'https://b.example', x-server: { role: addresses, environment: test } }
                paths:
                  /a:
                    servers: [{ url: 'https://base.example', x-server: { environment: live } }, { url: 'https://x.example', x-server: { environment: test } }]
                    get: { operationId: a, tags: [t], security: [{ sources: [] }], responses: { '204': { description: A. } } }
                components:
                  securitySchemes:
                    sources: { type: http, scheme: bearer }

                """
        )
        snippet.expect("public var addressesHost: URL?\npublic var baseHost: URL?", in: "SampleServers.swift")
        snippet.expect("public var sources2: (any CredentialSource)?", in: "SampleCredentials.swift")
        #expect(snippet.code("Operations/TOperations.swift").contains("server: .baseHost"))
    }

    @Test("an enum case named like an Optional case is qualified with its enum")
    func some() {
        let snippet = Snippet(
            schemas: """
                Level: { type: string, enum: [some, high] }
                Order:
                  type: object
                  properties:
                    mode: { type: [string, 'null'], enum: [some, all, null], default: some }
                    plain: { type: [string, 'null'], enum: [some, all, null], default: all }
                    level: { anyOf: [{ $ref: '#/components/schemas/Level' }, { type: 'null' }], default: some }
                Nested:
                  type: object
                  properties:
                    level: { type: string, enum: [own] }
                    other: { anyOf: [{ $ref: '#/components/schemas/Level' }, { type: 'null' }], default: some }
                """
        )
        let code = snippet.code("Models/Order.swift")
        #expect(code.contains("modeOrDefault: Mode? {\nif let value = mode { value.value } else { Mode.`some` }"))
        #expect(code.contains("plainOrDefault: Plain? {\nif let value = plain { value.value } else { .all }"))
        #expect(code.contains("levelOrDefault: Level? {\nif let value = level { value.value } else { Level.`some` }"))
        let nested = snippet.code("Models/Nested.swift")
        #expect(nested.contains("otherOrDefault: SampleAPI.Level? {\nif let value = other { value.value }"))
        #expect(nested.contains("else { SampleAPI.Level.`some` }"))
    }

    @Test("an example has no backticks, which would end its code span")
    func examples() {
        let paths = """
            /a:
              put:
                operationId: default
                tags: [import]
                parameters: [{ name: let, in: query, required: true, schema: { type: string } }]
                responses: { '204': { description: Done. } }
            """
        Snippet(paths: paths).expectText(
            "    /// Example: `try await client.import.default(let: let)`\n",
            in: "Operations/ImportOperations.swift"
        )
    }

    @Test(
        "a short name is the verb before the rest of the ID, and is not used if it would be reserved",
        arguments: [
            ("pets", "PetsInit", "petsInit"), ("import", "import.self", "importSelf"), ("list", "listLists", "list"),
            ("import", "importImports", "`import`"), ("container", "ContainerList", "list"),
            ("pets", "get.pets", "get"),
        ]
    )
    func short(_ tag: String, _ id: String, _ name: String) {
        let operation = "{ operationId: \(id), tags: [\(tag)], responses: { '204': { description: Done. } } }"
        let snippet = Snippet(paths: "/a: { get: \(operation) }")
        let file = "Operations/\(tag.prefix(1).uppercased() + tag.dropFirst())Operations.swift"
        #expect(snippet.code(file).contains("public func \(name)(options: "), "\(snippet.report)")
    }
}
