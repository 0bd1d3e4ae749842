internal import FileSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileLock {
    /// The time between two attempts to acquire a lock that another holder has.
    static var pause: Duration { .milliseconds(20) }

    /// Acquires the lock, and tries again while another holder has it.
    ///
    /// The method suspends instead of blocking a thread of the pool, so a stopped process cannot stop this one.
    ///
    /// - Throws: `FileFailure` if the patience is over or the file cannot be locked; `CancellationError` when the task
    ///   is cancelled.
    func acquire(patience: Duration, clock: any Clock<Duration>) async throws -> FileLockRight {
        let deadline = CallDeadline(after: patience, clock: clock)
        while true {
            if let right = try tryAcquire() { return right }
            guard deadline.allows(Self.pause) else { throw FileFailure("lock", code: ETIMEDOUT) }
            try await clock.sleep(for: Self.pause)
        }
    }
}
