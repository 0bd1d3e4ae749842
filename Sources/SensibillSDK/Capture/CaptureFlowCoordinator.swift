/// Is told about a capture.
@preconcurrency @MainActor
public protocol CaptureFlowCoordinatorDelegate: AnyObject {
    /// The capture has ended.
    func coordinatorDidFinishCapture(
        _ coordinator: CaptureFlowCoordinator,
        result: CaptureFlowCoordinator.DidFinishCaptureResult
    )
}

/// Takes pictures with the app's camera and hands them over for upload.
@MainActor
public final class CaptureFlowCoordinator {
    /// How a capture ended.
    public struct DidFinishCaptureResult: Sendable {
        /// What will be uploaded.
        public let processingInfo: CaptureFlow.ProcessingInfo

        /// Why pictures were not accepted; empty when all were.
        public let failures: [any Error]

        /// Source ids of the pictures that will be uploaded.
        public var sourceIds: [String] { processingInfo.sourceIds }
    }

    /// Is told about the capture; held weakly.
    public weak var delegate: (any CaptureFlowCoordinatorDelegate)?

    private let presenter: any CaptureFlowPresenter
    private let uploads: DocumentUploadService

    /// Creates a coordinator.
    ///
    /// - Parameters:
    ///   - presenter: Shows the camera.
    ///   - uploads: Takes the pictures; `nil` takes the service of the shared SDK.
    public init(presenter: any CaptureFlowPresenter, uploads: DocumentUploadService? = nil) {
        self.presenter = presenter
        self.uploads = uploads ?? SensibillSDK.shared.documentUploadService
    }

    /// Shows the camera.
    ///
    /// The delegate is told when the user is done.
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
