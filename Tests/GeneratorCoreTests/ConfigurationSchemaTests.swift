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
        }

        var properties: [String: Property]
        var parts: [String: Part]

        enum CodingKeys: String, CodingKey {
            case properties
            case parts = "$defs"
        }
    }

    private func schema() throws -> Schema {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("Specs/specwright.schema.json"))
        return try JSONDecoder().decode(Schema.self, from: data)
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

    @Test("the JSON Schema of the configuration lists the values of each option")
    func values() throws {
        let module = try #require(try schema().parts["module"]?.properties)
        #expect(module["access"]?.enum == ModuleOptions.Access.allCases.map(\.rawValue))
        #expect(module["equality"]?.enum == ModuleOptions.Equality.allCases.map(\.rawValue))
        #expect(module["validation"]?.enum == ModuleOptions.Validation.allCases.map(\.rawValue))
    }
}
