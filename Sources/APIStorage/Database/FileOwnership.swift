internal import APIRuntime
internal import FileSupport
public import Foundation

/// The right of one process, and of one object in it, over a database file.
///
/// Beside a file whose rows say what is being worked on, so that two never work on the same row. The system takes the
/// right back from a process that ends, however it ends.
public final class FileOwnership: Sendable {
    private let right: LockedState<FileLockRight?>

    /// Owns nothing, for a database in memory.
    public init() {
        right = LockedState(nil)
    }

    /// Takes the right over a file, without waiting.
    ///
    /// - Parameter url: The file, on a local disk; its folder is made when it is missing.
    /// - Throws: ``StorageError`` `busy` when somebody else has it, `unwritable` when it cannot be had here.
    public init(_ url: URL) throws(StorageError) {
        let paths = DatabasePaths(url)
        try paths.prepare()
        let taken: FileLockRight?
        do throws(FileFailure) {
            taken = try FileLock(path: paths.main + ".owner").tryAcquire()
        } catch {
            throw StorageError(
                .unwritable,
                "The lock file cannot be made. Choose a folder that can be written to."
            )
        }
        guard let taken else {
            throw StorageError(.busy, "Another queue has the file. Use that one, or close it.")
        }
        right = LockedState(taken)
    }

    /// Gives the right back.
    public func release() {
        right.withLock { $0 = nil }
    }
}
