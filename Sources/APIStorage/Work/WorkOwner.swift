internal import APIRuntime
internal import Foundation

/// The ownership of a queue's file, so that two queues never run the same item.
final class WorkOwner: Sendable {
    private let right: Lock<FileRight?>

    /// Owns nothing, for a queue in memory.
    init() {
        right = Lock(nil)
    }

    /// Takes the ownership of a file.
    ///
    /// - Throws: ``StorageError`` `busy` when it is taken, `unwritable` when it cannot be had here.
    init(_ url: URL) throws(StorageError) {
        let paths = DatabasePaths(url)
        try paths.prepare()
        let taken: FileRight?
        do throws(SystemFailure) {
            taken = try FileRight(path: paths.main + ".owner", waits: false)
        } catch {
            throw StorageError(
                .unwritable,
                "The lock file cannot be made. Choose a folder that can be written to."
            )
        }
        guard let taken else {
            throw StorageError(.busy, "Another queue has the file. Use that one, or close it.")
        }
        right = Lock(taken)
    }

    /// Gives the ownership back.
    func release() {
        right.withLock { $0 = nil }
    }
}
