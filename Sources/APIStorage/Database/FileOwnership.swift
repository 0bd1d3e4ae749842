internal import APIRuntime
internal import FileSupport
public import Foundation

/// An exclusive claim of one process, and of one object in it, on a database file.
///
/// Use it with a file whose rows record which work is in progress, so that two processes never work on the same row.
/// The system releases the claim when the process ends, in any way.
public final class FileOwnership: Sendable {
    private let right: LockedState<FileLockRight?>

    /// Creates an object that owns nothing, for a database in memory.
    public init() {
        right = LockedState(nil)
    }

    /// Claims a file without waiting.
    ///
    /// - Parameter url: The file, on a local disk. The folder is created if it is missing.
    /// - Throws: ``StorageError`` with the code `busy` if another owner has claimed it, or `unwritable` if the file
    ///   cannot be claimed.
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

    /// Releases the claim.
    public func release() {
        right.withLock { $0 = nil }
    }
}
