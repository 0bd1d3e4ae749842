import Foundation
import Testing

/// Tests of the samples in the README and in the articles of all DocC catalogs.
@Suite("samples in the documentation")
struct SampleTests {

    @Test("every Swift block of a page is the text of a compiled file", arguments: DocumentationPage.all)
    func blocks(page: DocumentationPage) throws {
        for block in page.blocks(language: "swift") {
            let name = try #require(
                block.sample,
                "\(page.path): the block that starts with '\(block.firstLine)' has no sample"
            )
            #expect(block.text == (try Sample.text(of: name)), "\(page.path): \(name)")
        }
    }

    @Test("every YAML block with a name is the document of a golden module", arguments: DocumentationPage.all)
    func documents(page: DocumentationPage) throws {
        for block in page.blocks(language: "yaml") {
            guard let name = block.sample else { continue }
            let document = DocumentationPage.root.appendingPathComponent("Tests/Golden/\(name).yaml")
            #expect(block.text == (try String(contentsOf: document, encoding: .utf8)), "\(page.path): \(name)")
        }
    }

    @Test("every sample is shown on a page")
    func shown() throws {
        let shown = Set(DocumentationPage.all.flatMap { $0.blocks(language: "swift").compactMap(\.sample) })
        #expect(try Sample.names().subtracting(shown).isEmpty)
    }

    @Test("the README has at most 150 lines")
    func readmeLength() throws {
        let readme = try #require(DocumentationPage.all.first { $0.path == "README.md" })
        #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }
}
