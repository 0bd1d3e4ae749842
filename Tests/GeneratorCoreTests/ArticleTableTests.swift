import Foundation
import Testing

@testable import GeneratorCore

/// Tests of the tables in the articles about the configuration and the extensions.
@Suite("Tables of the articles")
struct ArticleTableTests {

    /// The rows of the table in a section of an article, each with the names in its first cell.
    private func rows(of article: String, section: String) throws -> [(names: [String], text: String)] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = "Sources/APIRuntime/APIRuntime.docc/\(article).md"
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        let part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(section + "\n") })
        let rows = part.split(separator: "\n").filter { $0.hasPrefix("| `") }
        try #require(!rows.isEmpty)
        return rows.map { (Self.code(in: $0.split(separator: "|")[0]), String($0)) }
    }

    /// Returns the words that a text has between backticks.
    private static func code(in text: some StringProtocol) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    @Test("the article on the configuration lists each key once")
    func configuration() throws {
        let file = try rows(of: "Configuration", section: "The file")
        #expect(file.flatMap(\.names).sorted() == Configuration.keys.standard.sorted())
        let module = try rows(of: "Configuration", section: "A module")
        #expect(module.flatMap(\.names).sorted() == Configuration.moduleKeys.standard.sorted())
        let server = try #require(module.first { $0.names == ["server"] })
        #expect(Configuration.serverKeys.standard.isSubset(of: Self.code(in: server.text)))
    }

    @Test("the article on extensions lists each extension once")
    func extensions() throws {
        let names = try rows(of: "Extensions", section: "Overview").flatMap(\.names)
        #expect(names.sorted() == ExtensionName.allCases.map(\.rawValue).sorted())
    }

    @Test("the article on extensions and their JSON Schema name the keys of 'x-paging'")
    func paging() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("Specs/extensions.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        let paging = try #require((properties["x-paging"] as? [String: Any])?["properties"] as? [String: Any])
        #expect(Set(paging.keys) == OperationExtensions.pagingKeys.standard)
    }
}
