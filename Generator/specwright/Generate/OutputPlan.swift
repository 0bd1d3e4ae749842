import GeneratorCore

/// The changes of a run in an output folder.
struct OutputChanges {
    /// Files to create or replace.
    var written: [OutputFile] = []
    /// Paths of files to remove.
    var removed: [String] = []
    /// Number of files that do not change.
    var unchanged = 0
    /// Paths of generated files that neither the run nor the list of files names.
    var unlisted: [String] = []
    /// Paths of the files to write that already exist.
    var existing: Set<String> = []
    /// Paths of all files of the run.
    var files: [String] = []
}

/// The changes of a run in all its folders.
struct OutputPlan {

    /// A file that a run would change.
    struct Change {
        /// The type of change.
        enum Kind: String {
            case new, changed, removed
            /// A generated file that no list names, which a run does not remove.
            case unlisted
        }

        let kind: Kind
        let path: String
        /// Content on the disk.
        ///
        /// Empty for a new file.
        let old: [UInt8]
        /// Content from the run.
        ///
        /// Empty for a file that the run does not produce.
        let new: [UInt8]

        /// Returns the change as a line of text, with the path in a column after that of the kind.
        func line(width: Int) -> String {
            let padding = String(repeating: " ", count: max(0, width - kind.rawValue.count))
            return VisibleText("\(kind.rawValue)\(padding) \(path)").line
        }
    }

    /// The run.
    let run: ModuleRun
    /// The folders of the module, of its doubles and of its server, with their changes.
    let folders: [(folder: OutputFolder, changes: OutputChanges)]

    /// Compares the folders with the result of a run.
    ///
    /// - Throws: ``Failure`` if a folder must not be written.
    init(_ run: ModuleRun) throws {
        self.run = run
        let files = [run.result.files, run.result.mocks, run.result.server]
        folders = try run.job.folders.map { place in
            let folder = OutputFolder(path: place.path, owner: place.owner)
            return (folder, try folder.changes(to: files[place.part.rawValue]))
        }
    }

    /// The files that differ: for each folder the written ones, the removed ones, and those that no list names.
    var changed: [Change] {
        folders.flatMap { folder, changes in
            changes.written.map { file in
                let path = folder.path + "/" + file.path
                let isNew = !changes.existing.contains(file.path)
                let old = isNew ? [] : DiskFile.read(path) ?? []
                return Change(kind: isNew ? .new : .changed, path: path, old: old, new: file.bytes)
            }
                + changes.removed.map { file in
                    let path = folder.path + "/" + file
                    return Change(kind: .removed, path: path, old: DiskFile.read(path) ?? [], new: [])
                }
                + changes.unlisted.map { Change(kind: .unlisted, path: folder.path + "/" + $0, old: [], new: []) }
        }
    }

    /// Writes the changes to the disk.
    ///
    /// - Throws: ``Failure`` with the system's reason.
    func apply() throws {
        for item in folders {
            try item.folder.apply(item.changes)
        }
    }

    /// Returns a warning for each generated file that no list names, which a terminated run may have left.
    func unlisted(_ format: DiagnosticPrinter.Format) -> [String] {
        folders.flatMap { item in item.changes.unlisted.map { item.folder.path + "/" + $0 } }.map { path in
            let message = "This generated file is not listed in '.specwright', so it is not removed"
            let warning = Diagnostic(.warning, "unlisted-file", message, hint: "Delete it", line: 1)
            return DiagnosticPrinter(format: format, path: path).print(warning)
        }
    }

    /// Returns the sum of a count over all folders.
    func count(_ value: (OutputChanges) -> Int) -> Int {
        folders.reduce(0) { $0 + value($1.changes) }
    }
}
