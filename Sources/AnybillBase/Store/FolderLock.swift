import FileSupport
import Foundation

/// A lock that the contexts and processes of a folder share.
///
/// Other holders release it in real time, so a clock that a test advances must not measure the wait.
struct FolderLock: Sendable {
    private let lock: FileLock
    private let missingFolder: String?

    /// Creates a lock, whose file has this name in the folder.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - folder: The folder.
    ///   - makesFolder: Whether to create a missing folder, which must not happen to that of a login that has ended.
    init(_ name: String, in folder: URL, makesFolder: Bool = true) {
        missingFolder = makesFolder ? folder.path : nil
        lock = FileLock(path: folder.appendingPathComponent(name).path)
    }

    /// Returns the lock of a login's folder that is held while an event is handled.
    static func events(in folder: URL) -> FolderLock { FolderLock("events.lock", in: folder, makesFolder: false) }

    /// Acquires the lock if it is free.
    ///
    /// - Returns: The right, which lasts as long as the object; `nil` if another holder has the lock.
    /// - Throws: `FileFailure` if the lock file cannot be used.
    func tryAcquire() throws(FileFailure) -> FileLockRight? {
        if let missingFolder { try SystemFile.makeFolder(missingFolder) }
        return try lock.tryAcquire()
    }

    /// Acquires the lock, and suspends while another holder has it.
    ///
    /// - Returns: The right, which lasts as long as the object.
    /// - Throws: `FileFailure` if another holder has the lock for longer than the patience, or the lock file cannot be
    ///   used; `CancellationError` if the task is cancelled.
    func acquire(
        patience: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> FileLockRight {
        for _ in 0...Int(patience / .milliseconds(20)) {
            if let right = try tryAcquire() { return right }
            try await clock.sleep(for: .milliseconds(20))
        }
        throw FileFailure("lock", code: ETIMEDOUT)
    }

    /// Acquires the lock, and blocks the thread while another holder has it, at most for two seconds.
    ///
    /// - Returns: The right, which lasts as long as the object; `nil` after the two seconds.
    /// - Throws: `FileFailure` if the lock file cannot be used.
    func acquireBlocking() throws(FileFailure) -> FileLockRight? {
        for _ in 0..<1000 {
            if let right = try tryAcquire() { return right }
            Thread.sleep(forTimeInterval: 0.002)  // sleep: another process releases the lock in real time
        }
        return nil
    }
}
