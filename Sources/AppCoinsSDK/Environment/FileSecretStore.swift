internal import FileSupport
public import Foundation

/// Keeps secrets in files that only their owner can read, for systems without a Keychain.
public struct FileSecretStore: SecretStore {
    private let folder: URL

    /// Creates a store over a folder, which is made when the first secret is kept.
    public init(folder: URL) {
        self.folder = folder
    }

    /// The content of the name's file.
    ///
    /// - Throws: ``SecretStoreError`` when it is there but cannot be read.
    public func secret(_ name: String) throws -> Data? {
        do {
            return try file(name).read().map { Data($0) }
        } catch {
            throw SecretStoreError("a stored file cannot be read")
        }
    }

    /// Replaces or deletes the name's file in one step.
    ///
    /// - Throws: ``SecretStoreError``; the former secret is then still there.
    public func set(_ secret: Data?, for name: String) throws {
        let file = file(name)
        guard secret != nil || SystemFile.isFolder(folder.path) else { return }
        do {
            try file.makeFolder()
            // Two writers would use the same copy.
            let right = try FileLock(path: folder.appendingPathComponent("secrets.lock").path).acquireBlocking()
            defer { withExtendedLifetime(right) {} }
            if let secret { try file.write(Array(secret)) } else { try file.remove() }
        } catch {
            throw SecretStoreError("a stored file cannot be \(secret == nil ? "deleted" : "written")")
        }
    }

    private func file(_ name: String) -> AtomicFile {
        AtomicFile(path: folder.appendingPathComponent("\(name).json").path)
    }
}
