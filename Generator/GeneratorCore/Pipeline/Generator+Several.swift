import YAMLReader

/// One of several documents that form a module.
public struct ModulePart {
    /// The prefix of the names of its types.
    public var prefix: String
    /// The document.
    public var document: InputFile
    /// The overlays of the document, in order.
    public var overlays: [InputFile]
    /// The operations of the document that the module contains; `nil` for all.
    public var filter: Filter?
    /// Returns the content of a file that the document refers to, as in ``Generator/run(path:bytes:overlays:load:)``.
    public var load: (String) -> [UInt8]?

    /// Creates a part.
    public init(
        prefix: String,
        document: InputFile,
        overlays: [InputFile] = [],
        filter: Filter? = nil,
        load: @escaping (String) -> [UInt8]? = { _ in nil }
    ) {
        self.prefix = prefix
        self.document = document
        self.overlays = overlays
        self.filter = filter
        self.load = load
    }
}

extension Generator {

    /// Generates one module from several documents.
    ///
    /// Each document has its own client, and its prefix in the names of its types. A schema of a file that several
    /// documents refer to becomes one type without a prefix.
    ///
    /// - Parameter parts: The documents.
    /// - Returns: The files, or the errors.
    public func run(_ parts: [ModulePart]) -> Result {
        DeepStack.run {
            var use = use(of: parts)
            use.formUnion(options.sharedUse)
            let results = parts.map { part in
                generator(for: part, use).run(
                    path: part.document.path,
                    bytes: part.document.bytes,
                    overlays: part.overlays,
                    load: part.load
                )
            }
            return fixed(Result.joining(results))
        }
    }

    /// Returns the use that documents make of the schemas of other files.
    ///
    /// - Parameter parts: The documents of one module.
    /// - Returns: The use, which a module of those schemas requires. It includes nothing from a document that cannot be
    ///   parsed.
    public func sharedUse(of parts: [ModulePart]) -> SharedUse {
        DeepStack.run { use(of: parts) }
    }

    private func use(of parts: [ModulePart]) -> SharedUse {
        parts.reduce(into: SharedUse()) { use, part in
            let generator = generator(for: part, SharedUse())
            use.formUnion(generator.sharedUse(part.document, part.overlays, part.load))
        }
    }

    /// Returns a result with the fixed layout, if the options require it.
    private func fixed(_ result: Result) -> Result {
        guard options.hasFixedLayout else { return result }
        var result = result
        if !result.files.isEmpty { result.files = merged(result.files, options.access) }
        if !result.mocks.isEmpty { result.mocks = merged(result.mocks, options.access) }
        if !result.server.isEmpty { result.server = merged(result.server, options.server?.access ?? options.access) }
        return result
    }

    private func merged(_ files: [OutputFile], _ access: ModuleOptions.Access) -> [OutputFile] {
        FixedLayout.merged(files, header: renderer(access).header)
    }

    private func generator(for part: ModulePart, _ use: SharedUse) -> Generator {
        var options = options
        options.prefix = part.prefix
        options.client = part.prefix.isEmpty ? options.client : part.prefix + "Client"
        options.filter = part.filter
        options.sharedUse = use
        options.hasFixedLayout = false
        return Generator(options: options, importing: imports)
    }
}

extension Generator.Result {

    /// Combines the results of several documents to that of one module; without files if one of them has an error.
    fileprivate static func joining(_ results: [Generator.Result]) -> Generator.Result {
        var joined = Generator.Result(files: [], diagnostics: [], sources: [], summary: Generator.Summary())
        for result in results {
            let first = joined.sources.count
            joined.sources += result.sources
            joined.diagnostics += result.diagnostics.map { $0.moved(by: first) }
            joined.omitted += result.omitted.map { .init(name: $0.name, range: $0.range.moved(by: first)) }
            joined.summary.operations += result.summary.operations
            joined.summary.models += result.summary.models
            if let names = result.names {
                joined.names = joined.names ?? DocumentNames()
                joined.names?.formUnion(names)
            }
            joined.files = joined.adding(result.files, to: joined.files, of: first)
            joined.mocks = joined.adding(result.mocks, to: joined.mocks, of: first)
            joined.server = joined.adding(result.server, to: joined.server, of: first)
        }
        // A document with an error may have the names that the others do not have.
        if results.contains(where: { $0.hasErrors }) { joined.names = nil }
        if results.contains(where: { $0.hasErrors && $0.omitted.isEmpty }) || joined.clashes {
            (joined.files, joined.mocks, joined.server) = ([], [], [])
        }
        return joined
    }

    private var clashes: Bool {
        diagnostics.contains { $0.rule == "unlike-parts" }
    }

    /// Returns files with those of another document; a file that is identical in both appears once.
    private mutating func adding(_ files: [OutputFile], to known: [OutputFile], of source: Int) -> [OutputFile] {
        var result = known
        var positions: [String: Int] = [:]
        for (position, file) in known.enumerated() {
            positions[file.path.lowercased()] = position
        }
        for file in files {
            guard let position = positions[file.path.lowercased()] else {
                result.append(file)
                continue
            }
            guard result[position] != file else { continue }
            diagnostics.append(
                Diagnostic(
                    .error,
                    "unlike-parts",
                    "'\(file.path)' is generated differently from this document and from an earlier one of the module",
                    hint: "Choose other prefixes, or set other names with 'x-swift-name'",
                    at: SourceRange(start: .start, end: .start, file: source)
                )
            )
        }
        return result.sorted { $0.path < $1.path }
    }
}

extension Diagnostic {

    /// Returns the diagnostic with file numbers that follow those of previous runs.
    fileprivate func moved(by count: Int) -> Diagnostic {
        var result = self
        result.range = range.moved(by: count)
        result.related = related.map { Related(message: $0.message, range: $0.range.moved(by: count)) }
        return result
    }
}

extension SourceRange {

    /// Returns the range with a file number that follows those of previous runs.
    fileprivate func moved(by count: Int) -> SourceRange {
        SourceRange(start: start, end: end, file: file + count)
    }
}
