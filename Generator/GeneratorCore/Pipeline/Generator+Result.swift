public import YAMLReader

extension Generator {

    /// The result of a run.
    public struct Result: Sendable {
        /// The files in the order of their paths; empty if there is an error.
        public var files: [OutputFile]
        /// The files of the module for tests; empty without ``ModuleOptions/hasMocks``.
        public var mocks: [OutputFile] = []
        /// The files of the server in the order of their paths; empty without ``ModuleOptions/server``.
        public var server: [OutputFile] = []
        /// All diagnostics, by file and position.
        public var diagnostics: [Diagnostic]
        /// The files that the diagnostics refer to; the index of a file is its number.
        public var sources: [SourceFile]
        /// The parts of the document that are omitted because they contain errors or require such a part; see
        /// ``ModuleOptions/continuesOnError``.
        public var omitted: [OmittedPart] = []
        /// The numbers of operations and types.
        public var summary: Summary
        /// The parts for the code of a new project; `nil` without ``ModuleOptions/hasMocks``.
        public var starter: Starter?
        /// The names that the configuration can refer to; `nil` if its options refer to none, or after an error.
        public var names: DocumentNames?
        /// The types for modules that import this one; `nil` unless ``ModuleOptions/hasSchemasAlone`` is set.
        public var sharedTypes: SharedTypes?

        /// Whether the diagnostics include an error.
        public var hasErrors: Bool {
            diagnostics.contains { $0.severity == .error }
        }
    }

    /// A part of a document that is omitted.
    public struct OmittedPart: Hashable, Sendable {
        /// The description of the part, such as `operation 'listNotes'`.
        public var name: String
        /// The position of the part.
        public var range: SourceRange

        /// A note that the part is omitted.
        public var diagnostic: Diagnostic {
            Diagnostic(.note, "omitted", "omitted: \(name)", at: range)
        }
    }

    /// Counts for a report.
    public struct Summary: Hashable, Sendable {
        /// The number of operations of the module.
        public var operations = 0
        /// The number of types declared from schemas, including nested ones.
        public var models = 0
    }
}

extension Generator.Summary {

    /// Counts the operations and types of a module.
    init(_ module: APIModule) {
        func count(_ types: [NamedType]) -> Int {
            types.reduce(0) { $0 + 1 + count($1.nested) }
        }
        operations = module.groups.reduce(0) { $0 + $1.operations.count }
        models = count(module.types)
    }
}

extension Generator.Result {

    /// Returns the result for a document or an overlay that cannot be read.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - range: The position of the path in the configuration; `nil` for a path of the command line.
    ///   - configuration: The configuration; `nil` for a path of the command line.
    ///   - isFolder: Whether the path is that of a folder.
    /// - Returns: The result with a single error.
    public static func unreadable(
        _ path: String,
        at range: SourceRange? = nil,
        in configuration: SourceFile? = nil,
        isFolder: Bool = false
    ) -> Generator.Result {
        Generator.Result(
            files: [],
            diagnostics: [.unreadable(path, at: range, isFolder: isFolder)],
            sources: [configuration ?? SourceFile(path: path, bytes: [])],
            summary: Generator.Summary()
        )
    }
}

extension Diagnostic {

    /// Returns the error for a file that cannot be read, with the command that saves the document at a URL.
    ///
    /// - Parameters:
    ///   - path: The path of the file, or the URL.
    ///   - range: The position of the path in another file; `nil` for the start of the file itself.
    ///   - isFolder: Whether the path is that of a folder.
    /// - Returns: The error.
    public static func unreadable(_ path: String, at range: SourceRange? = nil, isFolder: Bool = false) -> Diagnostic {
        let (message, hint) = unreadableText(path, isNamed: range != nil, isFolder: isFolder)
        let place = range ?? SourceRange(start: .start, end: .start)
        return Diagnostic(.error, "missing-file", message, hint: hint, at: place)
    }

    private static func unreadableText(_ path: String, isNamed: Bool, isFolder: Bool) -> (String, hint: String) {
        if ["http://", "https://"].contains(where: path.lowercased().hasPrefix) {
            let command = "curl -fL -o \(fileName(of: path)) '\(path)'"
            return ("A document is read from a file, not from a URL", "Save it first, for example with: \(command)")
        }
        if path.lowercased().hasPrefix("file:") {
            return ("A document is read from a path, not from a URL", "Write its path without 'file://'")
        }
        if isFolder {
            return ("\(isNamed ? "'\(path)'" : "This") is a folder, not a file", "Name a document in it")
        }
        return ("\(isNamed ? "The file '\(path)'" : "The file") cannot be read", "Check its name and permissions")
    }

    /// Returns the name under which the document at a URL is saved.
    private static func fileName(of address: String) -> String {
        let path = address.prefix { !"?#".contains($0) }.split(separator: "/").dropFirst(2)
        let name = (path.last ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        let ending = [".yaml", ".yml", ".json"].contains { name.lowercased().hasSuffix($0) } ? "" : ".yaml"
        return (name.hasPrefix(".") || name.hasPrefix("-") || name.isEmpty ? "openapi" : name) + ending
    }
}
