#if canImport(ObjectiveC)
import Foundation
import ObjectiveC

/// Is told what happens to uploads, in Objective-C: one function for each status.
@preconcurrency @MainActor
@objc public protocol SBLDocumentUploadObserver: AnyObject {
    /// The service has the document and reads it.
    @objc func onDocumentUploadServiceDocumentUploaded(sourceId: String, documentId: String)

    /// An attempt failed; another one follows.
    @objc func onDocumentUploadServiceDocumentUploadFailedAttempt(sourceId: String)

    /// The document will not be uploaded.
    @objc func onDocumentUploadServiceDocumentUploadPermanentlyFailed(sourceId: String, cause: String)

    /// The service could not read the document.
    @objc func onDocumentUploadServiceDocumentProcessedFailed(sourceId: String, documentId: String)

    /// The service has read the document.
    @objc func onDocumentUploadServiceDocumentProcessedSuccess(sourceId: String, documentId: String)
}

/// Passes events on to an observer in Objective-C, which it does not keep alive.
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
    /// Adds an observer in Objective-C; the former one of the key is forgotten.
    ///
    /// It is held weakly.
    @MainActor
    public static func addObserver(_ observer: any SBLDocumentUploadObserver, key: String) {
        let bridge = SBLDocumentUploadBridge(observer)
        // The bridge lives as long as the observer that it serves.
        objc_setAssociatedObject(observer, SBLDocumentUploadBridge.key, bridge, .OBJC_ASSOCIATION_RETAIN)
        addObserver(bridge, for: key)
    }
}

extension SBLDocumentUploadBridge {
    /// Names the association; only its address counts.
    fileprivate static let key = UnsafeRawPointer(Unmanaged.passUnretained(AssociationKey.shared).toOpaque())
}

/// An object whose address names the association.
private final class AssociationKey: Sendable {
    static let shared = AssociationKey()
}
#endif
