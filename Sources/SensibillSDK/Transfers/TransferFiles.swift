import APIRuntime
import Foundation

/// The bodies of requests that the system sends, as files that last until the transfer has ended.
struct TransferFiles: Sendable {
    /// The folder of the files, which contains no other files.
    let folder: URL

    /// Writes a body to a new file.
    ///
    /// - Throws: `TransportError` with the code `body` if the body cannot be read or stored.
    func write(_ body: HTTPBody, of name: String) async throws(TransportError) -> URL {
        let url = url(of: name)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // The system reads the file while the device is locked, but not before its first unlocking.
            var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            #if canImport(Darwin)
            attributes[.protectionKey] = FileProtectionType.completeUntilFirstUserAuthentication
            #endif
            guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: attributes) else {
                throw CocoaError(.fileWriteUnknown)
            }
            let handle = try FileHandle(forWritingTo: url)
            defer { try? handle.close() }
            for try await chunk in body.chunks() { try handle.write(contentsOf: Data(chunk)) }
            // If the process is killed, the file of a transfer must still be complete.
            try handle.synchronize()
            return url
        } catch {
            remove(name)
            throw TransportError(.body, "The body cannot be stored.", underlying: "\(type(of: error))", sent: .nothing)
        }
    }

    /// Deletes the file of a transfer.
    func remove(_ name: String) {
        try? FileManager.default.removeItem(at: url(of: name))
    }

    /// Deletes the files of transfers that have ended while the app was not running.
    func removeAll(except pending: Set<String>) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where !pending.contains(name) { remove(name) }
    }

    private func url(of name: String) -> URL { folder.appendingPathComponent(name) }
}
