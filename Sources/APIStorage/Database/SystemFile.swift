#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failed system call.
///
/// Contains its error number, but nothing about the file.
struct SystemFailure: Error, Hashable {
    /// The value of `errno`.
    let number: Int32
}

/// Functions that create, empty, delete and rename files, which Foundation does not offer in this form.
enum SystemFile {
    /// Creates an empty file that only its owner can read.
    ///
    /// Does nothing if the name is taken.
    ///
    /// An existing file is not opened: closing a second descriptor of a file would release SQLite's locks on it.
    ///
    /// - Throws: ``SystemFailure`` if the file could not be created.
    static func create(_ path: String) throws(SystemFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw SystemFailure(number: errno)
        }
    }

    /// Deletes a file, or empties it if the folder does not allow deletion.
    ///
    /// - Throws: ``SystemFailure`` if the content may still exist.
    static func destroy(_ path: String) throws(SystemFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        guard truncate(path, 0) == 0 else { throw SystemFailure(number: errno) }
    }

    /// Renames a file.
    ///
    /// Does nothing if the file does not exist.
    ///
    /// - Throws: ``SystemFailure`` if the file could not be renamed.
    static func move(_ path: String, to target: String) throws(SystemFailure) {
        guard rename(path, target) != 0, errno != ENOENT else { return }
        throw SystemFailure(number: errno)
    }
}

/// An exclusive lock on a file name, which one holder among all processes has at a time.
///
/// The system releases it when the process ends, in any way. The empty lock file remains: if it were deleted, two
/// holders could lock two files of the same name.
final class FileRight: Sendable {
    private let descriptor: Int32

    /// Acquires the lock, or returns `nil` if another holder has it.
    ///
    /// - Parameters:
    ///   - path: The lock file, which is created if it is missing.
    ///   - waits: Whether to wait for the holder, blocking the thread.
    /// - Throws: ``SystemFailure`` if the lock file cannot be opened.
    init?(path: String, waits: Bool) throws(SystemFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure(number: errno) }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            close(descriptor)
            return nil
        }
    }

    deinit {
        // A child process that is being started has a copy of the descriptor, so that closing ours alone would keep the
        // lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
