import APIRuntime
import Foundation

/// A temporary file with the bytes of a stream, readable by the current user only.
struct BodySpool: Sendable {
    /// The file.
    let url: URL

    /// Writes a stream to a new file.
    init(_ stream: BodyStream) async throws(TransportError) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
        do {
            try await Self.write(stream, to: url)
        } catch {
            remove()
            if error is CancellationError || Task.isCancelled { throw .cancelled.with(sent: .nothing) }
            throw TransportError.unreadableBody(error).with(sent: .nothing)
        }
    }

    /// Deletes the file.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    private static func write(_ stream: BodyStream, to url: URL) async throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: attributes) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        for try await chunk in stream.open() {
            try Task.checkCancellation()
            try handle.write(contentsOf: Data(chunk))
        }
    }
}
