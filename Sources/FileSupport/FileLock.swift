#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An advisory lock on an empty file next to the data, held by one holder of all processes.
///
/// The system releases it when the holder's process ends, for whatever reason. The file itself remains: after deleting
/// it, two holders could lock two different files of the same name.
package struct FileLock: Sendable {
    /// The lock file.
    package let path: String

    /// Creates a lock; its file is made when the lock is first acquired.
    package init(path: String) {
        self.path = path
    }

    /// Acquires the lock if it is free.
    ///
    /// - Returns: The right, which lasts as long as the object; `nil` when another holder has it.
    /// - Throws: ``FileFailure`` when the file cannot be opened, is a symbolic link, or cannot be locked.
    package func tryAcquire() throws(FileFailure) -> FileLockRight? {
        try lock(LOCK_EX | LOCK_NB)
    }

    /// Acquires the lock, blocking the thread while another holder has it.
    ///
    /// - Returns: The right, which lasts as long as the object.
    /// - Throws: ``FileFailure`` when the file cannot be opened, is a symbolic link, or cannot be locked.
    package func acquireBlocking() throws(FileFailure) -> FileLockRight {
        guard let right = try lock(LOCK_EX) else { throw FileFailure("lock", code: EWOULDBLOCK) }
        return right
    }

    private func lock(_ operation: Int32) throws(FileFailure) -> FileLockRight? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure("open") }
        // flock belongs to the open file, so it also keeps two holders of one process apart.
        while flock(descriptor, operation) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(descriptor)
            if code == EWOULDBLOCK { return nil }
            throw FileFailure("lock", code: code)
        }
        return FileLockRight(descriptor: descriptor)
    }
}

/// The right to a lock; the lock is released with the last reference to it.
package final class FileLockRight: Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        // A child process between fork and exec holds a copy of the descriptor, so closing alone may come too early.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
