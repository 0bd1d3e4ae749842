public import YAMLReader

/// The names that the options of a configuration can refer to, and that had an effect on a module if they did.
public struct DocumentNames: Hashable, Sendable {

    /// The names for the conformances of the structs.
    private var structs: Set<String> = []
    /// The formats of strings and numbers.
    private var formats: Set<String> = []

    /// Creates an empty set of names.
    init() {}

    /// Collects the names of a module; `nil` without options that refer to such names.
    init?(_ context: TranslationContext) {
        guard !context.options.formats.isEmpty || !context.options.conformances.isEmpty else { return nil }
        structs = context.conformanceNames
        formats = context.module.formats
    }

    /// Adds the names of another document of the module.
    mutating func formUnion(_ other: DocumentNames) {
        structs.formUnion(other.structs)
        formats.formUnion(other.formats)
    }

    /// Returns a warning for each name of a configuration that has no effect.
    public func unmatched(_ names: [Configuration.Name]) -> [Diagnostic] {
        names.compactMap { name in
            switch name.kind {
            case .format:
                guard !formats.contains(name.text) else { return nil }
                let (message, hint) = ("No schema uses the type for the format '\(name.text)'", hint(name, formats))
                return Diagnostic(.warning, "unmatched-format", message, hint: hint, at: name.range)
            case .schema:
                guard name.text != "*", !structs.contains(name.text) else { return nil }
                let (message, hint) = ("No struct uses the protocols for '\(name.text)'", hint(name, structs))
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
