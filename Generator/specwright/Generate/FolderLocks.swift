import FileSupport
import Foundation

/// Locks that let one process at a time write to an output folder.
///
/// Their files are in the folder for temporary files, so that no output folder contains anything else than its output.
enum FolderLocks {

    /// Waits until no other process writes to some folders.
    ///
    /// A lock that cannot be acquired, for example because another user owns its file, is omitted.
    ///
    /// - Parameter folders: The paths of the folders, which need not exist.
    /// - Returns: The rights to write to them, which last as long as the values.
    static func acquire(_ folders: [String]) -> [FileLockRight] {
        // Few files, because none is ever deleted; two folders may share one. Each user has files that only they can open.
        let numbers = folders.map { number(of: DiskFile.resolved($0)) % 64 }
        // In one order in each process, so that two processes never wait for each other.
        return Set(numbers).sorted().compactMap { number in
            let name = "specwright-\(getuid())-\(number).lock"
            return try? FileLock(path: NSTemporaryDirectory() + "/" + name).acquireBlocking()
        }
    }

    /// Returns a number for a path, which is the same in each process (FNV-1a).
    private static func number(of path: String) -> UInt64 {
        path.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
