import GeneratorCore
import Testing

/// A document and the output of the generator.
struct Snippet {

    /// The result of the run.
    let result: Generator.Result

    /// Generates a module from a whole document.
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

    /// Generates a module from the text of `components.schemas`.
    init(schemas: String, isStrict: Bool = true) {
        self.init(document: Self.head + "components:\n  schemas:\n" + Self.indented(schemas, by: 4), isStrict: isStrict)
    }

    /// Generates a module from the text of `paths`, with schemas and other parts of the document if needed.
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

    /// Rules of all diagnostics with their severities, in the order of the document.
    var rules: [String] {
        result.diagnostics.map { "\($0.severity.rawValue) \($0.rule)" }
    }

    /// All diagnostics, in the format for terminals.
    var report: String {
        let printer = DiagnosticPrinter(files: result.sources)
        return result.diagnostics.map(printer.print).joined(separator: "\n")
    }

    /// Paths of the generated files.
    var paths: [String] {
        result.files.map(\.path)
    }

    /// Returns the text of a file.
    ///
    /// Returns an empty string and records an issue if there is no such file.
    func text(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        guard let file = (result.files + result.server).first(where: { $0.path == path }) else {
            Issue.record("There is no '\(path)' among \(paths).\n\(report)", sourceLocation: sourceLocation)
            return ""
        }
        return file.text
    }

    /// Returns the code of a file without comments, empty lines and indentation.
    func code(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        Self.bare(text(path, sourceLocation: sourceLocation))
    }

    /// Expects consecutive lines in a file, ignoring comments, empty lines and indentation.
    func expect(_ fragment: String, in path: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let code = code(path, sourceLocation: sourceLocation)
        let wanted = Self.bare(fragment)
        #expect(
            ("\n" + code).contains("\n" + wanted),
            "Not in \(path):\n\(wanted)\nbut:\n\(code)",
            sourceLocation: sourceLocation
        )
    }

    /// Expects consecutive lines in a file, including comments and indentation.
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
