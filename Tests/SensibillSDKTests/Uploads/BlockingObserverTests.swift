import APIRuntime
import APITesting
import Dispatch
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Observers that block the main actor, on which they are called.
@Suite("Observers that block", .timeLimit(.minutes(1)))
struct BlockingObserverTests {
    @Test("an observer that blocks stops neither the queue nor the streams, and no observer loses an event")
    func blocked() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let service = ModelDocumentService()
        let (sdk, tokens) = (SensibillSDK(), await TestTokenProvider(tokens: []))
        let (blocker, recorder) = (await BlockingObserver(), RecordingObserver())
        let uploads = sdk.documentUploadService
        uploads.addObserver(blocker, for: "blocking")
        uploads.addObserver(recorder, for: "recording")
        try await sdk.start(
            userIdentifier: "ada",
            tokenProvider: tokens,
            configuration: .init(
                api: .init(
                    baseUrl: "https://api.example",
                    certificatePinningEnabled: false,
                    client: ClientConfiguration(transport: service.transport)
                ),
                uploads: UploadPolicy(directory: directory, pollInterval: .milliseconds(1), connectivity: nil),
                tokenStore: MemoryTokenStore(StoredToken(token: OAuthToken(accessToken: "t0"), partition: "ada"))
            )
        )
        var events = uploads.events.makeAsyncIterator()
        let first = try uploads.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        await blocker.isBlocked.response()
        // The main thread waits in the observer: from here on, nothing may need it.
        let others = try (0..<2).map { _ in
            try uploads.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        }
        var ended: [String] = []
        while ended.count < 3, let event = await events.next() {
            if event.payload.isFinal { ended.append(event.sourceId) }
        }
        #expect(Set(ended) == Set([first] + others))
        #expect(service.state.withLock { $0.documents.count } == 3)
        #expect(!blocker.hasBeenReleased)
        blocker.release()
        await blocker.ends(3)
        await recorder.ends(3)
        let received = await blocker.received
        #expect(received.count == 6)
        try await sdk.stop(invalidateToken: false)
    }

    @Test("while an observer blocks, a stop ends at once and the next queue sends documents")
    func restarted() async throws {
        let (api, store) = (FakeUploadAPI(), try UploadStore())
        let (service, blocker) = (DocumentUploadService(), await BlockingObserver())
        service.addObserver(blocker, for: "blocking")
        func start() {
            service.start(
                UploadEngine(
                    owner: "ada",
                    store: store,
                    api: api,
                    observers: service.observers,
                    policy: UploadPolicy(connectivity: nil),
                    clock: HastyClock()
                )
            )
        }
        start()
        _ = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        await blocker.isBlocked.response()
        service.stop()
        start()
        let second = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
        while api.state.withLock({ $0.documents[second] == nil }) { try Task.checkCancellation(); await Task.yield() }
        #expect(!blocker.hasBeenReleased)
        blocker.release()
        await blocker.ends(2)
        service.stop()
    }
}

/// An observer that blocks with its first event until it is released.
@MainActor
private final class BlockingObserver: DocumentUploadObserver {
    /// Opens when the observer blocks.
    nonisolated let isBlocked = ResponseGate<Void>()
    private nonisolated let semaphore = DispatchSemaphore(value: 0)
    private nonisolated let released = LockedState(false)
    private let recorder = RecordingObserver()
    private var mustBlock = true

    init() {}

    /// Whether the observer may return.
    nonisolated var hasBeenReleased: Bool { released.withLock { $0 } }

    /// The final events that the observer has received.
    var received: [DocumentUploadStatusInfo] { recorder.events.map(\.payload) }

    /// Lets the observer return.
    nonisolated func release() {
        released.withLock { $0 = true }
        semaphore.signal()
    }

    /// Waits until a number of documents have ended.
    func ends(_ count: Int) async { await recorder.ends(count) }

    func onDocumentUploadServiceNotification(for sourceId: String, payload: DocumentUploadStatusInfo) {
        if mustBlock {
            mustBlock = false
            isBlocked.open(())
            // A limit, so that a failed test ends; the release comes long before.
            _ = semaphore.wait(timeout: .now() + 30)
        }
        recorder.onDocumentUploadServiceNotification(for: sourceId, payload: payload)
    }
}
