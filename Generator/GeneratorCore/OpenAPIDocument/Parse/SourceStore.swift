import YAMLReader

/// The files of a run, each read once.
///
/// A class, because references lead to new files during parsing.
final class SourceStore {

    /// The source files; the index of a file is its number, and the document is the first.
    private(set) var files: [SourceFile] = []

    /// The trees of the files; `nil` for a file that could not be parsed, which is reported.
    private(set) var roots: [Node?] = []

    private let load: (String) -> [UInt8]?

    /// Creates a store.
    ///
    /// - Parameter load: Returns the content of the file at a path; `nil` if there is no such file.
    init(load: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.load = load
    }

    /// Adds a file, reports its syntax errors, and returns its number.
    @discardableResult
    func add(_ path: String, _ bytes: [UInt8], _ diagnostics: DiagnosticCollector) -> Int {
        let result = readDocument(SourceFile(path: path, bytes: bytes, number: files.count))
        result.problems.forEach { diagnostics.add(Diagnostic($0)) }
        files.append(result.file)
        roots.append(result.root)
        return files.count - 1
    }

    /// Adds a file that only diagnostics refer to, and returns its number.
    func addText(_ path: String, _ bytes: [UInt8]) -> Int {
        files.append(SourceFile(path: path, bytes: bytes, number: files.count))
        roots.append(nil)
        return files.count - 1
    }

    /// Returns the number of a file that a document refers to; reads the file the first time.
    ///
    /// - Parameters:
    ///   - path: The path, without `.` and `..`.
    ///   - range: The position of the reference in the document.
    ///   - diagnostics: Collects the problems in the file.
    /// - Returns: The number; `nil` if there is no such file.
    func number(of path: String, at range: SourceRange, _ diagnostics: DiagnosticCollector) -> Int? {
        if let known = files.firstIndex(where: { $0.path == path }) {
            return known
        }
        if let other = files.first(where: { $0.path.lowercased() == path.lowercased() }) {
            diagnostics.warning(
                "letter-case",
                "'\(path)' and '\(other.path)' differ only in letter case, which some file systems ignore",
                hint: "Use the same spelling everywhere",
                at: range
            )
        }
        return load(path).map { add(path, $0, diagnostics) }
    }

    /// Replaces the tree of a file.
    func replaceRoot(of file: Int, by root: Node) {
        roots[file] = root
    }
}
