import APIRuntime
import APITesting
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Queue processing", .timeLimit(.minutes(1)))
struct UploadEngineTests {
    private let api = FakeUploadAPI()
    private let store: UploadStore
    private let policy = UploadPolicy(
        baseDelay: .milliseconds(1),
        pollInterval: .milliseconds(1),
        random: { 0 }
    )

    init() throws {
        store = try UploadStore()
    }

    private func makeService(owner: String = "ada") -> DocumentUploadService {
        let service = DocumentUploadService()
        service.start(
            UploadEngine(owner: owner, store: store, api: api, observers: service.observers, policy: policy)
        )
        return service
    }

    /// Waits until no document is left: a delivery is stored after the observer's method has returned.
    private func isEmpty() async throws {
        while try !store.records(of: "ada").isEmpty { try Task.checkCancellation(); await Task.yield() }
    }

    private func add(_ count: Int, to service: DocumentUploadService) throws -> [String] {
        try (0..<count).map { number in
            let source = Samples.jpeg(showing: "TOTAL=\(number);")
            return try service.add(source: source, metadata: .init(documentType: .receipt)).get()
        }
    }

    @Test("documents are uploaded once, one after another, and each end is reported")
    func oneAfterAnother() async throws {
        let service = makeService()
        let observer = RecordingObserver()
        service.addObserver(observer, for: "test")
        let ids = try add(25, to: service)
        await observer.ends(25)
        try await isEmpty()
        service.stop()
        let state = api.state.withLock { $0 }
        #expect(state.uploads == ids)
        #expect(state.mostInFlight == 1)
        #expect(state.longestQuestion <= 10)
        #expect(Set(observer.ended) == Set(ids))
        #expect(try store.records(of: "ada").isEmpty)
    }

    @Test("notifications arrive in the order of the responses")
    func order() async throws {
        api.state.withLock { $0.unreadable = ["document-3", "document-7"] }
        let service = makeService()
        let observer = RecordingObserver()
        service.addObserver(observer, for: "test")
        let ids = try add(25, to: service)
        await observer.ends(25)
        service.stop()
        let uploaded = observer.events.filter { !$0.payload.isFinal }.map(\.sourceId)
        #expect(uploaded == ids && uploaded == api.state.withLock { $0.uploads })
        // Each response has the outcomes of the documents about which it was asked.
        let batches = api.state.withLock { $0.questions }
        var ends = observer.events.compactMap { event -> String? in
            switch event.payload {
            case .processedSuccess(let id), .processedFailed(let id): id
            default: nil
            }
        }
        for batch in batches {
            #expect(Set(ends.prefix(batch.count)) == Set(batch))
            ends.removeFirst(min(batch.count, ends.count))
        }
        for id in ids {
            let payloads = observer.events.filter { $0.sourceId == id }.map(\.payload.isFinal)
            #expect(payloads == [false, true])
        }
    }

    @Test("temporary failures are reported and retried with the same foreign ID")
    func passing() async throws {
        api.state.withLock { $0.replies = [.fails(.unknown), .fails(.notStored)] }
        let service = makeService()
        let observer = RecordingObserver()
        service.addObserver(observer, for: "test")
        let id = try #require(try add(1, to: service).first)
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.uploads } == [id, id, id])
        #expect(
            observer.events.map(\.payload) == [
                .uploadFailedAttempt, .uploadFailedAttempt, .uploaded(documentId: "document-1"),
                .processedSuccess(documentId: "document-1"),
            ]
        )
    }

    @Test("a permanent failure does not delay the next document")
    func permanent() async throws {
        api.state.withLock { $0.replies = [.fails(.refused(cause: "not allowed"))] }
        let service = makeService()
        let observer = RecordingObserver()
        service.addObserver(observer, for: "test")
        let ids = try add(2, to: service)
        await observer.ends(2)
        #expect(observer.events.first?.payload == .uploadPermanentlyFailed(cause: "not allowed"))
        #expect(observer.ended.sorted() == ids.sorted())
        #expect(try service.refusals() == [ids[0]: "not allowed"])
        #expect(try store.content(of: ids[0]) == Samples.jpeg(showing: "TOTAL=0;"))
        try service.retry(sourceId: ids[0])
        await observer.ends(3)
        #expect(try service.refusals().isEmpty)
        service.stop()
    }

    @Test("a document whose status is refused does not block the others")
    func unspeakable() async throws {
        api.state.withLock { $0.refusesToSpeak = ["document-2"] }
        let service = makeService()
        let observer = RecordingObserver()
        service.addObserver(observer, for: "test")
        _ = try add(3, to: service)
        await observer.ends(3)
        service.stop()
        let ends = observer.events.map(\.payload).filter(\.isFinal)
        #expect(ends.filter { $0 == .processedFailed(documentId: "document-2") }.count == 1)
        #expect(ends.count == 3)
    }

    @Test("unreported upload ends are reported to a later observer, even after a restart")
    func laterObserver() async throws {
        let first = makeService()
        let ids = try add(2, to: first)
        while try store.records(of: "ada").contains(where: { $0.phase != .finished }) {
            try Task.checkCancellation(); await Task.yield()
        }
        first.stop()
        #expect(try store.records(of: "ada").count == 2)
        let second = makeService()
        let observer = RecordingObserver()
        second.addObserver(observer, for: "test")
        await observer.ends(2)
        try await isEmpty()
        second.stop()
        #expect(Set(observer.ended) == Set(ids))
        #expect(try store.records(of: "ada").isEmpty)
        #expect(api.state.withLock { $0.uploads.count } == 2)
    }

    @Test("another user's documents are not processed")
    func otherUser() async throws {
        try store.add(
            UploadRecord(sourceId: "bobs", metadata: .init(documentType: .receipt)),
            content: Samples.jpeg,
            owner: "bob"
        )
        let service = makeService()
        let observer = RecordingObserver()
        service.addObserver(observer, for: "test")
        let ids = try add(1, to: service)
        await observer.ends(1)
        try await isEmpty()
        service.stop()
        #expect(try store.records(of: "ada").isEmpty)
        #expect(api.state.withLock { $0.uploads } == ids)
        #expect(try store.records(of: "bob").count == 1)
    }

    @Test("a removed document is not sent, and an unknown one cannot be removed")
    func removed() async throws {
        api.state.withLock { $0.replies = [.hangs] }
        let service = makeService()
        let ids = try add(2, to: service)
        while api.state.withLock({ $0.uploads.isEmpty }) { await Task.yield() }
        #expect(try service.allSourceIds() == Set(ids))
        #expect(try service.progress().waiting == 2)
        try service.remove(sourceId: ids[1])
        #expect(throws: (any Error).self) { try service.remove(sourceId: ids[1]) }
        #expect(throws: (any Error).self) { try service.renotify(sourceId: ids[1]) }
        service.stop()
        #expect(api.state.withLock { $0.uploads } == [ids[0]])
    }

    @Test("the last notification is repeated on request, and nothing happens if there was none")
    func repeated() async throws {
        api.state.withLock { $0.replies = [.hangs] }
        var record = UploadRecord(sourceId: "one", metadata: .init(documentType: .receipt))
        try store.add(record, content: Samples.jpeg, owner: "ada")
        record = UploadRecord(sourceId: "two", metadata: .init(documentType: .receipt))
        record.uploadFailed(.unknown)
        try store.add(record, content: Samples.jpeg, owner: "ada")
        let service = makeService()
        var events = service.events.makeAsyncIterator()
        try service.renotify(sourceId: "one")
        try service.renotify(sourceId: "two")
        let event = await events.next()
        #expect(event?.sourceId == "two")
        #expect(event?.payload == .uploadFailedAttempt)
        service.stop()
    }

    @Test("an unsupported document is refused at once")
    func refused() throws {
        let service = makeService()
        let metadata = DocumentMetadata(documentType: .receipt)
        #expect(throws: SensibillAPIModel.SourceFileError.unsupportedType) {
            try service.add(source: Data("text".utf8), metadata: metadata).get()
        }
        #expect(throws: SensibillAPIClient.TaskError.self) {
            let account = DocumentMetadata.Builder(documentType: .receipt).accountNumber("a").build()
            return try service.add(source: Samples.jpeg, metadata: account).get()
        }
        #expect(throws: SensibillSDK.ServiceError.self) {
            try DocumentUploadService().add(source: Samples.jpeg, metadata: metadata).get()
        }
    }
}
