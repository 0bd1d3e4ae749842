#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is always whole: a complete copy next to it takes its place in one step.
///
/// Writers must exclude each other, as ``FileLock`` does; readers need nothing.
package struct AtomicFile: Sendable {
    /// The points of a write between which a process can be killed.
    package enum Stage: CaseIterable, Sendable {
        /// The copy is there, empty.
        case opened
        /// The copy is complete, perhaps only in memory.
        case written
        /// The copy is on the disk.
        case synced
        /// The copy has taken the file's place.
        case renamed
    }

    /// Whether a write waits for the disk.
    package enum Durability: Sendable {
        /// The content and the folder's entry are on the disk when the write returns.
        case synced
        /// A loss of power may take the last writes back, for content that can be made again.
        case unsynced
    }

    /// The file.
    package let path: String

    /// Called at each point of a write, for tests that look at the disk there or fail it.
    package var checkpoint: @Sendable (Stage) throws -> Void = { _ in }

    private let copyPath: String
    private let folder: String
    private let mode: UInt16
    private let durability: Durability

    /// Creates a value; nothing is opened.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: Mode of the written file.
    ///   - durability: Whether a write waits for the disk.
    ///   - copySuffix: Ending of the copy's name, after the file's.
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

    /// Makes the folder with the mode 0700, unless it exists.
    package func makeFolder() throws(FileFailure) {
        try SystemFile.makeFolder(folder)
    }

    /// The content; `nil` when there is no file.
    ///
    /// - Throws: ``FileFailure`` when it cannot be read or is a symbolic link.
    package func read() throws(FileFailure) -> [UInt8]? {
        try SystemFile.content(of: path)
    }

    /// Replaces the content in one step.
    ///
    /// A symbolic link of the file's name is replaced, not followed.
    ///
    /// - Throws: ``FileFailure``; the former content is then still there, unless only the folder could not be synced.
    package func write(_ content: [UInt8]) throws {
        try stage(content)
        try commit()
    }

    /// Writes the copy, to which ``commit()`` gives the file's name.
    ///
    /// Several files can be staged before the first one is replaced.
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

    /// Puts the copy in the file's place.
    ///
    /// - Throws: ``FileFailure``; the former content is then still there, unless only the folder could not be synced.
    package func commit() throws {
        guard rename(copyPath, path) == 0 else {
            let failure = FileFailure("rename")
            discard()
            throw failure
        }
        try checkpoint(.renamed)
        try syncFolder()
    }

    /// Deletes the copy, if there is one.
    package func discard() {
        unlink(copyPath)
    }

    /// Deletes the file, and a copy that a killed writer may have left.
    ///
    /// - Throws: ``FileFailure`` when the file may still be there.
    package func remove() throws(FileFailure) {
        discard()
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure("unlink") }
        // An earlier call may have deleted the file without syncing the folder.
        if SystemFile.isFolder(folder) { try syncFolder() }
    }

    private func writeCopy(_ content: [UInt8]) throws {
        // A copy left by a killed writer goes first: its mode and its links are not known.
        discard()
        let descriptor = open(copyPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
        guard descriptor >= 0 else { throw FileFailure("open") }
        defer { close(descriptor) }
        try checkpoint(.opened)
        try SystemFile.append(content, to: descriptor)
        try checkpoint(.written)
        if durability == .synced, fsync(descriptor) != 0 { throw FileFailure("sync") }
        try checkpoint(.synced)
    }

    private func syncFolder() throws(FileFailure) {
        guard durability == .synced else { return }
        try SystemFile.syncFolder(folder)
    }
}
