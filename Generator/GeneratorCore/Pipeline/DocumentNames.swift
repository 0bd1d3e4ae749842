public import YAMLReader

/// The names in the documents of a module that the options of a configuration can refer to.
public struct DocumentNames: Hashable, Sendable {

    /// The names of mappings, among them those of all schemas.
    private var mappings: Set<String> = []
    /// The formats of schemas.
    private var formats: Set<String> = []

    /// Creates an empty set of names.
    init() {}

    /// Collects the names in the trees of files; `nil` without options that refer to such names.
    init?(_ roots: [Node?], for options: ModuleOptions) {
        guard !options.formats.isEmpty || !options.conformances.isEmpty else { return nil }
        for case let root? in roots { add(root) }
    }

    private mutating func add(_ node: Node) {
        for entry in node.mapping?.entries ?? [] {
            if entry.value.mapping != nil { mappings.insert(entry.key.text) }
            if entry.key.text == "format", let format = entry.value.string { formats.insert(format) }
            add(entry.value)
        }
        for item in node.sequence ?? [] { add(item) }
    }

    /// Adds the names of another document of the module.
    mutating func formUnion(_ other: DocumentNames) {
        mappings.formUnion(other.mappings)
        formats.formUnion(other.formats)
    }

    /// Returns a warning for each name of a configuration that no document has.
    public func unmatched(_ names: [Configuration.Name]) -> [Diagnostic] {
        names.compactMap { name in
            switch name.kind {
            case .format:
                guard !formats.contains(name.text) else { return nil }
                let (message, hint) = ("No schema has the format '\(name.text)'", hint(name, formats))
                return Diagnostic(.warning, "unmatched-format", message, hint: hint, at: name.range)
            case .schema:
                // A nested type has the names of its outer types, which are not in the document.
                guard name.text != "*", !name.text.contains("."), !mappings.contains(name.text) else { return nil }
                let (message, hint) = ("No schema has the name '\(name.text)'", hint(name, mappings))
                return Diagnostic(.warning, "unmatched-conformance", message, hint: hint, at: name.range)
            }
        }
    }

    private func hint(_ name: Configuration.Name, _ candidates: Set<String>) -> String {
        Suggestion.nearest(to: name.text, among: candidates).map { "Did you mean '\($0)'?" }
            ?? "Correct it, or remove it"
    }
}

extension Configuration {

    /// A name of a document in the options of a module.
    public struct Name: Hashable, Sendable {
        /// The kind of a name.
        public enum Kind: Hashable, Sendable {
            /// A format of schemas, in `formats`.
            case format
            /// A schema, in `conformances`.
            case schema
        }

        /// The kind.
        public var kind: Kind
        /// The name as written in the configuration.
        public var text: String
        /// The position in the configuration.
        public var range: SourceRange
    }

    /// Returns the names in the options of a module.
    static func names(_ module: SpecObject) -> [Name] {
        func keys(_ key: String, _ kind: Name.Kind) -> [Name] {
            (module.mapping[key]?.mapping?.entries ?? []).map {
                Name(kind: kind, text: $0.key.text, range: $0.key.range)
            }
        }
        return keys("formats", .format) + keys("conformances", .schema)
    }
}
