/// Is told what happens to documents that were handed over for upload.
///
/// Called on the main actor. It may be told about documents of earlier runs of the app, and twice of the same event
/// after the app was killed: compare the source id.
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
    /// Called when something happened to a document.
    ///
    /// - Parameters:
    ///   - sourceId: What ``DocumentUploadService/add(source:metadata:)`` returned for it.
    ///   - payload: What happened.
    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo)
}
