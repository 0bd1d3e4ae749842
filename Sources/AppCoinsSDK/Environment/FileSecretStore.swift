internal import FileSupport
public import Foundation

/// A store that keeps secrets in files that only their owner can read, for systems without a Keychain.
public struct FileSecretStore: SecretStore {
    private let folder: URL

    /// Creates a store in a folder, which is created when the first secret is stored.
    public init(folder: URL) {
        self.folder = folder
    }

    /// Returns the content of the file for a name.
    ///
    /// - Throws: ``SecretStoreError`` if the file exists but cannot be read.
    public func secret(_ name: String) throws -> Data? {
        do {
            return try file(name).read().map { Data($0) }
        } catch {
            throw SecretStoreError("a stored file cannot be read")
        }
    }

    /// Replaces or deletes the file for a name atomically.
    ///
    /// - Throws: ``SecretStoreError``; the store keeps the previous secret.
    public func set(_ secret: Data?, for name: String) throws {
        let file = file(name)
        guard secret != nil || SystemFile.isFolder(folder.path) else { return }
        do {
            try file.makeFolder()
            // Two writers would use the same copy.
            let right = try FileLock(path: folder.appendingPathComponent("secrets.lock").path).acquireBlocking()
            defer { withExtendedLifetime(right) {} }
            if let secret { try file.replace(with: Array(secret)) } else { try file.remove() }
        } catch {
            throw SecretStoreError("a stored file cannot be \(secret == nil ? "deleted" : "written")")
        }
    }

    /// Reads, changes and replaces the file for a name, without another update in any process in between.
    ///
    /// - Throws: ``SecretStoreError``, or the error of the closure; the store keeps the previous secret.
    public func update<Result>(_ name: String, _ change: (inout Data?) throws -> Result) throws -> Result {
        let file = file(name)
        let right: FileLockRight
        do {
            try file.makeFolder()
            right = try FileLock(path: folder.appendingPathComponent("updates.lock").path).acquireBlocking()
        } catch {
            throw SecretStoreError("a stored file cannot be locked")
        }
        defer { withExtendedLifetime(right) {} }
        let former = try secret(name)
        var changed = former
        let result = try change(&changed)
        if changed != former { try set(changed, for: name) }
        return result
    }

    private func file(_ name: String) -> AtomicFile {
        AtomicFile(path: folder.appendingPathComponent("\(name).json").path)
    }
}
