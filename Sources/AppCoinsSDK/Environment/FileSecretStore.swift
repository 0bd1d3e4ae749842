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
        try file(name).read()
    }

    /// Replaces or deletes the file for a name atomically.
    ///
    /// - Throws: ``SecretStoreError`` if the file cannot be changed.
    public func set(_ secret: Data?, for name: String) throws {
        try file(name).write(secret)
    }

    private func file(_ name: String) -> PrivateFile {
        PrivateFile(url: folder.appendingPathComponent("\(name).json"))
    }
}
