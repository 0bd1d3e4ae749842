import APIRuntime
import Foundation

/// A temporary file with the bytes of a stream, readable by the current user only.
struct BodySpool: Sendable {
    /// The file.
    let url: URL

    /// Creates an empty file.
    ///
    /// - Throws: ``TransportError/Code/body`` if the file cannot be created.
    init() throws(TransportError) {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: attributes) else {
            throw TransportError.unreadableBody(CocoaError(.fileWriteUnknown)).with(sent: .nothing)
        }
    }

    /// Writes a stream to the file.
    ///
    /// - Parameters:
    ///   - stream: The stream. It may take longer, or ignore its cancellation; its bytes are then lost.
    ///   - timeout: The longest time; `nil` for no limit.
    /// - Throws: ``TransportError`` that says that nothing was sent, also if the stream has another length than it declares.
    func write(_ stream: BodyStream, within timeout: Duration?) async throws(TransportError) {
        do {
            guard let timeout else { return try await write(stream) }
            try await DeadlineRace(clock: ContinuousClock()).run(within: timeout) { try await write(stream) }
        } catch let error as TransportError where error.code == .timedOut {
            throw error.with(sent: .nothing)
        } catch {
            if error is CancellationError || Task.isCancelled { throw .cancelled.with(sent: .nothing) }
            throw TransportError.unreadableBody(error).with(sent: .nothing)
        }
    }

    /// Deletes the file.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    private func write(_ stream: BodyStream) async throws {
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        // The length of the file is sent, so a stream that ends early would be an upload that succeeds.
        let mismatch = TransportError(.body, "The body is not as long as it is said to be.")
        var left = stream.length ?? .max
        for try await chunk in stream.open() {
            try Task.checkCancellation()
            guard chunk.count <= left else { throw mismatch }
            left -= chunk.count
            try handle.write(contentsOf: Data(chunk))
        }
        guard stream.length == nil || left == 0 else { throw mismatch }
    }
}
