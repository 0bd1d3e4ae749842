/// An observer of documents that were added for upload.
///
/// Its method is called on the main actor. While it blocks, other observers and requests for new tokens wait, but
/// uploads and ``DocumentUploadService/events`` continue. It may receive events for documents of earlier launches, and
/// the same event twice after the app was terminated: compare the source id.
///
/// ```swift
/// extension MyViewController: DocumentUploadObserver {
///     func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
///         guard sourceId == currentSourceId else { return }
///     }
/// }
/// ```
@preconcurrency @MainActor
public protocol DocumentUploadObserver: AnyObject {
    /// Called when the status of a document has changed.
    ///
    /// - Parameters:
    ///   - sourceId: The source id that ``DocumentUploadService/add(source:metadata:)`` returned for the document.
    ///   - payload: The new status.
    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo)
}
