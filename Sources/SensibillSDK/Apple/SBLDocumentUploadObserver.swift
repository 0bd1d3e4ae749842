#if canImport(ObjectiveC)
import Foundation
import ObjectiveC

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

/// An observer that forwards events to a weakly held Objective-C observer.
final class SBLDocumentUploadBridge: DocumentUploadObserver {
    private weak var observer: (any SBLDocumentUploadObserver)?

    init(_ observer: any SBLDocumentUploadObserver) {
        self.observer = observer
    }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        switch payload {
        case .uploaded(let documentId):
            observer?.onDocumentUploadServiceDocumentUploaded(sourceId: sourceId, documentId: documentId)
        case .uploadFailedAttempt:
            observer?.onDocumentUploadServiceDocumentUploadFailedAttempt(sourceId: sourceId)
        case .uploadPermanentlyFailed(let cause):
            observer?.onDocumentUploadServiceDocumentUploadPermanentlyFailed(sourceId: sourceId, cause: cause)
        case .processedFailed(let documentId):
            observer?.onDocumentUploadServiceDocumentProcessedFailed(sourceId: sourceId, documentId: documentId)
        case .processedSuccess(let documentId):
            observer?.onDocumentUploadServiceDocumentProcessedSuccess(sourceId: sourceId, documentId: documentId)
        }
    }
}

extension SensibillSDK {
    /// Adds an Objective-C observer and replaces any observer with the same key.
    ///
    /// The observer is held weakly.
    @MainActor
    public static func addObserver(_ observer: any SBLDocumentUploadObserver, key: String) {
        addObserver(SBLDocumentUploadBridge.attached(to: observer), for: key)
    }
}

extension SBLDocumentUploadBridge {
    /// Returns the bridge of an observer, which lives as long as the observer; all keys of an observer share it.
    fileprivate static func attached(to observer: any SBLDocumentUploadObserver) -> SBLDocumentUploadBridge {
        if let bridge = objc_getAssociatedObject(observer, key) as? SBLDocumentUploadBridge { return bridge }
        let bridge = SBLDocumentUploadBridge(observer)
        objc_setAssociatedObject(observer, key, bridge, .OBJC_ASSOCIATION_RETAIN)
        return bridge
    }

    /// The key of the association; only its address matters.
    fileprivate static let key = UnsafeRawPointer(Unmanaged.passUnretained(AssociationKey.shared).toOpaque())
}

/// An object whose address serves as the association's key.
private final class AssociationKey: Sendable {
    static let shared = AssociationKey()
}
#endif
