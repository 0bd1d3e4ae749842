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
        try file(name).read()
    }

    /// Replaces or deletes the name's file in one step.
    ///
    /// - Throws: ``SecretStoreError``.
    public func set(_ secret: Data?, for name: String) throws {
        try file(name).write(secret)
    }

    private func file(_ name: String) -> PrivateFile {
        PrivateFile(url: folder.appendingPathComponent("\(name).json"))
    }
}
