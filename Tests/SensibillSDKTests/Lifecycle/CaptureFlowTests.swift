import APIRuntime
import APITesting
import Foundation
import SensibillAPI
import SensibillSDK
import Testing

@MainActor
@Suite("Capture", .timeLimit(.minutes(1)))
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

    /// A camera that stays open until the test closes it.
    private final class OpenCamera: CaptureFlowPresenter {
        var close: (@MainActor ([CaptureFlow.CapturedDocument]) -> Void)?

        func presentCapture(completion: @escaping @MainActor ([CaptureFlow.CapturedDocument]) -> Void) {
            close = completion
        }
    }

    @Test(
        "pictures belong to the user for whom the camera was opened, and are added once",
        arguments: ["ada", "bob"],
        [true, false]
    )
    func otherUser(next: String, isStarted: Bool) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let service = ModelDocumentService()
        let configuration = SensibillSDK.Configuration(
            api: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport, clock: TestClock())
            ),
            uploads: UploadPolicy(directory: directory, connectivity: ManualConnectivity(isReachable: false))
        )
        let (sdk, tokens) = (SensibillSDK(), TestTokenProvider(tokens: ["t0", "t1"]))
        try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
        let (camera, listener) = (OpenCamera(), Listener())
        let coordinator = CaptureFlowCoordinator(presenter: camera, uploads: sdk.documentUploadService)
        coordinator.delegate = listener
        if isStarted { coordinator.start() }
        try await sdk.stop(invalidateToken: false)
        if !isStarted { coordinator.start() }
        try await sdk.start(userIdentifier: next, tokenProvider: tokens, configuration: configuration)
        let picture = CaptureFlow.CapturedDocument(source: Samples.jpeg, metadata: .init(documentType: .receipt))
        camera.close?([picture])
        camera.close?([picture])
        let isAdded = isStarted && next == "ada"
        #expect(listener.results.count == 1)
        #expect(try sdk.documentUploadService.allSourceIds().count == (isAdded ? 1 : 0))
        #expect(listener.results.first?.failures.count == (isAdded ? 0 : 1))
        try await sdk.stop(invalidateToken: false)
    }

    @Test("after a relaunch without a network and without a token, pictures are captured, kept and sent later")
    func offlineAfterRelaunch() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (service, isOnline) = (ModelDocumentService(), LockedState(true))
        service.state.withLock { $0.fault = { _ in isOnline.withLock { $0 } ? nil : .lostRequest } }
        let (tokens, connectivity) = (TestTokenProvider(tokens: []), ManualConnectivity(isReachable: false))
        let configuration = SensibillSDK.Configuration(
            api: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport, clock: TestClock())
            ),
            uploads: UploadPolicy(directory: directory, connectivity: connectivity)
        )
        func launch() async throws -> SensibillSDK {
            let sdk = SensibillSDK()
            try await sdk.start(userIdentifier: "ada", tokenProvider: tokens, configuration: configuration)
            return sdk
        }
        func capture(_ sdk: SensibillSDK) -> [String] {
            let picture = CaptureFlow.CapturedDocument(source: Samples.jpeg, metadata: .init(documentType: .receipt))
            let listener = Listener()
            let coordinator = CaptureFlowCoordinator(
                presenter: Camera([picture, picture]),
                uploads: sdk.documentUploadService
            )
            coordinator.delegate = listener
            coordinator.start()
            return listener.results.first?.sourceIds ?? []
        }
        isOnline.withLock { $0 = false }
        tokens.failure = DelegateFailure()
        var captured: [String] = []
        // Each launch ends as the system ends it: without a stop.
        for launchNumber in 1...3 {
            let sdk = try await launch()
            captured += capture(sdk)
            #expect(try sdk.documentUploadService.allSourceIds() == Set(captured))
            #expect(captured.count == launchNumber * 2)
            withExtendedLifetime(sdk) {}
        }
        #expect(service.state.withLock { $0.documents.isEmpty })
        let sdk = try await launch()
        let observer = RecordingObserver()
        sdk.documentUploadService.addObserver(observer, for: "test")
        isOnline.withLock { $0 = true }
        tokens.failure = nil
        tokens.tokens = ["t0"]
        connectivity.set(true)
        await observer.ends(6)
        let stored = service.state.withLock { $0.documents.mapValues(\.count) }
        #expect(stored == Dictionary(uniqueKeysWithValues: captured.map { ($0, 1) }))
        try await sdk.stop(invalidateToken: false)
    }
}
