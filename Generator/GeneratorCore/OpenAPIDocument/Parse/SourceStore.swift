import YAMLReader

/// The files of one run, each read once.
///
/// A class, because files are found while others are looked at.
final class SourceStore {

    /// Files that ranges speak of, at the index that is their number; the document is the first.
    private(set) var files: [SourceFile] = []

    /// Trees of the files; `nil` for one that could not be read as a document, which was reported.
    private(set) var roots: [Node?] = []

    private let load: (String) -> [UInt8]?

    /// Creates a store.
    ///
    /// - Parameter load: Gives the content of a file by its path; `nil` when there is none.
    init(load: @escaping (String) -> [UInt8]? = { _ in nil }) {
        self.load = load
    }

    /// Reads a file, and reports what is wrong with it; gives its number.
    @discardableResult
    func add(_ path: String, _ bytes: [UInt8], _ diagnostics: DiagnosticCollector) -> Int {
        let result = readDocument(SourceFile(path: path, bytes: bytes, number: files.count))
        result.problems.forEach { diagnostics.add(Diagnostic($0)) }
        files.append(result.file)
        roots.append(result.root)
        return files.count - 1
    }

    /// Adds a file that only diagnostics speak of; gives its number.
    func addText(_ path: String, _ bytes: [UInt8]) -> Int {
        files.append(SourceFile(path: path, bytes: bytes, number: files.count))
        roots.append(nil)
        return files.count - 1
    }

    /// The number of a file that a document refers to, read when it is new; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - path: The path, without `.` and `..`.
    ///   - range: Where the document names it.
    ///   - diagnostics: What is told of problems in the file.
    /// - Returns: The number.
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

    /// Puts another tree in the place of a file's own.
    func replaceRoot(of file: Int, by root: Node) {
        roots[file] = root
    }
}
