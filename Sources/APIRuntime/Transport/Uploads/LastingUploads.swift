#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Uploads of files that continue in the background and, if the system supports it, while the app is not running.
///
/// On Apple systems `BackgroundSessionUploads` passes them to the system; ``TaskUploads`` runs them in this process.
public protocol LastingUploads: Sendable {
    /// Starts an upload.
    ///
    /// - Parameters:
    ///   - request: The request. Its body must be a file that exists until the upload's event arrives.
    ///   - id: An identifier that the event repeats, also after a restart of the app. It is unique among pending uploads.
    /// - Throws: ``TransportError`` for a request that cannot be sent.
    func start(_ request: TransportRequest, id: String) async throws(TransportError)

    /// Identifiers of the uploads without an event.
    func pending() async -> Set<String>

    /// Cancels an upload; its event reports the cancellation.
    func cancel(_ id: String) async

    /// One event for each upload in the order of their ends, for one reader.
    var events: AsyncStream<LastingUploadEvent> { get }
}

/// The end of an upload.
public struct LastingUploadEvent: Sendable {
    /// Identifier of the upload.
    public let id: String

    /// The response with its body, whatever its status, or the reason why there is none.
    public let outcome: Result<TransportResponse, TransportError>

    /// Creates an event.
    public init(id: String, outcome: Result<TransportResponse, TransportError>) {
        self.id = id
        self.outcome = outcome
    }
}

extension TransportRequest {
    /// The file that an upload sends.
    ///
    /// - Throws: ``TransportError`` when the body is not a file, or the request cannot be sent.
    package func uploadedFile() throws(TransportError) -> URL {
        try validate()
        guard case .file(let file) = body else {
            throw TransportError(.invalidRequest, "Only a file can be uploaded while nobody waits.")
        }
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw TransportError(.body, "The body's file cannot be read.")
        }
        return file
    }
}
