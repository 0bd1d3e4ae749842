import GeneratorCore
import Testing

/// One document and what the generator makes of it.
struct Snippet {

    /// What a run gave.
    let result: Generator.Result

    /// Generates from a whole document.
    init(
        document: String,
        isStrict: Bool = true,
        access: ModuleOptions.Access = .public,
        server: ModuleOptions.Server? = nil,
        more files: [String: String] = [:]
    ) {
        var options = ModuleOptions(module: "SampleAPI", specName: "sample.yaml")
        options.isStrict = isStrict
        options.access = access
        options.server = server
        result = Generator(options: options).run(path: "sample.yaml", bytes: Array(document.utf8)) { path in
            files[path].map { Array($0.utf8) }
        }
    }

    /// Generates from the text below `components.schemas`.
    init(schemas: String, isStrict: Bool = true) {
        self.init(document: Self.head + "components:\n  schemas:\n" + Self.indented(schemas, by: 4), isStrict: isStrict)
    }

    /// Generates from the text below `paths`, with schemas and other parts of the document where they are needed.
    init(paths: String, schemas: String = "", rest: String = "", server: ModuleOptions.Server? = nil) {
        let components = schemas.isEmpty ? "" : "components:\n  schemas:\n" + Self.indented(schemas, by: 4)
        let document = Self.head + rest + "\npaths:\n" + Self.indented(paths, by: 2) + components
        self.init(document: document, server: server)
    }

    private static let head = "openapi: 3.1.0\ninfo: { title: Sample, version: '1' }\n"

    private static func indented(_ text: String, by columns: Int) -> String {
        let margin = String(repeating: " ", count: columns)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n") + "\n"
    }

    /// Rules that were broken, each with its severity, in the order of the document.
    var rules: [String] {
        result.diagnostics.map { "\($0.severity.rawValue) \($0.rule)" }
    }

    /// All diagnostics as a terminal shows them.
    var report: String {
        let printer = DiagnosticPrinter(files: result.sources)
        return result.diagnostics.map(printer.print).joined(separator: "\n")
    }

    /// Paths of the output.
    var paths: [String] {
        result.files.map(\.path)
    }

    /// A file's text; empty, with a failure recorded, when it is not there.
    func text(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        guard let file = (result.files + result.server).first(where: { $0.path == path }) else {
            Issue.record("There is no '\(path)' among \(paths).\n\(report)", sourceLocation: sourceLocation)
            return ""
        }
        return file.text
    }

    /// A file's code without comments, empty lines and indentation.
    func code(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        Self.bare(text(path, sourceLocation: sourceLocation))
    }

    /// Expects a stretch of lines in a file; comments, empty lines and indentation do not count.
    func expect(_ fragment: String, in path: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let code = code(path, sourceLocation: sourceLocation)
        let wanted = Self.bare(fragment)
        #expect(
            ("\n" + code).contains("\n" + wanted),
            "Not in \(path):\n\(wanted)\nbut:\n\(code)",
            sourceLocation: sourceLocation
        )
    }

    /// Expects a stretch of whole lines in a file, comments and indentation included.
    func expectText(_ fragment: String, in path: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = text(path, sourceLocation: sourceLocation)
        #expect(text.contains(fragment), "Not in \(path):\n\(fragment)\nbut:\n\(text)", sourceLocation: sourceLocation)
    }

    private static func bare(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }.filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n") + "\n"
    }
}
