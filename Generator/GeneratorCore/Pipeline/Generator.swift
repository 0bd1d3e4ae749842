public import YAMLReader

/// Turns one OpenAPI document into the files of one Swift module.
///
/// Reads and writes no file.
public struct Generator: Sendable {

    /// What one run gives.
    public struct Result: Sendable {
        /// The files in the order of their paths; none when there is an error.
        public var files: [OutputFile]
        /// The files of the module for tests, where one is wanted.
        public var mocks: [OutputFile] = []
        /// The files of the server in the order of their paths, where one is wanted.
        public var server: [OutputFile] = []
        /// All findings, by file and place.
        public var diagnostics: [Diagnostic]
        /// The files that the diagnostics speak of, at the index that is their number.
        public var sources: [SourceFile]
        /// How many operations and types the module has.
        public var summary: Summary

        /// Whether an error was found.
        public var hasErrors: Bool {
            diagnostics.contains { $0.severity == .error }
        }
    }

    /// Counts for a report.
    public struct Summary: Hashable, Sendable {
        /// Operations of the module.
        public var operations = 0
        /// Types declared from schemas, inner ones included.
        public var models = 0
    }

    /// What the user chose.
    public var options: ModuleOptions

    /// Creates a generator.
    ///
    /// - Parameter options: What the user chose.
    public init(options: ModuleOptions) {
        self.options = options
    }

    /// Runs every stage.
    ///
    /// - Parameters:
    ///   - path: Name of the document in diagnostics.
    ///   - bytes: Content of the document.
    ///   - load: Gives the content of another file that the document refers to, by its path next to `path`; `nil` when
    ///     there is none. Called only for paths below the document's folder.
    /// - Returns: The files, or the errors.
    public func run(path: String, bytes: [UInt8], load: @escaping (String) -> [UInt8]? = { _ in nil }) -> Result {
        let diagnostics = DiagnosticCollector()
        let reading = readDocument(SourceFile(path: path, bytes: bytes))
        reading.problems.forEach { diagnostics.add(Diagnostic($0)) }
        guard let root = reading.root else { return failed(diagnostics, [reading.file]) }
        let context = ParseContext(
            file: reading.file,
            root: root,
            isStrict: options.isStrict,
            diagnostics: diagnostics,
            load: load
        )
        guard let document = DocumentParser(context: context).parse() else { return failed(diagnostics, context.files) }
        DocumentRules(document: document, context: context).check()
        guard !diagnostics.hasErrors else { return failed(diagnostics, context.files) }
        let module = ModuleResolver(context: context, options: options).module(document)
        guard !diagnostics.hasErrors else { return failed(diagnostics, context.files) }
        let translation = TranslationContext(module: module, access: options.access)
        return Result(
            files: files(translation),
            mocks: options.hasMocks ? rendered(MocksTranslator(context: translation).files()) : [],
            server: server(module),
            diagnostics: diagnostics.sorted,
            sources: context.files,
            summary: Summary(module)
        )
    }

    private func failed(_ diagnostics: DiagnosticCollector, _ sources: [SourceFile]) -> Result {
        Result(files: [], diagnostics: diagnostics.sorted, sources: sources, summary: Summary())
    }

    private func files(_ context: TranslationContext) -> [OutputFile] {
        rendered(
            ClientTranslator(context: context).files() + OperationsTranslator(context: context).files()
                + FailuresTranslator(context: context).files() + TypesTranslator(context: context).files()
                + HooksTranslator(context: context).files()
                + (options.hasMocks ? ProtocolsTranslator(context: context).files() : [])
        )
    }

    private func server(_ module: APIModule) -> [OutputFile] {
        guard let server = options.server else { return [] }
        let context = TranslationContext(module: module, access: server.access)
        return rendered(ServerTranslator(context: context, prefix: server.prefix).files())
    }

    private func rendered(_ models: [SourceFileModel]) -> [OutputFile] {
        let renderer = Renderer(specName: options.specName)
        var paths: Set<String> = []
        return models.map { model in
            OutputFile(path: unique(model.path, &paths), bytes: renderer.render(model))
        }.sorted { $0.path < $1.path }
    }

    /// Paths that differ by letter case alone would be one file on some disks.
    private func unique(_ path: String, _ taken: inout Set<String>) -> String {
        var result = path
        var number = 2
        while !taken.insert(result.lowercased()).inserted {
            result = path.dropLast(".swift".count) + "_\(number).swift"
            number += 1
        }
        return result
    }
}

/// One file of the output.
public struct OutputFile: Hashable, Sendable {
    /// Path inside the output folder, with slashes.
    public var path: String
    /// Content, UTF-8.
    public var bytes: [UInt8]

    /// Content as text.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }
}

extension Generator.Summary {

    /// Counts what a module has.
    init(_ module: APIModule) {
        func count(_ types: [NamedType]) -> Int {
            types.reduce(0) { $0 + 1 + count($1.nested) }
        }
        operations = module.groups.reduce(0) { $0 + $1.operations.count }
        models = count(module.types)
    }
}

extension Generator.Result {

    /// The result for a document that could not be read at all.
    public static func unreadable(_ path: String) -> Generator.Result {
        let range = SourceRange(start: .start, end: .start)
        return Generator.Result(
            files: [],
            diagnostics: [
                Diagnostic(
                    .error,
                    "missing-file",
                    "The file cannot be read",
                    hint: "Check its name and its rights",
                    at: range
                )
            ],
            sources: [SourceFile(path: path, bytes: [])],
            summary: Generator.Summary()
        )
    }
}
