import Foundation
import GeneratorCore
import Testing

/// Tags that operations pass to middlewares.
@Suite("Snippets: tags")
struct TagTests {
    @Test("a group names its tag once, and an operation with other tags states them")
    func tags() throws {
        let text = try operations("tags: [notes]", "tags: [notes, 'a \"b\"']", file: "Notes")
        #expect(text.contains(#"self.sender = sender.tagged("notes")"#))
        #expect(text.components(separatedBy: "call.tags").count == 2)
        #expect(text.contains(#"call.tags = ["notes", "a \"b\""]"#))
    }

    @Test("operations without tags emit nothing")
    func untagged() throws {
        let text = try operations("summary: First", "summary: Second", file: "SampleOperations")
        #expect(text.contains("self.sender = sender\n"))
        #expect(!text.contains("tags"))
    }

    private func operations(_ first: String, _ second: String, file: String) throws -> String {
        let document = """
            openapi: 3.1.0
            info: { title: Sample, version: '1' }
            paths:
              /first: { get: { operationId: first, \(first), responses: { '204': { description: Done } } } }
              /second: { get: { operationId: second, \(second), responses: { '204': { description: Done } } } }
            """
        let options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        let files = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8)).files
        return try #require(files.first { $0.path.hasPrefix("Operations/\(file)") }).text
    }
}
