import APIRuntime
import Foundation
import HTTPTypes
import SensibillAPI
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Background transfers", .timeLimit(.minutes(1)))
final class TransferTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let service = ModelDocumentService()
    private let observer = RecordingObserver()
    private let delegate = TestDelegate(token: "t0")
    private let system: ModelUploadSystem
    private let store: UploadStore
    private let queue = DocumentUploadService()

    init() throws {
        system = ModelUploadSystem(service.transport)
        store = try UploadStore()
        queue.addObserver(observer, for: "test")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a process of the app, whose former one was killed.
    private func launch() {
        queue.stop()
        let uploads = system.launch()
        let provider = LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport)
            ),
            transfers: BackgroundTransfers(directory: folder) { _ in uploads }
        )
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        self.provider = provider
        queue.start(
            UploadEngine(
                owner: "ada",
                store: store,
                api: LiveUploadAPI(provider: provider, desk: provider.endpoints.desk),
                observers: queue.observers,
                policy: UploadPolicy(pollInterval: .milliseconds(1), random: { 0 }),
                clock: HastyClock()
            )
        )
    }

    private var provider: LiveAPIProvider?

    private func add() throws -> String {
        try queue.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
    }

    private func firstTransfer() async -> String {
        while true {
            if let name = system.names.first { return name }
            await Task.yield()
        }
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("a transfer that the system finished while the app was away ends the upload, without another request")
    func finishedWhileAway() async throws {
        launch()
        let id = try add()
        let name = await firstTransfer()
        #expect(name.hasPrefix(id))
        #expect(files == [name])
        queue.stop()
        system.kill()
        await system.perform(name)
        launch()
        system.deliver(name)
        await observer.ends(1)
        #expect(observer.ended == [id])
        #expect(service.state.withLock { $0.documents[id]?.count } == 1)
        #expect(system.started == 1)
        while !files.isEmpty { await Task.yield() }
    }

    @Test("a transfer of an earlier launch that the system has not finished is awaited, and no second one is started")
    func stillPending() async throws {
        launch()
        let id = try add()
        let name = await firstTransfer()
        system.kill()
        launch()
        for _ in 0..<500 { await Task.yield() }
        #expect(system.started == 1)
        await system.perform(name)
        system.deliver(name)
        await observer.ends(1)
        #expect(observer.ended == [id])
        #expect(system.started == 1)
    }

    @Test("after a launch, a rejected token of a finished transfer is renewed and the document sent once more")
    func rejectedToken() async throws {
        launch()
        let id = try add()
        let first = await firstTransfer()
        system.kill()
        service.state.withLock { $0.token = "t1" }
        await system.perform(first)
        delegate.next = ["t1"]
        launch()
        system.deliver(first)
        let second = await firstTransfer()
        #expect(second != first)
        await system.perform(second)
        system.deliver(second)
        await observer.ends(1)
        #expect(service.state.withLock { $0.documents[id]?.count } == 1)
        #expect(delegate.updates == 1)
    }

    @Test("removing a document cancels its transfer")
    func removal() async throws {
        launch()
        let id = try add()
        let name = await firstTransfer()
        try queue.remove(sourceId: id)
        while !system.names.isEmpty {
            system.deliver(name)
            await Task.yield()
        }
        #expect(service.state.withLock { $0.documents.isEmpty })
        #expect(try queue.allSourceIds().isEmpty)
    }

    @Test("a process that is killed right after the removal of a document leaves its transfer to the next one")
    func removalBeforeKill() async throws {
        launch()
        let id = try add()
        let name = await firstTransfer()
        try queue.remove(sourceId: id)
        system.kill()
        launch()
        while system.isSending(id) { await Task.yield() }
        await system.perform(name)
        #expect(service.state.withLock { $0.documents.isEmpty })
        while try !store.removedSourceIds().isEmpty { await Task.yield() }
        #expect(try !store.contains(id) && store.records(of: "ada").isEmpty)
    }

    @Test("a transfer of a document that the queue does not know is not cancelled")
    func otherQueue() async throws {
        launch()
        let id = try add()
        _ = await firstTransfer()
        system.kill()
        // As after a file of the queue was damaged, or of another queue that uses the same transfers.
        try store.remove(id, owner: "ada") ? store.forgetRemoved(id) : ()
        launch()
        for _ in 0..<500 { await Task.yield() }
        #expect(system.isSending(id))
    }

    @Test("calls of the API client are not passed to the system")
    func otherCalls() async throws {
        launch()
        let client = try #require(provider)
        let list = try await client.documents.documents(filter: .init(foreignId: ["unknown"])).value()
        #expect(list.count == 0)
        let request = SensibillAPIModel.DocumentCreationRequestDto(
            sourceFile: try SensibillAPIModel.SourceFile(data: Samples.jpeg),
            documentType: .receipt,
            foreignId: "own"
        )
        _ = try await client.documents.document(create: request).value()
        #expect(system.started == 0)
        #expect(service.state.withLock { $0.documents["own"]?.count } == 1)
    }

    @Test("transfers that were created with other pinned keys are refused at the start")
    func otherKeys() throws {
        let uploads = system.launch()
        let transfers = BackgroundTransfers(directory: folder) { _ in uploads }
        _ = try transfers.desk(.system)
        let hash = try #require(PublicKeyHash("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))
        let security = TransportSecurity(pins: [HostPins("api.example", keys: [hash])])
        #expect(throws: SensibillAPIClient.TaskError.self) { try transfers.desk(security) }
        #expect(throws: Never.self) { try transfers.desk(.system) }
    }
}

@Suite("The book of transfers")
struct TransferBookTests {
    private let response = TransportResponse(.init(status: 201), body: .bytes([]))

    @Test("the event of a former transfer is not taken for that of the current one")
    func names() {
        var book = TransferBook()
        let gate = ResponseGate<TransferBook.Outcome>()
        #expect(book.wait(for: "a.2", gate) == nil)
        #expect(book.arrived("a.1", .success(response)) == nil)
        #expect(book.arrived("a.2", .success(response)) === gate)
    }

    @Test("an ended transfer that the system still lists is not awaited")
    func listedAfterEnd() {
        var book = TransferBook()
        _ = book.arrived("a.1", .success(response))
        #expect(book.hasTransfer(of: "a", pending: ["a.1"]))
        guard case .use = book.next(for: "a", pending: ["a.1"], mayStart: false) else {
            Issue.record("the outcome was not used")
            return
        }
        #expect(!book.hasTransfer(of: "a", pending: ["a.1"]))
        guard case .start = book.next(for: "a", pending: ["a.1"], mayStart: true) else {
            Issue.record("no transfer was started")
            return
        }
    }

    @Test("a late failure of a former transfer does not end an upload that may start, and a late success does")
    func lateOutcomes() {
        var book = TransferBook()
        _ = book.arrived("a.1", .success(TransportResponse(.init(status: 401), body: .bytes([]))))
        guard case .start = book.next(for: "a", pending: [], mayStart: true) else {
            Issue.record("the late failure was used")
            return
        }
        _ = book.arrived("a.2", .success(response))
        guard case .use = book.next(for: "a", pending: [], mayStart: true) else {
            Issue.record("the late success was not used")
            return
        }
    }

    @Test(
        "a late failure of a former transfer allows no start before the service was asked, because a later may have ended"
    )
    func lateRejection() {
        var book = TransferBook()
        _ = book.arrived("a.1", .success(TransportResponse(.init(status: 401), body: .bytes([]))))
        #expect(!book.hasTransfer(of: "a", pending: []))
        guard case .fail = book.next(for: "a", pending: [], mayStart: false) else {
            Issue.record("the late failure was used")
            return
        }
        _ = book.arrived("a.1", .failure(.timedOut))
        guard case .wait("a.2") = book.next(for: "a", pending: ["a.2"], mayStart: false) else {
            Issue.record("the later transfer was not awaited")
            return
        }
    }

    @Test("the outcome of a removed document is not kept, whether it arrives before or after the removal")
    func removed() {
        var book = TransferBook()
        _ = book.arrived("a.1", .success(response))
        book.forget("a")
        _ = book.arrived("a.2", .success(response))
        _ = book.arrived("b.1", .success(response))
        #expect(!book.hasTransfer(of: "a", pending: []))
        #expect(book.hasTransfer(of: "b", pending: []))
    }

    @Test("without a transfer, none is started before the service was asked")
    func noBlindStart() {
        var book = TransferBook()
        guard case .fail = book.next(for: "a", pending: ["b.1", "aa.1"], mayStart: false) else {
            Issue.record("a transfer was started")
            return
        }
    }
}
