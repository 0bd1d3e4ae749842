#if canImport(ObjectiveC)
import Foundation

/// An Objective-C observer of uploads, with one method for each status.
@preconcurrency @MainActor
@objc public protocol SBLDocumentUploadObserver: AnyObject {
    /// Called when the service has received the document and is reading it.
    @objc func onDocumentUploadServiceDocumentUploaded(sourceId: String, documentId: String)

    /// Called when an attempt has failed and another one follows.
    @objc func onDocumentUploadServiceDocumentUploadFailedAttempt(sourceId: String)

    /// Called when the upload has failed permanently.
    @objc func onDocumentUploadServiceDocumentUploadPermanentlyFailed(sourceId: String, cause: String)

    /// Called when the service could not read the document.
    @objc func onDocumentUploadServiceDocumentProcessedFailed(sourceId: String, documentId: String)

    /// Called when the service has read the document.
    @objc func onDocumentUploadServiceDocumentProcessedSuccess(sourceId: String, documentId: String)
}

extension SensibillSDK {
    /// Adds an Objective-C observer and replaces any observer with the same key.
    ///
    /// The observer is held weakly. With several keys, it receives each event once for each key.
    @MainActor
    public static func addObserver(_ observer: any SBLDocumentUploadObserver, key: String) {
        shared.documentUploadService.observers.add(
            WeakObserver(observer) { observer, sourceId, info in observer.receive(info, for: sourceId) },
            for: key
        )
    }
}

extension SBLDocumentUploadObserver {
    /// Calls the method of an event's status.
    fileprivate func receive(_ info: DocumentUploadStatusInfo, for sourceId: String) {
        switch info {
        case .uploaded(let documentId):
            onDocumentUploadServiceDocumentUploaded(sourceId: sourceId, documentId: documentId)
        case .uploadFailedAttempt:
            onDocumentUploadServiceDocumentUploadFailedAttempt(sourceId: sourceId)
        case .uploadPermanentlyFailed(let cause):
            onDocumentUploadServiceDocumentUploadPermanentlyFailed(sourceId: sourceId, cause: cause)
        case .processedFailed(let documentId):
            onDocumentUploadServiceDocumentProcessedFailed(sourceId: sourceId, documentId: documentId)
        case .processedSuccess(let documentId):
            onDocumentUploadServiceDocumentProcessedSuccess(sourceId: sourceId, documentId: documentId)
        }
    }
}
#endif
