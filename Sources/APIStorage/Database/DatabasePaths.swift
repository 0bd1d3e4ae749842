internal import FileSupport
internal import Foundation

/// The files of one database: the main file, the files that SQLite keeps next to it, and damaged files set aside.
struct DatabasePaths: Sendable {
    /// The path of the main file, with symbolic links resolved.
    let main: String

    /// The suffixes of the files that SQLite keeps while the database is open.
    static let companions = ["-wal", "-shm"]

    /// Creates the paths for a main file.
    init(_ url: URL) {
        main = url.resolvingSymlinksInPath().path
    }

    /// The path of the lock file that is held while a file is set aside.
    var lock: String { main + ".lock" }

    private var folder: String { (main as NSString).deletingLastPathComponent }
    private var damagedPrefix: String { (main as NSString).lastPathComponent + ".corrupt-" }

    /// The number of the main file in its file system; `nil` if the file does not exist.
    var identity: UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: main)
        return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    /// Whether the header of the main file has a version that SQLite only reads, or does not read at all.
    var hasUnknownFormat: Bool {
        guard let file = FileHandle(forReadingAtPath: main), let header = try? file.read(upToCount: 20) else {
            return false
        }
        return header.count == 20 && (header[18] > 2 || header[19] > 2)
    }

    /// Creates the folder with the mode 0700 and the file with the mode 0600, unless they exist.
    ///
    /// - Throws: ``StorageError`` with the code `notAFile` or `unwritable`.
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

    /// The paths of the damaged files set aside, the oldest first.
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
        // The companions are moved first: SQLite would apply a log left behind to the new file.
        for ending in Self.companions { try SystemFile.move(main + ending, to: target + ending) }
        try SystemFile.move(main, to: target)
        for old in damaged.dropLast(kept) { try Self.destroy(old) }
        return target
    }

    /// Deletes one of the files that were set aside.
    func destroySetAside(_ path: String) throws(FileFailure) { try Self.destroy(path) }

    /// Deletes the damaged files that were set aside.
    func destroyDamaged() throws(FileFailure) {
        for path in damaged { try Self.destroy(path) }
    }

    /// Deletes the database, closed before, and the damaged files.
    func destroyAll() throws(FileFailure) {
        try Self.destroy(main)
        try destroyDamaged()
    }

    /// Excludes the files from backups, if the system supports this.
    func excludeFromBackup() {
        #if canImport(Darwin)
        for ending in [""] + Self.companions {
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var url = URL(fileURLWithPath: main + ending)
            // Does nothing if the file does not exist yet or the file system has no such flag.
            try? url.setResourceValues(values)
        }
        #endif
    }

    private static func destroy(_ path: String) throws(FileFailure) {
        for ending in companions { try SystemFile.destroy(path + ending) }
        try SystemFile.destroy(path)
    }
}
