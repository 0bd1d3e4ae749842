import YAMLReader

/// Generates the files of a Swift module from an OpenAPI document.
///
/// Does not access the file system.
public struct Generator: Sendable {

    /// The options of the module.
    public var options: ModuleOptions

    /// The types of other modules, which are not declared again.
    public var imports: [SharedTypes]

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - options: The options of the module.
    ///   - imports: The types of the modules that this one may import.
    public init(options: ModuleOptions, importing imports: [SharedTypes] = []) {
        self.options = options
        self.imports = imports
    }

    /// Generates the files of a module.
    ///
    /// - Parameters:
    ///   - path: The name of the document in diagnostics.
    ///   - bytes: The content of the document.
    ///   - overlays: The overlays of the document, in order.
    ///   - load: Returns the content of another file that the document refers to, by its path relative to the same
    ///     folder as `path`; `nil` if there is no such file. Called only for paths inside
    ///     ``ModuleOptions/referenceFolder``.
    /// - Returns: The files, or the errors.
    public func run(
        path: String,
        bytes: [UInt8],
        overlays: [InputFile] = [],
        load: @escaping (String) -> [UInt8]? = { _ in nil }
    ) -> Result {
        DeepStack.run {
            runHere(InputFile(path: path, bytes: bytes), overlays, load)
        }
    }

    private func runHere(
        _ document: InputFile,
        _ overlays: [InputFile],
        _ load: @escaping (String) -> [UInt8]?
    ) -> Result {
        let diagnostics = DiagnosticCollector(isStrict: options.isStrict, makesSuggestions: options.makesSuggestions)
        let sources = SourceStore(folder: options.referenceFolder, load: load)
        sources.addDocument(document.path, document.bytes, diagnostics)
        guard sources.roots[0] != nil else { return failed(diagnostics, sources) }
        apply(overlays, sources, diagnostics)
        sources.upgrade(diagnostics)
        select(sources, diagnostics)
        // Only errors in the document and the files that it refers to can be omitted, not errors in the options or
        // overlays.
        guard options.continuesOnError, !diagnostics.errs(outside: 0) else {
            let reading = read(sources, diagnostics)
            guard diagnostics.hasErrors else { return result(reading, diagnostics, sources) }
            return withoutUnused(sources, diagnostics) ?? failed(diagnostics, sources)
        }
        return salvaged(sources, diagnostics)
    }

    /// Returns the result without the schemas that contain all errors, if nothing uses them and the run is not strict.
    private func withoutUnused(_ sources: SourceStore, _ found: DiagnosticCollector) -> Result? {
        guard !options.isStrict, !options.hasSchemasAlone, let root = sources.roots[0], root.mapping != nil else {
            return nil
        }
        let errors = found.sorted.filter { $0.severity == .error }
        let silent = parseContext(sources, DiagnosticCollector(isStrict: false))
        let used = Reachability(context: silent).components(of: root)
        let salvage = Salvage(sources: sources)
        guard let unused = salvage.unused(holding: errors, besides: used) else { return nil }
        salvage.remove(unused.map(\.part))
        let diagnostics = DiagnosticCollector(isStrict: false)
        var known: Set<Salvage.Part> = []
        for (part, error) in unused where known.insert(part).inserted {
            diagnostics.warning(
                "unused-schema",
                "The schema '\(part.name)' is omitted, because nothing uses it and it has an error",
                hint: "Correct or remove it",
                at: part.range,
                related: [.init(message: error.message, range: error.range)]
            )
        }
        let reading = read(sources, diagnostics)
        return diagnostics.hasErrors ? nil : result(reading, diagnostics, sources)
    }

    /// Returns the use that a document makes of schemas of other files; empty if the document cannot be parsed.
    func sharedUse(
        _ document: InputFile,
        _ overlays: [InputFile],
        _ load: @escaping (String) -> [UInt8]?
    ) -> SharedUse {
        let diagnostics = DiagnosticCollector(isStrict: options.isStrict, makesSuggestions: options.makesSuggestions)
        let sources = SourceStore(folder: options.referenceFolder, load: load)
        sources.addDocument(document.path, document.bytes, diagnostics)
        guard sources.roots[0] != nil else { return SharedUse() }
        apply(overlays, sources, diagnostics)
        sources.upgrade(diagnostics)
        select(sources, diagnostics)
        let context = parseContext(sources, diagnostics)
        return DocumentParser(context: context).parse().map { SchemaUsage.shared($0, in: context) } ?? SharedUse()
    }

    private func parseContext(_ sources: SourceStore, _ diagnostics: DiagnosticCollector) -> ParseContext {
        ParseContext(
            sources: sources,
            isStrict: options.isStrict,
            refusesExtensions: options.refusesExtensions,
            diagnostics: diagnostics
        )
    }

    private func apply(_ overlays: [InputFile], _ sources: SourceStore, _ diagnostics: DiagnosticCollector) {
        for file in overlays {
            let number = sources.add(file.path, file.bytes, diagnostics)
            guard sources.roots[number] != nil, sources.roots[0] != nil else { continue }
            let context = ParseContext(sources: sources, isStrict: true, diagnostics: diagnostics)
            if let overlay = Overlay(context.root(of: number), of: sources.files[0].path, in: context) {
                overlay.apply(to: sources, diagnostics)
            }
        }
    }

    private func select(_ sources: SourceStore, _ diagnostics: DiagnosticCollector) {
        guard let filter = options.filter, !filter.entries.isEmpty else { return }
        let number = sources.addText(filter.path, filter.bytes)
        let context = parseContext(sources, diagnostics)
        let root = DocumentFilter(filter: filter, context: context, file: number).filtered()
        sources.replaceRoot(of: 0, by: root)
    }

    /// The model of a document.
    private enum Reading {
        case client(APIModule)
        /// A module of types only, with the type of each schema.
        case types(APIModule, [ExactText: ResolvedType])
    }

    /// Creates the model of the current document.
    ///
    /// - Parameters:
    ///   - sources: The document and the files that it refers to.
    ///   - diagnostics: Collects the problems.
    ///   - dangling: The references without a target before parts were removed; `nil` for the whole document.
    /// - Returns: The model; `nil` if the document cannot be parsed.
    private func read(
        _ sources: SourceStore,
        _ diagnostics: DiagnosticCollector,
        dangling: Set<SourceRange>? = nil
    ) -> Reading? {
        let context = parseContext(sources, diagnostics)
        context.knownDangling = dangling
        let resolver = ModuleResolver(context: context, options: options, imports: imports)
        guard !options.hasSchemasAlone else {
            guard let document = SchemaFileParser(context: context, use: options.sharedUse).parse() else { return nil }
            let (module, types) = resolver.typesAlone(document)
            return .types(module, types)
        }
        guard var document = DocumentParser(context: context).parse() else { return nil }
        if let filter = options.filter {
            document.operations.removeAll { !filter.keeps($0.subject) }
            document.webhooks.removeAll { !filter.keeps($0.subject) }
        }
        DocumentRules(document: document, context: context).check()
        if options.checksPortability {
            PortabilityRules(context: context).check()
        }
        if options.makesSuggestions {
            PagingSuggestion(context: context).check(document)
        }
        if !options.isStrict {
            document = DocumentRepair().repaired(document)
        }
        return .client(resolver.module(document))
    }

    /// Removes the parts with errors until no error remains.
    private func salvaged(_ sources: SourceStore, _ found: DiagnosticCollector) -> Result {
        var salvage = Salvage(sources: sources, isSchemaFile: options.hasSchemasAlone)
        var omitted: [OmittedPart] = []
        var errors: [Diagnostic] = []
        var diagnostics = found
        var dangling: Set<SourceRange>?
        for round in 0..<100 {
            let reading = read(sources, diagnostics, dangling: dangling)
            let current = diagnostics.sorted.filter { $0.severity == .error }
            if round == 0 {
                errors = current
                salvage.originals = sources.roots
                dangling = Set(diagnostics.diagnostics.filter { $0.rule == "dangling-reference" }.map(\.range))
            }
            guard !current.isEmpty else {
                errors.forEach { diagnostics.add($0) }
                var result = result(reading, diagnostics, sources)
                result.omitted = omitted
                return result
            }
            guard let parts = salvage.parts(holding: current), !parts.isEmpty else { break }
            salvage.remove(parts)
            for part in parts where !omitted.contains(where: { $0.name == part.name }) {
                omitted.append(OmittedPart(name: part.name, range: part.range))
            }
            diagnostics = DiagnosticCollector(isStrict: options.isStrict, makesSuggestions: options.makesSuggestions)
        }
        errors.forEach { diagnostics.add($0) }
        return failed(diagnostics, sources)
    }

    private func result(_ reading: Reading?, _ diagnostics: DiagnosticCollector, _ sources: SourceStore) -> Result {
        switch reading {
        case nil: failed(diagnostics, sources)
        case .client(let module): client(module, diagnostics, sources)
        case .types(let module, let types): self.types(module, types, diagnostics, sources)
        }
    }

    private func client(_ module: APIModule, _ diagnostics: DiagnosticCollector, _ sources: SourceStore) -> Result {
        let translation = TranslationContext(module: module, options: options)
        return Result(
            files: files(translation),
            mocks: options.hasMocks ? rendered([{ MocksTranslator(context: translation).files() }]) : [],
            server: server(module),
            diagnostics: diagnostics.sorted,
            sources: sources.files,
            summary: Summary(module),
            starter: options.hasMocks ? Starter(translation) : nil,
            names: DocumentNames(translation)
        )
    }

    private func types(
        _ module: APIModule,
        _ types: [ExactText: ResolvedType],
        _ diagnostics: DiagnosticCollector,
        _ sources: SourceStore
    ) -> Result {
        let translation = TranslationContext(module: module, options: options)
        let translator = TypesTranslator(context: translation, layout: OperationFiles(module))
        var result = Result(
            files: rendered(translator.work()),
            diagnostics: diagnostics.sorted,
            sources: sources.files,
            summary: Summary(module),
            names: DocumentNames(translation)
        )
        // The types have no module until their own files are translated.
        result.sharedTypes = SharedTypes(module, options, types)
        return result
    }

    private func failed(_ diagnostics: DiagnosticCollector, _ sources: SourceStore) -> Result {
        Result(files: [], diagnostics: diagnostics.sorted, sources: sources.files, summary: Summary())
    }

    private func files(_ context: TranslationContext) -> [OutputFile] {
        let layout = OperationFiles(context.module)
        var work: [FileWork] = [{ ClientTranslator(context: context).files() }]
        work += OperationsTranslator(context: context, layout: layout).work()
        work += TypesTranslator(context: context, layout: layout).work()
        work.append { HooksTranslator(context: context).files() }
        work.append { HeadersTranslator(context: context).files() }
        if options.hasMocks {
            work.append { ProtocolsTranslator(context: context).files() }
        }
        return rendered(work)
    }

    private func server(_ module: APIModule) -> [OutputFile] {
        guard let server = options.server else { return [] }
        var options = options
        options.access = server.access
        let context = TranslationContext(module: module, options: options)
        return rendered([{ ServerTranslator(context: context, prefix: server.prefix).files() }], access: server.access)
    }

    /// Renders files on all cores, because they are independent of each other.
    private func rendered(_ work: [FileWork], access: ModuleOptions.Access? = nil) -> [OutputFile] {
        let renderer = renderer(access ?? options.access)
        let pieces = work.map { files in
            { files().map { OutputFile(path: $0.path, bytes: renderer.render($0)) } }
        }
        var paths: Set<String> = []
        let files = DeepStack.runAll(pieces).joined().map { file in
            OutputFile(path: unique(file.path, &paths), bytes: file.bytes)
        }.sorted { $0.path < $1.path }
        return options.hasFixedLayout ? FixedLayout.merged(files, header: renderer.header) : files
    }

    /// Returns a renderer of declarations with an access level.
    func renderer(_ access: ModuleOptions.Access) -> Renderer {
        Renderer(
            specName: options.specName,
            command: CommentText.line(options.command).filter { $0 != "`" },
            access: access
        )
    }

    /// Returns a path that differs from others in more than letter case, which some file systems ignore.
    private func unique(_ path: String, _ taken: inout Set<String>) -> String {
        let path = FileName.shortened(path)
        var result = path
        var number = 2
        while !taken.insert(result.lowercased()).inserted {
            result = path.dropLast(".swift".count) + "_\(number).swift"
            number += 1
        }
        return result
    }
}

extension OperationEntry {
    /// The properties of the operation that a filter compares.
    fileprivate var subject: Filter.Subject {
        Filter.Subject(path: path, tags: tags, operationID: operationID)
    }
}
