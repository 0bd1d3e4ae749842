#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failed call of the system: its error number, and nothing about the file.
struct SystemFailure: Error, Hashable {
    /// The value of `errno`.
    let number: Int32
}

/// Creating and shortening files, as Foundation cannot.
enum SystemFile {
    /// Creates an empty file that only its owner can read; does nothing when the name is taken.
    ///
    /// A file that exists is not opened: closing a second descriptor of a file would take SQLite's locks on it away.
    static func create(_ path: String) throws(SystemFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw SystemFailure(number: errno)
        }
    }

    /// Deletes a file, or empties it where the folder does not allow deleting.
    ///
    /// - Throws: ``SystemFailure`` when its content may still be there.
    static func destroy(_ path: String) throws(SystemFailure) {
        guard unlink(path) != 0, errno != ENOENT else { return }
        guard truncate(path, 0) == 0 else { throw SystemFailure(number: errno) }
    }

    /// Renames a file; does nothing when there is none.
    static func move(_ path: String, to target: String) throws(SystemFailure) {
        guard rename(path, target) != 0, errno != ENOENT else { return }
        throw SystemFailure(number: errno)
    }
}

/// A right over a file name that one holder of all processes has at a time.
///
/// The system takes it back when the process ends, however it ends. The empty lock file stays: after deleting it, two
/// holders could lock two files of the same name.
final class FileRight: Sendable {
    private let descriptor: Int32

    /// Takes the right; gives `nil` when somebody else has it.
    ///
    /// - Parameters:
    ///   - path: The lock file; it is made when it is missing.
    ///   - waits: Whether to wait for the holder, blocking the thread.
    /// - Throws: ``SystemFailure`` when the lock file cannot be opened.
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
        // A child process that is just being started has a copy of the descriptor, which closing ours would leave locked.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
