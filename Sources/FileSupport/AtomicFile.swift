#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is replaced atomically: a complete copy in the same folder is renamed to the name of the file.
///
/// Writers must exclude each other, for example with a ``FileLock``; readers need no lock.
package struct AtomicFile: Sendable {
    /// The steps of a write, after each of which the process can be terminated.
    package enum Stage: CaseIterable, Sendable {
        /// The copy exists and is empty.
        case opened
        /// The copy is complete, but may be in memory only.
        case written
        /// The copy is on the disk.
        case synced
        /// The copy has replaced the file.
        case renamed
    }

    /// The durability of a write.
    package enum Durability: Sendable {
        /// The content and the folder's entry are on the disk when the write returns.
        case synced
        /// The last writes may be lost in a power failure; use this for content that can be created again.
        case unsynced
    }

    /// The path of the file.
    package let path: String

    /// A closure called after each step of a write, with which tests inspect the disk or make the write fail.
    package var checkpoint: @Sendable (Stage) throws -> Void = { _ in }

    private let copyPath: String
    private let folder: String
    private let mode: UInt16
    private let durability: Durability

    /// Creates a value without opening the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mode: The mode of the written file.
    ///   - durability: The durability of a write.
    ///   - copySuffix: The suffix that is added to the file's name for the copy.
    package init(
        path: String,
        mode: UInt16 = 0o600,
        durability: Durability = .synced,
        copySuffix: String = ".partial"
    ) {
        self.path = path
        self.mode = mode
        self.durability = durability
        copyPath = path + copySuffix
        let folder = SystemFile.folder(of: path)
        self.folder = folder.isEmpty ? "." : folder
    }

    /// Creates the folder with the mode 0700, unless it exists.
    ///
    /// - Throws: ``FileFailure`` if the folder cannot be created.
    package func makeFolder() throws(FileFailure) {
        try SystemFile.makeFolder(folder)
    }

    /// Returns the content; `nil` if the file does not exist.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be read or is a symbolic link.
    package func read() throws(FileFailure) -> [UInt8]? {
        try SystemFile.content(of: path)
    }

    /// Replaces the content atomically.
    ///
    /// A symbolic link at the file's path is replaced, not followed.
    ///
    /// - Throws: ``FileFailure``; the content is then unchanged, unless only the folder could not be synchronized.
    package func write(_ content: [UInt8]) throws {
        try stage(content)
        try commit()
    }

    /// Replaces the content atomically, and succeeds as soon as readers see the new content, even if the folder could not
    /// be synchronized.
    ///
    /// - Throws: ``FileFailure``; the content is then unchanged.
    package func replace(with content: [UInt8]) throws {
        do {
            try write(content)
        } catch {
            guard (try? read()) == content else { throw error }
        }
    }

    /// Writes the copy, which ``commit()`` renames to the file's name.
    ///
    /// You can stage several files before you replace the first one.
    ///
    /// - Throws: ``FileFailure``; there is no copy then.
    package func stage(_ content: [UInt8]) throws {
        do {
            try writeCopy(content)
        } catch {
            discard()
            throw error
        }
    }

    /// Replaces the file with the copy.
    ///
    /// - Throws: ``FileFailure``; the content is then unchanged, unless only the folder could not be synchronized.
    package func commit() throws {
        do {
            try SystemFile.replace(path, with: copyPath)
        } catch {
            discard()
            throw error
        }
        try checkpoint(.renamed)
        try syncFolder()
    }

    /// Deletes the copy, if there is one.
    package func discard() {
        unlink(copyPath)
    }

    /// Deletes the file, and a copy that a terminated writer may have left.
    ///
    /// - Throws: ``FileFailure`` if the file may still exist.
    package func remove() throws(FileFailure) {
        discard()
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure("unlink") }
        // An earlier call may have deleted the file without synchronizing the folder.
        if SystemFile.isFolder(folder) { try syncFolder() }
    }

    private func writeCopy(_ content: [UInt8]) throws {
        // Delete a copy left by a terminated writer first, because its mode and its links are unknown.
        discard()
        let copy = try GrowingFile(creating: copyPath, mode: mode)
        try checkpoint(.opened)
        try copy.append(content)
        try checkpoint(.written)
        if durability == .synced { try copy.sync() }
        try checkpoint(.synced)
    }

    private func syncFolder() throws(FileFailure) {
        guard durability == .synced else { return }
        try SystemFile.syncFolder(folder)
    }
}
