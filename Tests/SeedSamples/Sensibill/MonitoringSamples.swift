import SensibillSDK

#if canImport(UIKit)
import UIKit
#endif

/// A view controller that observes uploads while it is visible.
class MonitoringViewController: UIViewController {
    private(set) var lines: [String] = []

    /// The key of this observer.
    var observerKey: String {
        String(describing: type(of: self))
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        SensibillSDK.addObserver(self, for: observerKey)
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        SensibillSDK.removeObserver(forKey: observerKey)
    }

    func show(_ line: String) {
        lines.append(line)
    }
}

extension MonitoringViewController: DocumentUploadObserver {
    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        switch payload {
        case .uploaded(let documentId):
            show("\(sourceId) is \(documentId) now")
        case .uploadFailedAttempt:
            show("\(sourceId) is tried again")
        case .uploadPermanentlyFailed(let cause):
            show("\(sourceId) is given up: \(cause)")
        case .processedFailed(let documentId):
            show("\(documentId) of \(sourceId) is not readable")
        case .processedSuccess(let documentId):
            show("\(documentId) of \(sourceId) is read")
        @unknown default:
            show("\(sourceId): something new")
        }
    }
}

/// A class that observes only its own document.
class SingleDocumentObserver: DocumentUploadObserver {
    var currentSourceId: String
    private(set) var payloads: [DocumentUploadStatusInfo] = []
    var onEnd: () -> Void = {}

    init(currentSourceId: String) {
        self.currentSourceId = currentSourceId
    }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        guard sourceId == currentSourceId else {
            return
        }
        payloads.append(payload)
        if payload.isFinal { onEnd() }
    }
}

/// A view controller that starts a capture and stores the source ids to observe.
class CaptureViewController: UIViewController, CaptureFlowCoordinatorDelegate {
    private(set) var currentSourceIds: [String] = []

    func coordinatorDidFinishCapture(
        _ coordinator: CaptureFlowCoordinator,
        result: CaptureFlowCoordinator.DidFinishCaptureResult
    ) {
        let info: CaptureFlow.ProcessingInfo = result.processingInfo
        currentSourceIds = info.sourceIds
    }
}
