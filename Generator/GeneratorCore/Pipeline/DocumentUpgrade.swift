public import YAMLReader

/// Writes a Swagger 2.0 or OpenAPI 3.0 document as OpenAPI 3.1.
///
/// Does not access the file system.
public struct DocumentUpgrade: Sendable {

    /// The result of an upgrade.
    public struct Result: Sendable {
        /// The upgraded document in YAML; `nil` if there is an error.
        public var text: String?
        /// All diagnostics, by file and position.
        public var diagnostics: [Diagnostic]
        /// The files that the diagnostics refer to; the index of a file is its number.
        public var sources: [SourceFile]
    }

    /// Creates an upgrade.
    public init() {}

    /// Upgrades a document.
    ///
    /// The result contains no comments. References to other files remain, because those files may be parts of other
    /// documents.
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
            sources.add(path, bytes, diagnostics)
            let root = sources.roots[0].flatMap { upgraded($0, sources, diagnostics) }
            let text = diagnostics.hasErrors ? nil : root.map { YAMLText($0).text }
            return Result(text: text, diagnostics: diagnostics.sorted, sources: sources.files)
        }
    }

    private func upgraded(_ root: Node, _ sources: SourceStore, _ diagnostics: DiagnosticCollector) -> Node? {
        if SwaggerUpgrade.isSwagger(root) {
            sources.upgrade(diagnostics)
            return sources.locations(in: 0)?.relinked()
        }
        let version = root["openapi"]?.string ?? root["openapi"]?.numberText ?? ""
        if version.hasPrefix("3.0") || version == "3" {
            return NullableUpgrade(diagnostics).upgraded(root)
        }
        let isCurrent = version.hasPrefix("3.")
        diagnostics.error(
            isCurrent ? "unsupported-version" : "not-openapi",
            isCurrent
                ? "OpenAPI version '\(version)' needs no upgrade"
                : "This is neither a Swagger 2.0 nor an OpenAPI 3.0 document",
            at: root["openapi"]?.range ?? root.range
        )
        return nil
    }
}
