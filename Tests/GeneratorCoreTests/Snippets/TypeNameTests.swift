import Foundation
import Testing

@testable import GeneratorCore

/// Tests of type names that equal names of properties, of other types or of the runtime.
@Suite("Snippets: type names")
struct TypeNameTests {

    @Test(
        "an inner type never has the name of a property",
        arguments: [
            ("24h", "_24h", "_24hValue"), ("_", "_value", "_valueValue"), ("中", "中", "中Value"),
            ("high", "high", "High"),
        ]
    )
    func caseless(_ text: String, _ member: String, _ type: String) {
        let snippet = Snippet(
            schemas: "Coin: { type: object, properties: { '\(text)': { type: string, enum: [a, b] } } }"
        )
        snippet.expect("public var \(member): \(type)?", in: "Models/Coin.swift")
        snippet.expect("public enum \(type): ListedEnum {", in: "Models/Coin.swift")
        #expect(snippet.rules == [])
    }

    @Test("a variant's type never has its case's name")
    func variants() {
        let snippet = Snippet(
            schemas: """
                Either:
                  oneOf:
                    - { type: object, title: 中, required: [x], properties: { x: { type: string } } }
                    - { type: object, title: Plain, required: [y], properties: { y: { type: string } } }
                """
        )
        snippet.expect("case 中(中Value)", in: "Models/Either.swift")
        snippet.expect("case plain(Plain)", in: "Models/Either.swift")
        #expect(snippet.rules == [])
    }

    @Test("the x-swift-name of a property does not name the property's type")
    func pinned() {
        let snippet = Snippet(
            schemas: """
                Note:
                  type: object
                  properties:
                    state: { type: string, enum: [open] }
                    other: { type: string, x-swift-name: State }
                """
        )
        snippet.expect("public var state: StateValue?\npublic var State: String?", in: "Models/Note.swift")
    }

    @Test("a property type does not clash with one that a composition declared before")
    func composed() {
        let snippet = Snippet(
            schemas: """
                Whole: { allOf: [{ $ref: '#/components/schemas/Part' }], properties: { b: { type: string } } }
                Part: { type: object, properties: { 24h: { type: string, enum: [x] } } }
                """
        )
        snippet.expect("public var _24h: Part._24hValue?", in: "Models/Whole.swift")
        snippet.expect("public var _24h: _24hValue?", in: "Models/Part.swift")
    }

    @Test(
        "the error of an operation does not clash with the runtime's",
        arguments: [
            ("authentication", "AuthenticationOperationError"), ("transport", "TransportOperationError"),
            ("operation", "OperationOperationError"), ("webhook", "WebhookError"), ("list", "ListError"),
        ]
    )
    func errors(_ id: String, _ name: String) {
        let snippet = Snippet(
            paths: "/a: { get: { operationId: \(id), tags: [t], responses: { '204': { description: Done. } } } }"
        )
        snippet.expect("public indirect enum \(name): OperationError {", in: "Operations/TOperations.swift")
        #expect(snippet.code("Operations/TOperations.swift").contains("async throws(\(name)) {"))
    }

    @Test("prefixed names and client type names do not clash")
    func derived() {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.prefix = "JSON"
        #expect(options.prefixed("Value") == "JSONValueModel")
        #expect(options.prefixed("Thing") == "JSONThing")
        #expect(ModuleOptions(module: "OAuthAPI", specName: "sample.yaml").client == "OAuthAPIClient")
        #expect(ModuleOptions(module: "NotesAPI", specName: "sample.yaml").client == "NotesClient")
        #expect(SwiftName.derived("Response", "Stream", orWith: "API") == "ResponseAPIStream")
    }

    @Test(
        "the reserved names are those of the types that the sources declare",
        arguments: [
            ("APIRuntime", ReservedNames.runtime), ("APITesting", ReservedNames.testing),
            ("APIServer", ReservedNames.server), ("APIWebhooks", ReservedNames.webhooks),
            ("AsyncHTTPTransport URLSessionTransport", ReservedNames.transports),
        ]
    )
    func reserved(_ modules: String, _ names: Set<String>) throws {
        let declared = try modules.split(separator: " ").reduce(into: Set<String>()) { declared, module in
            declared.formUnion(try publicTypes(of: String(module)))
        }
        #expect(declared.count > 3)
        #expect(declared.subtracting(names).sorted() == [], "Add these to ReservedNames.")
        #expect(names.subtracting(declared).sorted() == [], "Take these out of ReservedNames.")
    }

    /// Returns the names of the public types that the sources of a module declare.
    private func publicTypes(of module: String) throws -> Set<String> {
        let folder = Fixtures.tests.deletingLastPathComponent().appendingPathComponent("Sources/\(module)")
        let declaration =
            /(@\w+(\([^)]*\))? )*(public|open) (final |indirect )*(struct|class|enum|protocol|actor|typealias) (\w+)/
        var declared: Set<String> = []
        // The files of a tutorial's steps do not belong to the module.
        for path in Fixtures.files(in: folder, ending: ".swift") where !path.contains(".docc/") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for line in text.split(separator: "\n") {
                if let match = line.prefixMatch(of: declaration) {
                    declared.insert(String(match.6))
                }
            }
        }
        return declared
    }

    @Test("inner types of a map or list component are named after it, whatever the first use")
    func components() {
        let snippet = Snippet(
            paths: """
                /a:
                  get:
                    operationId: a
                    responses:
                      '200':
                        description: A.
                        content: { application/json: { schema: { $ref: '#/components/schemas/ERROR_LIST' } } }
                """,
            schemas: """
                Prices: { type: object, additionalProperties: { type: object, properties: { a: { type: integer } } } }
                Deep: { type: object, additionalProperties: { type: array, items: { type: string, enum: [a] } } }
                ERROR_LIST: { type: array, items: { type: object, properties: { z: { type: string } } } }
                Error: { type: array, items: { type: object, properties: { y: { type: string } } } }
                pinned: { x-swift-name: Kept, type: array, items: { type: object, properties: { x: { type: string } } } }
                Composed: { allOf: [{ type: array, items: { type: object, properties: { w: { type: string } } } }] }
                """
        )
        let types = ["PricesValue", "DeepValueItem", "ErrorListItem", "ErrorItem", "KeptItem", "ComposedItem"]
        for type in types {
            #expect(snippet.paths.contains("Models/\(type).swift"), "\(type)")
        }
        snippet.expect("public typealias Prices = [String: PricesValue]", in: "Models/Prices.swift")
        snippet.expect("public typealias ErrorModel = [ErrorItem]", in: "Models/ErrorModel.swift")
        #expect(snippet.rules == [])
    }
}
