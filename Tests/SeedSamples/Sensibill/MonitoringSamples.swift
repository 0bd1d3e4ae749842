import SensibillSDK

#if canImport(UIKit)
import UIKit
#endif

/// A screen that listens while it is shown.
class MonitoringViewController: UIViewController {
    private(set) var lines: [String] = []

    /// Names this subscriber.
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

/// A plain class that only minds its own document.
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

/// A screen that begins a capture and remembers what it has to mind.
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
