import APIRuntime
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Documents whose files cannot be read although the queue can.
@MainActor
@Suite("Documents without files", .timeLimit(.minutes(1)))
final class UploadFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)")
    private let api = FakeUploadAPI()
    private let observer = RecordingObserver()

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func makeService(_ store: UploadStore) -> DocumentUploadService {
        let service = DocumentUploadService()
        service.addObserver(observer, for: "test")
        service.start(
            UploadEngine(
                owner: "ada",
                store: store,
                api: api,
                observers: service.observers,
                policy: UploadPolicy(connectivity: nil, random: { 0 }),
                clock: HastyClock()
            )
        )
        return service
    }

    /// Returns a store whose first document has no file.
    private func makeStore() throws -> UploadStore {
        let store = try UploadStore()
        let record = UploadRecord(sourceId: "broken", metadata: .init(documentType: .receipt))
        try store.insert(JSONEncoder().encode(record), "broken", content: nil, owner: "ada")
        return store
    }

    private func add(to service: DocumentUploadService) throws -> String {
        try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
    }

    @Test("a document without a file gets a reason and delays no other one, and a retry decides again")
    func missing() async throws {
        let service = makeService(try makeStore())
        let id = try add(to: service)
        await observer.ends(2)
        #expect(Set(observer.ended) == ["broken", id])
        #expect(try service.refusals().keys.sorted() == ["broken"])
        try service.retry(sourceId: "broken")
        await observer.ends(3)
        #expect(try service.refusals().keys.sorted() == ["broken"])
        #expect(api.state.withLock { $0.uploads } == [id])
        service.stop()
    }

    @Test("a document without a file that the service has is uploaded")
    func known() async throws {
        api.state.withLock { $0.documents["broken"] = ["document-7"] }
        let service = makeService(try makeStore())
        await observer.ends(1)
        service.stop()
        #expect(observer.events.map(\.payload).contains(.processedSuccess(documentId: "document-7")))
        #expect(api.state.withLock { $0.uploads.isEmpty })
    }

    @Test("while the service cannot be asked about a document without a file, the others are sent first")
    func undecided() async throws {
        api.state.withLock { $0.lookupFailure = .unknown }
        let service = makeService(try makeStore())
        let id = try add(to: service)
        await observer.ends(1)
        #expect(observer.ended == [id])
        #expect(observer.events.contains { $0.sourceId == "broken" && $0.payload == .uploadFailedAttempt })
        #expect(try service.refusals().isEmpty)
        service.stop()
    }

    @Test("after damage, the others are sent, and the document without its file gets a reason")
    func afterDamage() async throws {
        do {
            let store = try UploadStore(directory: folder)
            for number in 0..<10 {
                let record = UploadRecord(sourceId: "document-\(number)", metadata: .init(documentType: .receipt))
                let picture = Samples.jpeg(showing: String(repeating: "\(number)", count: 50_000))
                try store.add(record, content: picture, owner: "ada")
            }
        }
        let file = DamagedFile(in: folder)
        try file.overwrite([try file.pages / 2])
        let service = makeService(try UploadStore(directory: folder))
        await observer.ends(10)
        let reasons = try service.refusals()
        #expect(reasons.count == 1 && api.state.withLock { $0.documents.count } == 9)
        #expect(Set(observer.ended).count == 10)
        #expect(try service.damagedFiles().count == 1)
        service.stop()
    }

    @Test("a file that cannot be read while the queue is in use does not stop the others")
    func damagedInUse() async throws {
        var ids: [String] = []
        do {
            let store = try UploadStore(directory: folder)
            for number in 0..<5 {
                let record = UploadRecord(sourceId: "document-\(number)", metadata: .init(documentType: .receipt))
                // Together, they are larger than the cache of SQLite.
                let picture = Samples.jpeg(showing: String(repeating: "\(number)", count: 1_000_000))
                try store.add(record, content: picture, owner: "ada")
                ids.append(record.sourceId)
            }
        }
        let store = try UploadStore(directory: folder)
        let file = DamagedFile(in: folder)
        let start = try file.pages / 4
        try file.overwrite(Array(start..<(start + 3)))
        let service = makeService(store)
        await observer.ends(5)
        let unreadable = try service.refusals().keys.sorted()
        #expect(unreadable.count == 1 && store.damagedFiles.count == 1)
        #expect(Set(api.state.withLock { $0.uploads }) == Set(ids).subtracting(unreadable))
        service.stop()
    }
}
