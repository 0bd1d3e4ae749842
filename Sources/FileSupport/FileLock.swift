#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An advisory lock on an empty file next to the data, which excludes other holders in all processes.
///
/// The system releases the lock when the holder's process ends, for any reason. The file itself is never deleted: after
/// a deletion, two holders could lock two different files with the same name.
package struct FileLock: Sendable {
    /// The path of the lock file.
    package let path: String

    /// Creates a lock, whose file is created when the lock is first acquired.
    package init(path: String) {
        self.path = path
    }

    /// Acquires the lock if it is free.
    ///
    /// - Returns: The right to the lock, which lasts as long as the object; `nil` if another holder has the lock.
    /// - Throws: ``FileFailure`` if the file cannot be opened, is a symbolic link, or cannot be locked.
    package func tryAcquire() throws(FileFailure) -> FileLockRight? {
        try lock(LOCK_EX | LOCK_NB)
    }

    /// Acquires the lock, and blocks the thread while another holder has it.
    ///
    /// - Returns: The right to the lock, which lasts as long as the object.
    /// - Throws: ``FileFailure`` if the file cannot be opened, is a symbolic link, or cannot be locked.
    package func acquireBlocking() throws(FileFailure) -> FileLockRight {
        guard let right = try lock(LOCK_EX) else { throw .isLocked }
        return right
    }

    private func lock(_ operation: Int32) throws(FileFailure) -> FileLockRight? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure("open") }
        do {
            if try SystemFile.lock(descriptor, operation) { return FileLockRight(descriptor: descriptor) }
        } catch {
            close(descriptor)
            throw error
        }
        close(descriptor)
        return nil
    }
}

/// The right to a lock, which is released with the last reference to the object.
package final class FileLockRight: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        // A child process between fork and exec has a copy of the descriptor, so that closing alone may not release the
        // lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
