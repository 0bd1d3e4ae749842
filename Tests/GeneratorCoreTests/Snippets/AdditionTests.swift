import Foundation
import GeneratorCore
import Testing

/// Tests of additions to a document, which must not change existing names.
@Suite("Added operations")
struct AdditionTests {

    private static let path = """
        paths:
          /aardvarks:
            parameters: [{ name: order, in: query, schema: { type: string, enum: [up, down] } }]
            post:
              operationId: addAardvark
              tags: [aardvarks]
              requestBody:
                content: { application/json: { schema: { type: object, properties: { item: { type: integer } } } } }
              responses:
                '200':
                  description: The aardvarks.
                  content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Aardvarks' } } } }

        """

    private static let schema = """
          schemas:
            Aardvarks:
              type: object
              additionalProperties: { type: object, properties: { value: { type: integer } } }
            AardvarkList: { type: array, items: { type: object, properties: { item: { type: string, enum: [x] } } } }

        """

    /// Returns a document with an operation and schemas before all others.
    private func extended(_ document: String) -> String {
        document.replacingOccurrences(of: "\npaths:\n", with: "\n" + Self.path)
            .replacingOccurrences(of: "\n  schemas:\n", with: "\n" + Self.schema)
    }

    /// Returns the generated files of a client, its mocks and its server.
    private func files(_ document: String) throws -> [OutputFile] {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.hasMocks = true
        options.server = ModuleOptions.Server()
        let result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8))
        let printer = DiagnosticPrinter(files: result.sources)
        let hasErrors = result.hasErrors
        try #require(!hasErrors, "\(result.diagnostics.map(printer.print).joined(separator: "\n"))")
        return result.files + result.mocks + result.server
    }

    /// Returns the lines with declarations, and their files.
    private func declarations(_ document: String) throws -> Set<String> {
        let words = [
            "struct", "enum", "class", "protocol", "typealias", "extension", "func", "var", "let", "case", "init",
        ]
        var lines: Set<String> = []
        for file in try files(document) {
            for line in file.text.split(separator: "\n") where words.contains(where: { line.contains("\($0) ") }) {
                lines.insert("\(file.path): \(line)")
            }
        }
        return lines
    }

    @Test(
        "unrelated operations and schemas do not change existing names",
        arguments: ["notes", "shop", "hostile", "shapes", "parcels"]
    )
    func unrelated(_ name: String) throws {
        let document = try #require(Fixtures.text("Golden/\(name).yaml"))
        let before = try declarations(document)
        let after = try declarations(extended(document))
        #expect(before.count > 50)
        #expect(after.contains { $0.contains("struct AardvarksValue") })
        #expect(after.contains { $0.contains("struct AardvarkListItem") })
        #expect(after.contains { $0.contains("AardvarksOperations.swift:     public func add(") })
        #expect(before.subtracting(after).sorted() == [])
    }

    /// The operations of the golden document that declare no status 409, with their lines from the `operationId` on.
    private static let operations: [String] = {
        let document = Fixtures.text("Golden/notes.yaml") ?? ""
        let paths = document.components(separatedBy: "\ncomponents:\n")[0]
        return paths.components(separatedBy: "operationId: ").dropFirst().filter { lines in
            !lines.contains("'409'") && lines.contains("\n      responses:\n")
        }.map { String($0.prefix { $0 != "\n" }) }
    }()

    /// Returns the top-level declarations of files, each with its file.
    private func topLevel(_ files: [OutputFile]) -> Set<String> {
        Set(files.flatMap { file in file.text.components(separatedBy: "\n}\n").map { "\(file.path)\n\($0)" } })
    }

    @Test(
        "a further status of an operation changes the error of this operation, and no other declaration",
        arguments: operations
    )
    func status(_ operation: String) throws {
        let document = try #require(Fixtures.text("Golden/notes.yaml"))
        let start = try #require(document.range(of: "operationId: \(operation)\n")?.upperBound)
        let responses = try #require(document.range(of: "\n      responses:\n", range: start..<document.endIndex))
        let extended = document.replacingCharacters(
            in: responses,
            with: "\n      responses:\n        '409': { description: Conflict. }\n"
        )
        let (before, after) = (topLevel(try files(document)), topLevel(try files(extended)))
        let name = operation.prefix(1).uppercased() + operation.dropFirst() + "Error"
        let changed = before.symmetricDifference(after)
        #expect(!changed.isEmpty)
        for declaration in changed { #expect(declaration.contains(" enum \(name):"), "\(declaration)") }
        #expect(before.count > 50 && Self.operations.count > 10)
    }

    @Test("map and list components keep the names of their elements")
    func components() throws {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /prices:
                get:
                  operationId: listPrices
                  responses:
                    '200':
                      description: The prices.
                      content: { application/json: { schema: { $ref: '#/components/schemas/Prices' } } }
            components:
              schemas:
                Prices: { type: object, additionalProperties: { type: object, properties: { amount: { type: integer } } } }
                Rows: { type: array, items: { type: object, properties: { cells: { type: array, items: { type: string } } } } }

            """
        let before = try declarations(document)
        let after = try declarations(extended(document))
        #expect(before.contains { $0.contains("struct PricesValue") })
        #expect(before.contains { $0.contains("struct RowsItem") })
        #expect(before.subtracting(after).sorted() == [])
    }

    @Test("shared parameters, bodies and responses are named after their components")
    func shared() throws {
        let operation = """
              /b:
                post:
                  operationId: b
                  parameters: [{ $ref: '#/components/parameters/order' }]
                  requestBody: { $ref: '#/components/requestBodies/NewThing' }
                  responses:
                    '200': { $ref: '#/components/responses/Things' }
                    '404': { $ref: '#/components/responses/Missing' }

            """
        let head = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:

            """
        let rest = """
            components:
              parameters:
                order: { name: order, in: query, schema: { type: string, enum: [up, down] } }
              requestBodies:
                NewThing:
                  content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } }
              responses:
                Things:
                  description: Things.
                  content:
                    application/json:
                      schema: { type: array, items: { type: object, properties: { a: { type: integer } } } }
                Missing:
                  description: There is none.
                  content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } }

            """
        let added = operation.replacingOccurrences(of: "/b:", with: "/a:")
            .replacingOccurrences(of: "operationId: b", with: "operationId: a")
        let before = try declarations(head + operation + rest)
        let after = try declarations(head + added + operation + rest)
        for type in ["enum Order:", "struct NewThing:", "struct ThingsItem:", "struct Missing:"] {
            #expect(before.contains { $0.contains(type) }, "\(type)")
        }
        #expect(before.subtracting(after).sorted() == [])
    }
}
