import Foundation
import SensibillAPI
import SensibillSDK
import Testing

/// Tests of the two documentation pages, one for each heading, run with the sandbox.
///
/// Serialized, because the samples use the shared SDK, as apps do.
@MainActor
@Suite("Samples of the Sensibill documentation", .serialized, .timeLimit(.minutes(2)))
struct SensibillSampleTests {
    private func withStartedSDK(_ body: @MainActor (SampleSandbox) async throws -> Void) async throws {
        try await SampleSandbox.run { sandbox in
            let provider = SampleTokenProvider(sandbox)
            let configuration = SensibillSDK.Configuration(
                api: sandbox.configuration,
                uploads: UploadPolicy(directory: sandbox.folder, pollInterval: .milliseconds(20))
            )
            var isStarted = false
            while !isStarted {
                do {
                    try await SensibillSDK.start(
                        userIdentifier: "sample-user",
                        tokenProvider: provider,
                        configuration: configuration
                    )
                    isStarted = true
                } catch SensibillSDK.StateError.cannotStart {
                    // The same samples, compiled in another language mode, may be using the shared SDK.
                    await Task.yield()
                }
            }
            do {
                try await body(sandbox)
            } catch {
                try await SensibillSDK.stop()
                throw error
            }
            try await SensibillSDK.stop()
        }
    }

    @Test("Overview: client, category, task, execution")
    func overview() async throws {
        let samples = APIClientSamples()
        await withCheckedContinuation { done in samples.listDocuments { done.resume() } }
        #expect(samples.log.count == 1)
        try await withStartedSDK { _ in
            await withCheckedContinuation { done in samples.listDocuments { done.resume() } }
            #expect(samples.log.last == "25 documents")
            guard let client = SensibillSDK.shared.apiClient else { throw SensibillSDK.ServiceError.noAPIProvider }
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, Error>) in
                do { try samples.listDocumentsShortly(client) { done.resume() } } catch { done.resume(throwing: error) }
            }
            #expect(samples.log.last == "25 documents, shortly")
            try samples.names(client)
            #expect(samples.log.last == "pending: true, renews: false")
        }
    }

    @Test("Retrying a Failed Task")
    func retrying() async throws {
        try await SampleSandbox.run { sandbox in
            let standalone = StandaloneSamples()
            let delegate = CarefulDelegate(cacheIdentifier: "me") { try await sandbox.userToken() }
            standalone.start(
                environmentUrl: sandbox.configuration.baseUrl,
                certificatePinningOn: false,
                delegate: delegate,
                user: "me"
            )
            guard let client = standalone.client else { throw SensibillSDK.ServiceError.noAPIProvider }
            let samples = APIClientSamples()
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, Error>) in
                do { try samples.listDocumentsPatiently(client) { done.resume() } } catch {
                    done.resume(throwing: error)
                }
            }
            #expect(samples.log == ["listed with a renewed token"])
        }
    }

    @Test("Standalone Invocation and Handling User Token")
    func standalone() async throws {
        try await SampleSandbox.run { sandbox in
            let standalone = StandaloneSamples()
            let delegate = PlainDelegate()
            delegate.token = try await sandbox.userToken()
            standalone.start(
                environmentUrl: sandbox.configuration.baseUrl,
                certificatePinningOn: true,
                delegate: delegate,
                user: "me"
            )
            let task = try standalone.client?.documents.documents()
            #expect(try await task?.value().count == 25)
            standalone.signOut()
            await #expect(throws: SensibillAPIClient.TaskError.missingUserAccessToken) { try await task?.value() }
        }
    }

    @Test("a delegate returns no token for another user")
    func otherUser() async throws {
        try await SampleSandbox.run { sandbox in
            let standalone = StandaloneSamples()
            let delegate = CarefulDelegate(cacheIdentifier: "me") { "token" }
            standalone.start(
                environmentUrl: sandbox.configuration.baseUrl,
                certificatePinningOn: false,
                delegate: delegate,
                user: "somebody else"
            )
            let task = try standalone.client?.documents.documents()
            task?.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
            await #expect(throws: SensibillAPIClient.TaskError.executionFailure(CarefulDelegate.WrongUser())) {
                try await task?.value()
            }
        }
    }

    @Test("Subscribing to Notifications and Handling Notifications")
    func notifications() async throws {
        try await withStartedSDK { _ in
            let screen = MonitoringViewController()
            screen.viewWillAppear(false)
            let service = SensibillSDK.shared.documentUploadService
            let metadata = DocumentMetadata(documentType: .receipt)
            let sourceId = try service.add(source: SampleFiles.receipt, metadata: metadata).get()
            while screen.lines.count < 2 { try Task.checkCancellation(); await Task.yield() }
            #expect(screen.lines.allSatisfy { $0.contains(sourceId) })
            #expect(screen.lines.contains { $0.hasSuffix("is read") })
            screen.viewWillDisappear(false)
        }
    }

    @Test("Monitoring a Specific Document")
    func oneDocument() async throws {
        try await withStartedSDK { _ in
            let service = SensibillSDK.shared.documentUploadService
            let metadata = DocumentMetadata(documentType: .receipt)
            let observer = SingleDocumentObserver(currentSourceId: "")
            _ = try service.add(source: SampleFiles.receipt, metadata: metadata).get()
            observer.currentSourceId = try service.add(source: SampleFiles.unreadable, metadata: metadata).get()
            await withCheckedContinuation { ended in
                observer.onEnd = { ended.resume() }
                SensibillSDK.addObserver(observer, for: "one document")
            }
            guard case .processedFailed? = observer.payloads.last else {
                return #expect(Bool(false), "The sandbox cannot read this document.")
            }
            SensibillSDK.removeObserver(forKey: "one document")
        }
    }

    @Test("the capture flow returns the source IDs of its pictures")
    func capture() async throws {
        try await withStartedSDK { _ in
            let screen = CaptureViewController()
            let camera = SampleCamera()
            let coordinator = CaptureFlowCoordinator(presenter: camera)
            coordinator.delegate = screen
            coordinator.start()
            #expect(screen.currentSourceIds.count == 1)
        }
    }
}

/// Files that the sandbox recognizes.
enum SampleFiles {
    static var receipt: Data { picture("MERCHANT=Cafe Nord;TOTAL=25.60;") }
    static var unreadable: Data { picture("FAIL=too_dark;") }

    private static func picture(_ text: String) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.utf8) + Data([0xFF, 0xD9])
    }
}

/// A camera that immediately provides one picture.
final class SampleCamera: CaptureFlowPresenter {
    func presentCapture(completion: @escaping @MainActor ([CaptureFlow.CapturedDocument]) -> Void) {
        completion([.init(source: SampleFiles.receipt, metadata: .init(documentType: .receipt))])
    }
}
