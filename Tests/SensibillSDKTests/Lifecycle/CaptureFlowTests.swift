import Foundation
import SensibillSDK
import SensibillAPI
import Testing

@MainActor
@Suite("Capture")
struct CaptureFlowTests {
    private final class Camera: CaptureFlowPresenter {
        let documents: [CaptureFlow.CapturedDocument]

        init(_ documents: [CaptureFlow.CapturedDocument]) {
            self.documents = documents
        }

        func presentCapture(completion: @escaping @MainActor ([CaptureFlow.CapturedDocument]) -> Void) {
            completion(documents)
        }
    }

    private final class Listener: CaptureFlowCoordinatorDelegate {
        var results: [CaptureFlowCoordinator.DidFinishCaptureResult] = []

        func coordinatorDidFinishCapture(
            _ coordinator: CaptureFlowCoordinator,
            result: CaptureFlowCoordinator.DidFinishCaptureResult
        ) {
            results.append(result)
        }
    }

    @Test("unsupported pictures are reported with the cause")
    func stopped() {
        let camera = Camera([.init(source: Samples.jpeg, metadata: .init(documentType: .receipt))])
        let listener = Listener()
        let coordinator = CaptureFlowCoordinator(presenter: camera, uploads: SensibillSDK().documentUploadService)
        coordinator.delegate = listener
        coordinator.start()
        #expect(listener.results.count == 1)
        #expect(listener.results.first?.sourceIds == [])
        #expect(listener.results.first?.failures.count == 1)
    }
}
