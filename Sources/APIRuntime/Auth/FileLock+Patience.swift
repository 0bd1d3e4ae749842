internal import FileSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileLock {
    /// Time between two attempts at a lock that is taken.
    static var pause: Duration { .milliseconds(20) }

    /// Acquires the lock, with repeated attempts while another holder has it.
    ///
    /// It does not block, so that no thread of the pool is held and a stopped process cannot stop this one.
    ///
    /// - Throws: `FileFailure` when the patience is over or the file cannot be locked; `CancellationError`.
    func acquire(patience: Duration, clock: any Clock<Duration>) async throws -> FileLockRight {
        let deadline = CallDeadline(after: patience, clock: clock)
        while true {
            if let right = try tryAcquire() { return right }
            guard deadline.allows(Self.pause) else { throw FileFailure("lock", code: ETIMEDOUT) }
            try await clock.sleep(for: Self.pause)
        }
    }
}
