#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A new file that is open for writing, and for reading its own bytes; it is closed when the object is deallocated.
///
/// Its content grows under a temporary name until ``commit(to:)``, or has no name at all after ``removeName()``.
package final class GrowingFile: Sendable {
    /// The path at which the file was created.
    package let path: String

    private let descriptor: Int32

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - path: The path of the file; a file or a symbolic link at the path is an error.
    ///   - mode: The mode of the file.
    /// - Throws: ``FileFailure`` if the file cannot be created.
    package init(creating path: String, mode: UInt16 = 0o600) throws(FileFailure) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
        guard descriptor >= 0 else { throw FileFailure("open") }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes bytes after those that were appended before.
    ///
    /// - Throws: ``FileFailure`` if a byte cannot be written, for example because the disk is full.
    package func append(_ bytes: [UInt8]) throws(FileFailure) {
        try SystemFile.append(bytes, to: descriptor)
    }

    /// Writes bytes at an offset.
    ///
    /// - Throws: ``FileFailure`` if a byte cannot be written, for example because the disk is full.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
        try SystemFile.write(bytes, to: descriptor, at: offset)
    }

    /// Reads the bytes at an offset.
    ///
    /// - Parameters:
    ///   - offset: The offset of the first byte.
    ///   - count: The largest number of bytes; 1 or more.
    /// - Returns: The bytes; empty at the end of the file.
    /// - Throws: ``FileFailure`` if they cannot be read.
    package func read(at offset: Int, upTo count: Int) throws(FileFailure) -> [UInt8] {
        try SystemFile.read(descriptor, upTo: count, at: offset)
    }

    /// Waits until the content is on the disk.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be synchronized.
    package func sync() throws(FileFailure) {
        guard fsync(descriptor) == 0 else { throw FileFailure("sync") }
    }

    /// Moves the file to its final path, where it replaces another file in one step when it is on the disk.
    ///
    /// - Parameter target: A path in the same file system.
    /// - Throws: ``FileFailure``; a file at the path is then unchanged, unless only the folder could not be synchronized.
    package func commit(to target: String) throws(FileFailure) {
        try sync()
        try SystemFile.replace(target, with: path)
        try SystemFile.syncFolder(of: target)
    }

    /// Deletes the file's name.
    ///
    /// The system deletes the content when the object is deallocated, and also when the process ends.
    ///
    /// - Throws: ``FileFailure`` if the name may still exist.
    package func removeName() throws(FileFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure("unlink") }
    }

    /// Whether the file has a name: its own, or that of its target.
    package var hasName: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Locks the file until the object is deallocated, which protects it from ``removeAbandoned(_:)``.
    ///
    /// - Returns: `false` if another holder has the lock.
    /// - Throws: ``FileFailure`` if the file cannot be locked.
    package func tryLock() throws(FileFailure) -> Bool {
        try SystemFile.lock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Deletes a file that a terminated process has left, which is a file without a lock.
    package static func removeAbandoned(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if (try? SystemFile.lock(descriptor, LOCK_EX | LOCK_NB)) == true { unlink(path) }
    }
}
