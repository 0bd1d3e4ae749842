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
    /// Calls the delegate when the user has finished or cancelled.
    public func start() {
        presenter.presentCapture { documents in self.finish(documents) }
    }

    private func finish(_ documents: [CaptureFlow.CapturedDocument]) {
        var sourceIds: [String] = []
        var failures: [any Error] = []
        for document in documents {
            switch uploads.add(source: document.source, metadata: document.metadata) {
            case .success(let sourceId): sourceIds.append(sourceId)
            case .failure(let error): failures.append(error)
            }
        }
        let info = CaptureFlow.ProcessingInfo(sourceIds: sourceIds)
        delegate?.coordinatorDidFinishCapture(self, result: .init(processingInfo: info, failures: failures))
    }
}
