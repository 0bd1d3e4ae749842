#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failure of a file operation; names the operation and the system's code, never the content.
struct FileFailure: Error, Hashable, CustomStringConvertible {
    /// The operation, such as "open".
    let operation: String
    /// The system's error code, as in `errno`.
    let code: Int32

    /// Takes the code of the call that has just failed.
    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// Operation and code.
    var description: String { "The file operation \(operation) failed with the system's error \(code)." }
}

/// An advisory lock on a file beside the data, held by one holder of all processes.
///
/// The system gives it back when the holder's process ends, however it ends. The file itself stays: deleting it would
/// let two holders lock two different files of the same name.
struct FileLock: Sendable {
    /// The lock file.
    let path: String

    /// Time between two looks at a lock that is taken.
    static let pause = Duration.milliseconds(20)

    /// Takes the lock if nobody holds it.
    ///
    /// - Returns: The right, to be released; `nil` when somebody else has it.
    /// - Throws: ``FileFailure`` when the file cannot be opened or locked.
    func tryAcquire() throws -> FileLockRight? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure("open") }
        // flock belongs to the open file, so it also keeps two stores of one process apart.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLockRight(descriptor: descriptor) }
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK || code == EINTR { return nil }
        throw FileFailure("lock", code: code)
    }

    /// Takes the lock, looking again and again while somebody else holds it.
    ///
    /// It looks rather than blocks, so that no thread of the pool is held and a stopped process cannot stop this one.
    ///
    /// - Throws: ``FileFailure`` when the patience is over or the file cannot be locked; `CancellationError`.
    func acquire(patience: Duration, clock: any Clock<Duration>) async throws -> FileLockRight {
        let deadline = CallDeadline(after: patience, clock: clock)
        while true {
            if let right = try tryAcquire() { return right }
            guard deadline.allows(Self.pause) else { throw FileFailure("lock", code: ETIMEDOUT) }
            try await clock.sleep(for: Self.pause)
        }
    }
}

/// The right to a locked file, until it is released.
struct FileLockRight: Sendable {
    /// The open lock file.
    let descriptor: Int32

    /// Gives the lock back.
    func release() {
        // A child process between fork and exec holds a copy of the descriptor, so closing alone may come too early.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
