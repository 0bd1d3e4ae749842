import Foundation
import Testing

@testable import GeneratorCore

/// Tests of `Specs/specwright.schema.json`.
@Suite("JSON Schema of the configuration")
struct ConfigurationSchemaTests {

    private struct Schema: Decodable {
        struct Part: Decodable {
            var properties: [String: Property]?
            var additionalProperties: Bool?
        }

        struct Property: Decodable {
            var `enum`: [String]?
            var pattern: String?
        }

        var properties: [String: Property]
        var parts: [String: Part]

        enum CodingKeys: String, CodingKey {
            case properties
            case parts = "$defs"
        }
    }

    private func schema() throws -> Schema {
        try JSONDecoder().decode(Schema.self, from: Data(Self.text().utf8))
    }

    private static func text() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("Specs/specwright.schema.json"), encoding: .utf8)
    }

    @Test("the JSON Schema of the configuration lists the keys that the configuration permits")
    func keys() throws {
        let schema = try schema()
        #expect(Set(schema.properties.keys) == Configuration.keys.standard)
        let sets = [
            "module": Configuration.moduleKeys, "document": Configuration.specKeys,
            "server": Configuration.serverKeys, "format": Configuration.formatKeys, "filter": Filter.keys,
            "excluded": Filter.excludedKeys,
        ]
        #expect(Set(schema.parts.keys) == Set(sets.keys))
        for (name, part) in schema.parts {
            #expect(Set(try #require(part.properties).keys) == sets[name]?.standard, "\(name)")
            #expect(part.additionalProperties == false, "\(name)")
        }
    }

    @Test("the JSON Schema of the configuration permits the names that the configuration permits")
    func names() throws {
        let parts = try schema().parts
        let keys = [
            ("module", "module"), ("module", "client"), ("document", "prefix"), ("server", "prefix"),
            ("format", "import"),
        ]
        let others = ["Pets", "P2", "P_", "\u{C4}", "", "a b", "9", "P.Q", "_P", "P+", "P$", "P-Q"]
        let names = others + Keywords.all.sorted()
        for (part, key) in keys {
            let pattern = try Regex(#require(parts[part]?.properties?[key]?.pattern))
            for name in names {
                #expect((name.firstMatch(of: pattern) != nil) == ModuleOptions.isName(name), "\(part).\(key): \(name)")
            }
        }
        let module = try Regex(#require(parts["module"]?.properties?["module"]?.pattern))
        #expect("Swift".firstMatch(of: module) == nil && "APIRuntime".firstMatch(of: module) == nil)
    }

    @Test("the JSON Schema of the configuration refuses the keys that the configuration refuses")
    func excludedKeys() throws {
        let text = try Self.text()
        for list in [
            #""mocks": false, "server": false, "client": false, "filter": false, "overlays": false"#,
            #""client": false, "overlays": false, "filter": false"#,
        ] {
            #expect(text.contains(list))
        }
    }

    @Test("the JSON Schema of the configuration lists the values of each option")
    func values() throws {
        let module = try #require(try schema().parts["module"]?.properties)
        #expect(module["access"]?.enum == ModuleOptions.Access.allCases.map(\.rawValue))
        #expect(module["equality"]?.enum == ModuleOptions.Equality.allCases.map(\.rawValue))
        #expect(module["validation"]?.enum == ModuleOptions.Validation.allCases.map(\.rawValue))
    }
}
