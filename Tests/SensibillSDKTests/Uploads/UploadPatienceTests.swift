import APIRuntime
import APITesting
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Uploads through long failures", .timeLimit(.minutes(1)))
struct UploadPatienceTests {
    private let api = FakeUploadAPI()
    private let store: UploadStore
    private let observer = RecordingObserver()

    init() throws {
        store = try UploadStore()
    }

    private func makeService(
        _ policy: UploadPolicy = UploadPolicy(random: { 1 }),
        clock: any Clock<Duration> = HastyClock()
    ) -> DocumentUploadService {
        let service = DocumentUploadService()
        service.addObserver(observer, for: "test")
        service.start(
            UploadEngine(
                owner: "ada",
                store: store,
                api: api,
                observers: service.observers,
                policy: policy,
                clock: clock
            )
        )
        return service
    }

    private func add(_ count: Int = 1, to service: DocumentUploadService) throws -> [String] {
        try (0..<count).map { number in
            let source = Samples.jpeg(showing: "TOTAL=\(number);")
            return try service.add(source: source, metadata: .init(documentType: .receipt)).get()
        }
    }

    @Test("a document survives hundreds of failures, with delays that grow to an hour")
    func longOutage() async throws {
        let clock = HastyClock()
        let failures: [UploadFailure] = [.unknown, .notStored]
        api.state.withLock { $0.replies = (0..<300).map { .fails(failures[$0 % 2]) } }
        let service = makeService(clock: clock)
        let ids = try add(to: service)
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.documents[ids[0]]?.count } == 1)
        let delays = clock.sleeps.prefix(14).map { ($0 / .seconds(1)).rounded() }
        #expect(delays == [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600])
    }

    @Test("a document that the store does not find again is not attempted without a delay, and delays no other one")
    func stuck() async throws {
        let clock = TestClock()
        let other = UploadRecord(sourceId: "other", metadata: .init(documentType: .receipt))
        try store.insert(JSONEncoder().encode(other), "row", content: Samples.jpeg(showing: "TOTAL=9;"), owner: "ada")
        let service = makeService(clock: clock)
        let ids = try add(to: service)
        while api.state.withLock({ $0.documents[ids[0]] }) == nil {
            try Task.checkCancellation()
            await Task.yield()
        }
        await clock.sleepers(1)
        #expect(api.state.withLock { $0.uploads } == ids)
        service.stop()
    }

    @Test("a document whose response was lost is not sent again")
    func lostResponse() async throws {
        api.state.withLock { $0.replies = [.storedWithoutResponse] }
        let service = makeService()
        let ids = try add(to: service)
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.uploads } == ids)
        #expect(api.state.withLock { $0.lookups } == ids)
    }

    @Test("a document that was certainly not stored is sent again without a lookup")
    func notStored() async throws {
        api.state.withLock { $0.replies = [.fails(.notStored), .fails(.notStored)] }
        let service = makeService()
        let ids = try add(to: service)
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.uploads } == [ids[0], ids[0], ids[0]])
        #expect(api.state.withLock { $0.lookups.isEmpty })
    }

    @Test("a refusal after an unknown outcome does not say that the document was not stored")
    func refusalAfterUnknown() async throws {
        api.state.withLock { $0.replies = [.fails(.unknown), .fails(.notStored), .stored] }
        let service = makeService()
        let ids = try add(to: service)
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.lookups } == [ids[0], ids[0]])
    }

    @Test("a document that fails every time delays no other one")
    func poison() async throws {
        let poisoned = LockedState<String?>(nil)
        api.state.withLock { state in
            state.reply = { source in
                let isPoisoned = poisoned.withLock { poisoned in
                    poisoned = poisoned ?? source
                    return poisoned == source
                }
                return isPoisoned ? .fails(.unknown) : .stored
            }
        }
        let service = makeService()
        let ids = try add(20, to: service)
        await observer.ends(19)
        service.stop()
        #expect(Set(observer.ended) == Set(ids.dropFirst()))
    }

    @Test("the network's return and a new token end the delay")
    func conditions() async throws {
        let clock = TestClock()
        let connectivity = ManualConnectivity(isReachable: false)
        api.state.withLock { $0.replies = [.fails(.notStored), .fails(.notStored)] }
        let policy = UploadPolicy(baseDelay: .seconds(3600), connectivity: connectivity, random: { 1 })
        let service = DocumentUploadService()
        service.addObserver(observer, for: "test")
        let engine = UploadEngine(
            owner: "ada",
            store: store,
            api: api,
            observers: service.observers,
            policy: policy,
            clock: clock
        )
        service.start(engine)
        _ = try add(to: service)
        await clock.sleepers(1)
        #expect(api.state.withLock { $0.uploads.count } == 1)
        connectivity.set(true)
        while api.state.withLock({ $0.uploads.count }) < 2 { try Task.checkCancellation(); await Task.yield() }
        await clock.sleepers(1)
        engine.retryNow()
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.uploads.count } == 3)
    }

    @Test("documents that never finish do not keep the others from being asked about")
    func fairness() async throws {
        let clock = HastyClock()
        api.state.withLock { $0.neverFinishes = Set((1...10).map { "document-\($0)" }) }
        let service = makeService(clock: clock)
        let ids = try add(13, to: service)
        await observer.ends(3)
        service.stop()
        #expect(Set(observer.ended) == Set(ids.suffix(3)))
        #expect(api.state.withLock { $0.questions.allSatisfy { $0.count <= 10 } })
    }

    @Test("a document is asked about until the service has read it, over restarts")
    func untilTheEnd() async throws {
        api.state.withLock { $0.neverFinishes = ["document-1"] }
        let first = makeService()
        let ids = try add(to: first)
        while api.state.withLock({ $0.questions.count }) < 100 { try Task.checkCancellation(); await Task.yield() }
        #expect(observer.ended.isEmpty)
        first.stop()
        let second = makeService()
        let asked = api.state.withLock { $0.questions.count }
        while api.state.withLock({ $0.questions.count }) < asked + 100 {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(observer.ended.isEmpty)
        api.state.withLock { $0.neverFinishes = [] }
        await observer.ends(1)
        second.stop()
        #expect(observer.events.last?.payload == .processedSuccess(documentId: "document-1"))
        #expect(api.state.withLock { $0.uploads } == ids)
    }

    @Test("each document waits at most as many turns as there are batches", arguments: [1, 10, 11, 25, 100])
    func turns(count: Int) {
        var order = PollingOrder()
        let pending = (0..<count).map { "\($0)" }
        let batches = (count + 9) / 10
        for _ in 0..<5 {
            var asked: Set<String> = []
            for _ in 0..<batches { asked.formUnion(order.next(of: pending)) }
            #expect(asked == Set(pending))
        }
    }

    @Test("an unreadable record of the queue does not stop the others")
    func corrupt() async throws {
        try store.insert(Data([0]), "broken", content: nil, owner: "ada")
        let service = makeService()
        _ = try add(to: service)
        await observer.ends(1)
        service.stop()
    }

    @Test("stopping does not wait for a request or an observer, and frees the folder")
    func stopAtOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        api.state.withLock { $0.replies = [.storedAndHangs] }
        for round in 0..<3 {
            let service = DocumentUploadService()
            let store = try UploadStore(directory: folder)
            service.addObserver(observer, for: "test")
            service.start(
                UploadEngine(
                    owner: "ada",
                    store: store,
                    api: api,
                    observers: service.observers,
                    policy: UploadPolicy(),
                    clock: HastyClock()
                )
            )
            if round == 0 {
                _ = try add(to: service)
                while api.state.withLock({ $0.uploads.isEmpty }) { try Task.checkCancellation(); await Task.yield() }
                service.stop()
            } else {
                // An SDK that is dropped without a stop releases its folder as well.
                await observer.ends(1)
            }
        }
        #expect(api.state.withLock { $0.uploads.count } == 1)
    }
}
