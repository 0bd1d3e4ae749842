public import YAMLReader

/// Writes a Swagger 2.0 or OpenAPI 3.0 document as OpenAPI 3.1.
///
/// Does not access the file system.
public struct DocumentUpgrade: Sendable {

    /// The result of an upgrade.
    public struct Result: Sendable {
        /// The upgraded document in YAML; `nil` if there is an error.
        public var text: String?
        /// The upgraded files that the document refers to, directly or through others; empty if there is an error.
        public var others: [File] = []
        /// All diagnostics, by file and position.
        public var diagnostics: [Diagnostic]
        /// The files that the diagnostics refer to; the index of a file is its number.
        public var sources: [SourceFile]
    }

    /// A file that an upgraded document refers to.
    public struct File: Sendable {
        /// The path, relative to the same folder as the path of the document.
        public var path: String
        /// The content, in JSON if the name of the file says so, or else in YAML.
        public var text: String
        /// Whether the upgrade changes the content.
        public var isChanged: Bool
    }

    /// Creates an upgrade.
    public init() {}

    /// Upgrades a document.
    ///
    /// The result contains no comments.
    ///
    /// - Parameters:
    ///   - path: The name of the document in diagnostics.
    ///   - bytes: The content of the document.
    ///   - load: Returns the content of another file that the document refers to, as in
    ///     ``Generator/run(path:bytes:overlays:load:)``.
    /// - Returns: The upgraded document, or the errors.
    public func run(
        path: String,
        bytes: [UInt8],
        load: @escaping (String) -> [UInt8]? = { _ in nil }
    ) -> Result {
        DeepStack.run {
            let diagnostics = DiagnosticCollector()
            let sources = SourceStore(load: load)
            sources.addDocument(path, bytes, diagnostics)
            let roots = sources.roots[0].map { upgraded($0, sources, diagnostics) } ?? []
            guard !diagnostics.hasErrors, let root = roots.first else {
                return Result(diagnostics: diagnostics.sorted, sources: sources.files)
            }
            let others = roots.indices.dropFirst().map { index in
                let name = sources.files[index].path
                let json = name.lowercased().hasSuffix(".json") ? JSONText(roots[index].node).text : nil
                return File(
                    path: name,
                    text: json.map { $0 + "\n" } ?? YAMLText(roots[index].node).text,
                    isChanged: roots[index].isChanged
                )
            }
            return Result(
                text: YAMLText(root.node).text,
                others: others,
                diagnostics: diagnostics.sorted,
                sources: sources.files
            )
        }
    }

    private typealias Upgraded = (node: Node, isChanged: Bool)

    /// Returns the trees of the upgraded files, the document first; none after an error.
    private func upgraded(_ root: Node, _ sources: SourceStore, _ diagnostics: DiagnosticCollector) -> [Upgraded] {
        if SwaggerUpgrade.isSwagger(root) {
            sources.upgrade(diagnostics)
            readReferenced(sources, diagnostics)
            return sources.roots.indices.map { relinked($0, sources, diagnostics) }
        }
        let version = root["openapi"]?.string ?? root["openapi"]?.numberText ?? ""
        if version.hasPrefix("3.0") || version == "3" {
            readReferenced(sources, diagnostics)
            let upgrade = NullableUpgrade(diagnostics)
            return sources.roots.map { node in
                let node = node ?? root
                let upgraded = upgrade.upgraded(node)
                return (upgraded, JSONText(upgraded).text != JSONText(node).text)
            }
        }
        if let mapping = root.mapping, !mapping.contains("openapi"),
            OtherDocument.report(mapping, at: root.range, diagnostics)
        {
            return []
        }
        let isCurrent = version.hasPrefix("3.")
        diagnostics.error(
            isCurrent ? "unsupported-version" : "not-openapi",
            isCurrent
                ? "OpenAPI version '\(version)' needs no upgrade"
                : "This is neither a Swagger 2.0 nor an OpenAPI 3.0 document",
            hint: isCurrent
                ? "Use the document as it is"
                : "Begin the document with its version, such as 'openapi: 3.0.3'; 3.1 and 3.2 need no upgrade",
            at: root["openapi"]?.range ?? root.range
        )
        return []
    }

    /// Reads the files that the document refers to, and reports those that are not upgraded.
    private func readReferenced(_ sources: SourceStore, _ diagnostics: DiagnosticCollector) {
        var outside: Set<String> = []
        sources.readReferenced { reference in
            guard sources.file(of: reference, diagnostics) == nil,
                RelativePath.resolve(
                    reference.filePath,
                    against: sources.files[reference.file].path,
                    inside: sources.folder
                ) == nil,
                outside.insert(reference.filePath).inserted
            else { return }
            diagnostics.warning(
                "outside-reference",
                "'\(reference.filePath)' is not inside \(sources.folderText), so it is not upgraded",
                hint: "Upgrade a copy of the whole folder that contains both files, or upgrade that file separately",
                at: reference.range
            )
        }
    }

    /// Returns the upgraded tree of a file, with references to the upgraded trees of all files.
    private func relinked(_ file: Int, _ sources: SourceStore, _ diagnostics: DiagnosticCollector) -> Upgraded {
        guard let locations = sources.locations(in: file) else {
            let empty = Node(.null, range: SourceRange(start: .start, end: .start, file: file))
            return (sources.roots[file] ?? empty, false)
        }
        let node = locations.relinked { text in
            let reference = Reference(text, file: file, range: locations.original.range)
            guard let target = sources.file(of: reference, diagnostics),
                let tokens = JSONPointer(parsing: reference.fragment)?.tokens
            else { return text }
            let path = sources.path(tokens, in: target)
            return path == tokens ? text : reference.filePath + JSONPointer(path).description
        }
        return (node, JSONText(node).text != JSONText(locations.original).text)
    }
}
