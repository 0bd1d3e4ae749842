/// A delegate that receives the result of a capture.
@preconcurrency @MainActor
public protocol CaptureFlowCoordinatorDelegate: AnyObject {
    /// Called when the capture has ended.
    func coordinatorDidFinishCapture(
        _ coordinator: CaptureFlowCoordinator,
        result: CaptureFlowCoordinator.DidFinishCaptureResult
    )
}

/// A coordinator that takes pictures with the app's camera and adds them to the upload queue.
@MainActor
public final class CaptureFlowCoordinator {
    /// The result of a finished capture.
    public struct DidFinishCaptureResult: Sendable {
        /// The source ids of the pictures that will be uploaded.
        public let processingInfo: CaptureFlow.ProcessingInfo

        /// The reasons why pictures were rejected; empty if every picture was accepted.
        public let failures: [any Error]

        /// Source ids of the pictures that will be uploaded.
        public var sourceIds: [String] { processingInfo.sourceIds }
    }

    /// The delegate that receives the result; held weakly.
    public weak var delegate: (any CaptureFlowCoordinatorDelegate)?

    private let presenter: any CaptureFlowPresenter
    private let uploads: DocumentUploadService

    /// Creates a coordinator.
    ///
    /// - Parameters:
    ///   - presenter: The presenter that shows the camera.
    ///   - uploads: The service that uploads the pictures; `nil` uses the service of ``SensibillSDK/shared``.
    public init(presenter: any CaptureFlowPresenter, uploads: DocumentUploadService? = nil) {
        self.presenter = presenter
        self.uploads = uploads ?? SensibillSDK.shared.documentUploadService
    }

    /// Shows the camera.
    ///
    /// Calls the delegate when the user has finished or cancelled. The pictures belong to the current user: if another
    /// one is current when the capture ends, or if the SDK was not started when it began, they are rejected with
    /// ``SensibillSDK/ServiceError/notAcceptingRequests``.
    public func start() {
        let capture = OpenCapture(owner: uploads.owner)
        presenter.presentCapture { documents in
            guard capture.isOpen else { return }
            capture.isOpen = false
            self.finish(documents, of: capture.owner)
        }
    }

    /// A capture whose camera is open.
    @MainActor
    private final class OpenCapture {
        /// The user who was current when the capture began; `nil` if there was none.
        let owner: String?
        /// Whether the presenter has not returned the pictures yet.
        var isOpen = true

        init(owner: String?) {
            self.owner = owner
        }
    }

    private func finish(_ documents: [CaptureFlow.CapturedDocument], of owner: String?) {
        var sourceIds: [String] = []
        var failures: [any Error] = []
        for document in documents {
            let result =
                owner.map { uploads.add(source: document.source, metadata: document.metadata, of: $0) }
                ?? .failure(SensibillSDK.ServiceError.notAcceptingRequests)
            switch result {
            case .success(let sourceId): sourceIds.append(sourceId)
            case .failure(let error): failures.append(error)
            }
        }
        let info = CaptureFlow.ProcessingInfo(sourceIds: sourceIds)
        delegate?.coordinatorDidFinishCapture(self, result: .init(processingInfo: info, failures: failures))
    }
}
