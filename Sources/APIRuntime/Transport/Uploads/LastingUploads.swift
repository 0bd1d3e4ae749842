import Foundation

/// Uploads of files that go on while nobody waits for them, and where the system can, while the app does not run.
///
/// On Apple systems `BackgroundSessionUploads` hands them to the system; ``TaskUploads`` runs them in this process.
public protocol LastingUploads: Sendable {
    /// Hands an upload over.
    ///
    /// - Parameters:
    ///   - request: The request; its body must be a file, which stays until the upload's event has come.
    ///   - id: A name that the event carries, also after the app was started anew. No two pending uploads share one.
    /// - Throws: For a request that cannot be sent.
    func start(_ request: TransportRequest, id: String) async throws(TransportError)

    /// Names of the uploads whose event has not come yet.
    func pending() async -> Set<String>

    /// Ends an upload; its event says that it was cancelled.
    func cancel(_ id: String) async

    /// One event for each upload, in the order of their ends; for one reader.
    var events: AsyncStream<LastingUploadEvent> { get }
}

/// How an upload ended.
public struct LastingUploadEvent: Sendable {
    /// Its name.
    public let id: String

    /// The response with its body, whatever its status, or why there is none.
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
    /// - Throws: When the body is something else, or the request cannot be sent.
    func uploadedFile() throws(TransportError) -> URL {
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
