import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A small file with mode 0600 that is never incomplete: each write replaces it with a complete, synced copy.
struct PrivateFile: Sendable {
    /// The URL of the file.
    let url: URL

    /// Reads the content; `nil` if the file does not exist.
    ///
    /// - Throws: ``SecretStoreError`` if the file cannot be read.
    func read() throws -> Data? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            return try Data(contentsOf: url)
        } catch {
            throw SecretStoreError("a stored file cannot be read")
        }
    }

    /// Replaces the content; `nil` deletes the file.
    ///
    /// - Throws: ``SecretStoreError``; the former content is then unchanged.
    func write(_ content: Data?) throws {
        guard let content else { return try remove() }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw SecretStoreError("the folder of a stored file cannot be created")
        }
        let copy = "\(url.path).partial"
        unlink(copy)
        guard Self.fill(copy, with: content), rename(copy, url.path) == 0 else {
            unlink(copy)
            throw SecretStoreError("a stored file cannot be written")
        }
    }

    private func remove() throws {
        guard unlink(url.path) == 0 || errno == ENOENT else {
            throw SecretStoreError("a stored file cannot be deleted")
        }
    }

    private static func fill(_ path: String, with content: Data) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        guard (try? handle.write(contentsOf: content)) != nil else { return false }
        return fsync(descriptor) == 0
    }
}
