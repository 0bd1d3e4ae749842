import Foundation
import GeneratorCore
import Testing

/// Tests of the instructions in the documentation.
@Suite("documentation")
struct ReadmeTests {

    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("adding an endpoint as documented changes only the two documented files")
    func walkThrough() throws {
        let blocks = try yamlBlocks()
        try #require(blocks.count == 2)
        let spec = try text("Specs/anybill.yaml")
        var changed = try inserting(blocks[0], under: "\npaths:\n", indent: 2, in: spec)
        changed = try inserting(blocks[1], under: "\n  schemas:\n", indent: 4, in: changed)
        let before = generate(spec)
        let after = generate(changed)
        try #require(!after.isEmpty)
        let different = Set(after.filter { before[$0.key] != $0.value }.keys)
        #expect(different == ["Models/ReceiptEvent.swift", "Operations/ReceiptsOperations.swift"])
        #expect(Set(before.keys).subtracting(after.keys).isEmpty)
        let operations = try #require(after["Operations/ReceiptsOperations.swift"])
        #expect(operations.contains("public func history("))
    }

    private func generate(_ spec: String) -> [String: String] {
        let options = ModuleOptions(module: "AnybillAPI", specName: "Specs/anybill.yaml")
        let result = Generator(options: options).run(path: "Specs/anybill.yaml", bytes: Array(spec.utf8))
        return Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.text) })
    }

    /// Returns the YAML blocks of the article, without the indentation of their list.
    private func yamlBlocks() throws -> [String] {
        try text("Sources/APIRuntime/APIRuntime.docc/AddingAnEndpoint.md").components(separatedBy: "   ```yaml\n")
            .dropFirst().map { part in
                let lines = part.components(separatedBy: "\n").prefix { !$0.hasPrefix("   ```") }
                return lines.map { String($0.dropFirst(3)) }.joined(separator: "\n") + "\n"
            }
    }

    private func inserting(_ block: String, under key: String, indent: Int, in text: String) throws -> String {
        let place = try #require(text.range(of: key))
        let padding = String(repeating: " ", count: indent)
        let lines = block.split(separator: "\n").map { padding + $0 + "\n" }.joined()
        return text[..<place.upperBound] + lines + text[place.upperBound...]
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
