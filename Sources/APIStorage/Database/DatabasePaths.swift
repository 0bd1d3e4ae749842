internal import FileSupport
internal import Foundation

/// The files of one database: the main file, those that SQLite keeps beside it, and damaged ones set aside.
struct DatabasePaths: Sendable {
    /// The main file, symbolic links resolved.
    let main: String

    /// Endings of the files that SQLite keeps while the database is open.
    static let companions = ["-wal", "-shm"]

    /// Takes the place of the main file.
    init(_ url: URL) {
        main = url.resolvingSymlinksInPath().path
    }

    /// Lock file for setting aside.
    var lock: String { main + ".lock" }

    private var folder: String { (main as NSString).deletingLastPathComponent }
    private var damagedPrefix: String { (main as NSString).lastPathComponent + ".corrupt-" }

    /// Number of the main file in its file system; `nil` when there is none.
    var identity: UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: main)
        return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    /// Makes the folder with the mode 0700 and the file with the mode 0600, unless they are there.
    ///
    /// - Throws: ``StorageError`` `notAFile` or `unwritable`.
    func prepare() throws(StorageError) {
        let type = (try? FileManager.default.attributesOfItem(atPath: main))?[.type] as? FileAttributeType
        if let type, type != .typeRegular {
            throw StorageError(.notAFile, "Something other than a file has the database's name. Choose another name.")
        }
        do {
            try SystemFile.makeFolder(folder)
            try SystemFile.create(main)
        } catch {
            throw StorageError(.unwritable, "The database file cannot be made. Choose a folder that can be written to.")
        }
    }

    /// Damaged files set aside, the oldest first.
    var damaged: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(damagedPrefix) }
            .compactMap { Int($0.dropFirst(damagedPrefix.count)) }
            .filter { 0..<1_000_000_000 ~= $0 }
            .sorted()
            .map { "\(main).corrupt-\($0)" }
    }

    /// Renames the database to the next free name ending in `.corrupt-N`.
    ///
    /// - Parameter kept: Count of such files that stay, this one among them.
    /// - Returns: The new name.
    /// - Throws: ``FileFailure`` when the file could not be renamed.
    func setAside(keeping kept: Int) throws(FileFailure) -> String {
        let number = damaged.last.flatMap { Int($0.dropFirst(main.count + ".corrupt-".count)) } ?? 0
        let target = "\(main).corrupt-\(number + 1)"
        // The companions go first: a log left behind would be taken for the fresh file's.
        for ending in Self.companions { try SystemFile.move(main + ending, to: target + ending) }
        try SystemFile.move(main, to: target)
        for old in damaged.dropLast(kept) { try Self.destroy(old) }
        return target
    }

    /// Deletes the damaged files that were set aside.
    func destroyDamaged() throws(FileFailure) {
        for path in damaged { try Self.destroy(path) }
    }

    /// Deletes the database, closed before, and the damaged files.
    func destroyAll() throws(FileFailure) {
        try Self.destroy(main)
        try destroyDamaged()
    }

    /// Keeps the files out of backups, where the system has a way to.
    func excludeFromBackup() {
        #if canImport(Darwin)
        for ending in [""] + Self.companions {
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var url = URL(fileURLWithPath: main + ending)
            // A file that is not there yet, or a file system without the flag: nothing to do.
            try? url.setResourceValues(values)
        }
        #endif
    }

    private static func destroy(_ path: String) throws(FileFailure) {
        for ending in companions { try SystemFile.destroy(path + ending) }
        try SystemFile.destroy(path)
    }
}
