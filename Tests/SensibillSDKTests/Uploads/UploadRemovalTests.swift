import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Documents that the app removes while the queue is about to send them.
@MainActor
@Suite("Removals during an attempt", .timeLimit(.minutes(1)))
final class UploadRemovalTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let service = ModelDocumentService()
    private let observer = RecordingObserver()
    private let delegate = TestDelegate()
    private let queue = DocumentUploadService()
    private let system: ModelUploadSystem
    private var provider: LiveAPIProvider?

    init() {
        system = ModelUploadSystem(service.transport)
        queue.addObserver(observer, for: "test")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func start(_ transfers: BackgroundTransfers? = nil) throws {
        let provider = LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport)
            ),
            transfers: transfers
        )
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        self.provider = provider
        queue.start(
            UploadEngine(
                owner: "ada",
                store: try UploadStore(),
                api: LiveUploadAPI(provider: provider, desk: provider.endpoints.desk),
                observers: queue.observers,
                policy: UploadPolicy(pollInterval: .milliseconds(1), connectivity: nil, random: { 0 }),
                clock: TestClock()
            )
        )
    }

    private func add() throws -> String {
        try queue.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
    }

    private func wait(until isReached: () -> Bool) async throws {
        while !isReached() { try Task.checkCancellation(); await Task.yield() }
    }

    @Test("a document that is removed while its upload waits for a token is not sent, and delays no other one")
    func duringTokenRequest() async throws {
        var completions: [((any Error)?) -> Void] = []
        delegate.onUpdate = { completions.append($0) }
        try start()
        let removed = try add()
        try await wait { !completions.isEmpty }
        let next = try add()
        try queue.remove(sourceId: removed)
        delegate.token = "t0"
        for completion in completions { completion(nil) }
        try await wait { service.state.withLock { $0.documents[next] != nil } }
        #expect(service.state.withLock { Array($0.documents.keys) } == [next])
        queue.stop()
    }

    @Test("a document that is removed while the system accepts its transfer is not sent")
    func duringHandover() async throws {
        delegate.token = "t0"
        let (isReached, mayContinue) = (ResponseGate<Void>(), ResponseGate<Void>())
        system.setBeforeStart {
            isReached.open(())
            await mayContinue.response()
        }
        let uploads = system.launch()
        try start(BackgroundTransfers(directory: folder) { _ in uploads })
        let removed = try add()
        await isReached.response()
        let lists = system.lists
        try queue.remove(sourceId: removed)
        // The removal has asked the system for transfers, which did not know this one.
        try await wait { system.lists > lists }
        system.setBeforeStart(nil)
        mayContinue.open(())
        // No transfer is performed before it is cancelled, which a system might do.
        try await wait { system.started > 0 && !system.isSending(removed) }
        let next = try add()
        while service.state.withLock({ $0.documents[next] == nil }) {
            try Task.checkCancellation()
            for name in system.names {
                await system.perform(name)
                system.deliver(name)
            }
            await Task.yield()
        }
        #expect(service.state.withLock { Array($0.documents.keys) } == [next])
        queue.stop()
    }

    @Test("a document that is removed while the service is asked about it is not sent")
    func duringLookup() async throws {
        delegate.token = "t0"
        let isHeld = LockedState(false)
        service.state.withLock { state in
            state.fault = { request in
                if request.head.method == .post { return nil }
                return isHeld.withLock { isHeld in
                    isHeld = true
                    return .storedAndHangs
                }
            }
        }
        let store = try UploadStore()
        let record = UploadRecord(sourceId: "removed", metadata: .init(documentType: .receipt))
        try store.add(record, content: Samples.jpeg, owner: "ada")
        let provider = LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport)
            )
        )
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        queue.start(
            UploadEngine(
                owner: "ada",
                store: store,
                api: LiveUploadAPI(provider: provider),
                observers: queue.observers,
                policy: UploadPolicy(connectivity: nil, random: { 0 }),
                clock: TestClock()
            )
        )
        // A document of an earlier launch is looked up before it is sent.
        try await wait { isHeld.withLock { $0 } }
        try queue.remove(sourceId: "removed")
        let next = try add()
        try await wait { service.state.withLock { $0.documents[next] != nil } }
        #expect(service.state.withLock { Array($0.documents.keys) } == [next])
        queue.stop()
    }
}
