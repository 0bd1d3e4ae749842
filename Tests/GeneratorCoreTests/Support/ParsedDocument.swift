import Testing
import YAMLReader

@testable import GeneratorCore

/// A document that is parsed, but whose types are not decided.
struct ParsedDocument {

    let context: ParseContext
    let document: Document

    var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Parses a document with the text of `components.schemas`, and optionally of `paths`.
    init(schemas: String, paths: String = "{}") throws {
        let diagnostics = DiagnosticCollector()
        let sources = SourceStore { _ in nil }
        let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"
        let text = head + "paths: \(paths)\ncomponents:\n  schemas:\n" + Self.indented(schemas)
        sources.addDocument("sample.yaml", Array(text.utf8), diagnostics)
        context = ParseContext(sources: sources, isStrict: false, diagnostics: diagnostics)
        document = try #require(DocumentParser(context: context).parse())
    }

    /// Returns a component.
    func schema(_ name: String) throws -> Schema {
        try #require(document.schemas.first { $0.name.text == name }?.schema)
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
    }
}
