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

    /// The folder that references may reach if it contains the document; `nil` for the document's folder.
    private let widestFolder: String?

    /// Whether files that references name are upgraded when they are read.
    private var isUpgrading = false
    /// The files that references name.
    private var referencedFiles: [Int] = []
    /// The Swagger 2.0 documents among the files, which are upgraded.
    private var swaggerFiles: Set<Int> = []
    /// The root of the document as its author wrote it, if it is Swagger 2.0.
    private var swaggerDocument: Mapping?
    /// The trees of upgraded files as their authors wrote them.
    private var originals: [Int: Node] = [:]

    /// The number of files whose references ``readReferenced(by:)`` has followed.
    private var followed = 0

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The folder that references may reach if it contains the document; `nil` for the document's folder.
    ///   - load: Returns the content of the file at a path; `nil` if there is no such file.
    init(folder: String? = nil, load: @escaping (String) -> [UInt8]? = { _ in nil }) {
        widestFolder = folder
        self.load = load
    }

    /// The highest folder that references may reach.
    var folder: String {
        let own = Self.folder(of: files[0].path)
        guard let widestFolder, Self.contains(widestFolder, own) else { return own }
        return widestFolder
    }

    /// The folder that references may reach, for messages.
    var folderText: String {
        let folder = folder
        if folder == Self.folder(of: files[0].path) { return "the folder of the document" }
        return folder.isEmpty ? "the current folder" : "the folder '\(folder)'"
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Whether one folder is another one or contains it.
    private static func contains(_ outer: String, _ inner: String) -> Bool {
        guard inner != outer else { return true }
        guard outer.isEmpty ? !inner.hasPrefix("/") : inner.hasPrefix(outer + "/") else { return false }
        let steps = inner.dropFirst(outer.isEmpty ? 0 : outer.count + 1).split(separator: "/")
        // A path that leaves a folder and enters it again is compared with the document's folder only.
        return !steps.contains { $0 == "." || $0 == ".." }
    }

    /// Adds a file, reports its syntax errors, and returns its number.
    @discardableResult
    func add(_ path: String, _ bytes: [UInt8], _ diagnostics: DiagnosticCollector) -> Int {
        if Self.isText(path) {
            let number = addText(path, bytes)
            let text = Node.Value.string(String(decoding: bytes, as: UTF8.self))
            roots[number] = Node(text, range: SourceRange(start: .start, end: .start, file: number))
            return number
        }
        var limits = ReadLimits()
        limits.repairs = !diagnostics.isStrict
        let result = readDocument(SourceFile(path: path, bytes: bytes, number: files.count), limits: limits)
        result.problems.forEach { diagnostics.add(Diagnostic($0)) }
        files.append(result.file)
        roots.append(result.root)
        return files.count - 1
    }

    /// Adds a document, or a file that one refers to, and returns its number.
    ///
    /// Reports its syntax errors, another spelling of the key that states its version, and a document that is text of
    /// another language.
    @discardableResult
    func addDocument(_ path: String, _ bytes: [UInt8], _ diagnostics: DiagnosticCollector) -> Int {
        guard !files.isEmpty || !OtherDocument.report(bytes, file: 0, diagnostics) else { return addText(path, bytes) }
        let number = add(path, bytes, diagnostics)
        roots[number] = roots[number].map { VersionKey.settled($0, diagnostics) }
        return number
    }

    /// Whether a file is one string, such as a description in Markdown, rather than YAML or JSON.
    private static func isText(_ path: String) -> Bool {
        [".md", ".markdown", ".txt"].contains(where: path.lowercased().hasSuffix)
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
        return load(path).map { bytes in
            let number = addDocument(path, bytes, diagnostics)
            referencedFiles.append(number)
            upgradeFile(number, diagnostics)
            return number
        }
    }

    /// Upgrades the document if it is Swagger 2.0, and from now on each file that a reference names.
    ///
    /// Call after all overlays, which are written for the original document.
    func upgrade(_ diagnostics: DiagnosticCollector) {
        isUpgrading = true
        for file in [0] + referencedFiles {
            upgradeFile(file, diagnostics)
        }
    }

    private func upgradeFile(_ number: Int, _ diagnostics: DiagnosticCollector) {
        guard isUpgrading, let root = roots[number] else { return }
        let lookUp = { [unowned self] text, range in value(of: text, in: number, at: range, diagnostics, 0) }
        if SwaggerUpgrade.isSwagger(root), let mapping = root.mapping {
            swaggerFiles.insert(number)
            // Before the upgrade, which reads other files.
            if number == 0 { swaggerDocument = mapping }
            roots[number] = SwaggerUpgrade(mapping, range: root.range, diagnostics, lookUp: lookUp).upgraded()
        } else if let swaggerDocument, number > 0, root["openapi"] == nil {
            roots[number] = SwaggerFragment(of: swaggerDocument, diagnostics, lookUp: lookUp).upgraded(root)
        } else {
            return
        }
        originals[number] = root
    }

    /// Whether a file was a Swagger 2.0 document.
    func isSwagger(_ file: Int) -> Bool {
        swaggerFiles.contains(file)
    }

    /// Returns the path of a value in the tree of a file.
    ///
    /// - Parameters:
    ///   - tokens: The path in the file as its author wrote it.
    ///   - file: The number of the file.
    /// - Returns: The path, which differs in upgraded files.
    func path(_ tokens: [String], in file: Int) -> [String] {
        locations(in: file)?.upgraded(tokens) ?? tokens
    }

    /// Returns the locations of the values of a file before and after its upgrade; `nil` for other files.
    func locations(in file: Int) -> SwaggerLocations? {
        guard let original = originals[file], let root = roots[file] else { return nil }
        return SwaggerLocations(original: original, root: root)
    }

    /// A value of a file.
    struct Place {
        let file: Int
        let path: [String]
        let node: Node
    }

    /// Returns the value that a reference names, without a diagnostic if there is none.
    private func value(
        of text: String,
        in file: Int,
        at range: SourceRange,
        _ diagnostics: DiagnosticCollector,
        _ depth: Int
    ) -> Node? {
        place(of: text, in: file, at: range, diagnostics, depth)?.node
    }

    /// Returns the value that a reference names with its location, without a diagnostic if there is none.
    func place(
        of text: String,
        in file: Int,
        at range: SourceRange,
        _ diagnostics: DiagnosticCollector,
        _ depth: Int = 0
    ) -> Place? {
        let reference = Reference(text, file: file, range: range)
        guard depth < 20, let pointer = JSONPointer(parsing: reference.fragment) else { return nil }
        var target = file
        if !reference.filePath.isEmpty {
            let path = RelativePath.resolve(reference.filePath, against: files[file].path, inside: folder)
            guard let other = path.flatMap({ number(of: $0, at: range, diagnostics) }) else { return nil }
            target = other
        }
        let path = self.path(pointer.tokens, in: target)
        guard let node = roots[target]?.resolve(JSONPointer(path)) else { return nil }
        guard let next = node["$ref"], let text = next.string else {
            return Place(file: target, path: path, node: node)
        }
        return place(of: text, in: target, at: next.range, diagnostics, depth + 1)
    }

    /// Returns the number of the file that a reference names; `nil` if there is no such file in the folder of
    /// references.
    func file(of reference: Reference, _ diagnostics: DiagnosticCollector) -> Int? {
        guard !reference.filePath.isEmpty else { return reference.file }
        let path = RelativePath.resolve(reference.filePath, against: files[reference.file].path, inside: folder)
        return path.flatMap { number(of: $0, at: reference.range, diagnostics) }
    }

    /// Reads all files that the known files name, directly or through others.
    ///
    /// - Parameter read: Reads the file that a reference names if it is not known.
    func readReferenced(by read: (Reference) -> Void) {
        while followed < files.count {
            let file = followed
            followed += 1
            var open = roots[file].map { [$0] } ?? []
            while let node = open.popLast() {
                if let reference = node["$ref"], let text = reference.string {
                    read(Reference(text, file: file, range: reference.range))
                }
                open += node.sequence ?? node.mapping?.entries.map(\.value) ?? []
            }
        }
    }

    /// The omitted files, so that references to them are dangling.
    private(set) var omittedFiles: Set<Int> = []

    /// Leaves out a file.
    func omit(_ file: Int) {
        omittedFiles.insert(file)
        roots[file] = Node(.mapping(Mapping([])), range: SourceRange(start: .start, end: .start, file: file))
    }

    /// Replaces the tree of a file.
    func replaceRoot(of file: Int, by root: Node) {
        roots[file] = root
    }
}
