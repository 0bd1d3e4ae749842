import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Responses that say less about a document than they seem to.
@MainActor
@Suite("Ambiguous responses to uploads", .timeLimit(.minutes(1)))
struct UploadAmbiguityTests {
    private let api = FakeUploadAPI()
    private let store: UploadStore
    private let observer = RecordingObserver()

    init() throws {
        store = try UploadStore()
    }

    private func makeService(_ api: any UploadAPI) -> DocumentUploadService {
        let service = DocumentUploadService()
        service.addObserver(observer, for: "test")
        service.start(
            UploadEngine(
                owner: "ada",
                store: store,
                api: api,
                observers: service.observers,
                policy: UploadPolicy(connectivity: nil, random: { 1 }),
                clock: HastyClock()
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

    private func wait(until isReached: () -> Bool) async throws {
        while !isReached() { try Task.checkCancellation(); await Task.yield() }
    }

    @Test("a refused lookup neither ends an upload nor lets it be sent twice")
    func refusedLookup() async throws {
        api.state.withLock { state in
            state.replies = [.storedWithoutResponse]
            state.lookupFailure = .refused(cause: "ParameterNotAllowedError")
        }
        let service = makeService(api)
        let ids = try add(to: service)
        try await wait { api.state.withLock { $0.lookups.count } > 5 }
        #expect(try service.refusals().isEmpty && observer.ended.isEmpty)
        api.state.withLock { $0.lookupFailure = nil }
        await observer.ends(1)
        service.stop()
        #expect(api.state.withLock { $0.uploads } == ids)
    }

    @Test("a document that was refused is looked up when it is sent again, and a refused lookup is no second refusal")
    func retriedWithRefusedLookup() async throws {
        api.state.withLock { $0.replies = [.fails(.refused(cause: "no"))] }
        let service = makeService(api)
        let ids = try add(to: service)
        await observer.ends(1)
        api.state.withLock { $0.lookupFailure = .refused(cause: "ParameterNotAllowedError") }
        try service.retry(sourceId: ids[0])
        try await wait { api.state.withLock { $0.lookups.count } > 3 }
        #expect(try service.refusals().isEmpty)
        api.state.withLock { $0.lookupFailure = nil }
        await observer.ends(2)
        service.stop()
        #expect(api.state.withLock { $0.documents[ids[0]]?.count } == 1)
    }

    @Test("after a conflict, the service is asked whether it has the document", arguments: [true, false])
    func conflict(isStored: Bool) async throws {
        let service = ModelDocumentService()
        let isFirst = LockedState(true)
        service.state.withLock { state in
            state.fault = { request in
                guard request.head.method == .post else { return nil }
                let isConflict = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                return isConflict ? (isStored ? .conflict : .rejected) : nil
            }
        }
        let queue = makeService(LiveUploadAPI(provider: provider(service)))
        let ids = try add(to: queue)
        await observer.ends(1)
        queue.stop()
        let state = service.state.withLock { $0 }
        #expect(state.documents[ids[0]]?.count == 1)
        #expect(state.requests["GET /api/v2/documents"] == 1)
        #expect(state.requests["POST /api/v2/documents"] == (isStored ? 1 : 2))
    }

    @Test("while the service refuses every status request, no document ends", arguments: [1, 2, 12])
    func refusedStatus(count: Int) async throws {
        api.state.withLock { $0.refusesToSpeak = Set((1...count).map { "document-\($0)" }) }
        let service = makeService(api)
        let ids = try add(count, to: service)
        try await wait { api.state.withLock { $0.questions.count } > 50 }
        #expect(observer.ended.isEmpty)
        api.state.withLock { $0.refusesToSpeak = [] }
        await observer.ends(count)
        service.stop()
        let successes = observer.events.filter { if case .processedSuccess = $0.payload { true } else { false } }
        #expect(Set(successes.map(\.sourceId)) == Set(ids))
    }

    @Test("a status in a response wins over an error about the same document")
    func bothLists() async throws {
        let service = ModelDocumentService()
        service.state.withLock { state in
            state.documents = ["one": ["document-1"], "two": ["document-2"]]
            state.errors = ["document-1", "document-3"]
        }
        let api = LiveUploadAPI(provider: provider(service))
        let ids = ["document-1", "document-2", "document-3"]
        let outcomes = try await api.outcomes(of: ids, timeout: 1)
        #expect(outcomes == ["document-1": .success, "document-2": .success, "document-3": .error])
        service.state.withLock { $0.neverFinishes = true }
        let unfinished = try await api.outcomes(of: ids, timeout: 1)
        #expect(unfinished == ["document-3": .error])
    }

    @Test("an error instead of a status ends no document that the service has", arguments: [1, 3, 12])
    func contradictedError(count: Int) async throws {
        api.state.withLock { $0.errors = Set((1...count).map { "document-\($0)" }) }
        let service = makeService(api)
        let ids = try add(count, to: service)
        try await wait { api.state.withLock { $0.questions.count } > 40 }
        #expect(observer.ended.isEmpty)
        api.state.withLock { $0.errors = [] }
        await observer.ends(count)
        service.stop()
        let successes = observer.events.filter { if case .processedSuccess = $0.payload { true } else { false } }
        #expect(Set(successes.map(\.sourceId)) == Set(ids))
    }

    @Test("errors about a document end it after four lookups in a row that do not find it")
    func missingDocument() async throws {
        api.state.withLock { state in
            state.errors = ["document-1"]
            state.hidden = ["document-1"]
        }
        let service = makeService(api)
        let ids = try add(2, to: service)
        await observer.ends(2)
        service.stop()
        let ends = observer.events.filter { $0.payload.isFinal }.map { "\($0.sourceId) \($0.payload)" }
        let failed = DocumentUploadStatusInfo.processedFailed(documentId: "document-1")
        #expect(ends.contains("\(ids[0]) \(failed)"))
        #expect(api.state.withLock { $0.lookups } == Array(repeating: ids[0], count: 4))
        #expect(api.state.withLock { $0.questions.count { $0.contains("document-1") } } == 8)
    }

    @Test("a document that the service has under another id is asked about with that id")
    func movedDocument() async throws {
        api.state.withLock { $0.errors = ["document-1"] }
        let service = makeService(api)
        let ids = try add(to: service)
        try await wait { api.state.withLock { !$0.lookups.isEmpty } }
        api.state.withLock { $0.documents[ids[0]] = ["document-9"] }
        await observer.ends(1)
        service.stop()
        #expect(observer.events.last?.payload == .processedSuccess(documentId: "document-9"))
    }

    @Test("an id that cannot be sent does not hide the status of the other documents")
    func unusualIdentifier() async throws {
        let service = ModelDocumentService()
        service.state.withLock { $0.documents = ["one": ["document-1"]] }
        let api = LiveUploadAPI(provider: provider(service))
        let outcomes = try await api.outcomes(of: ["a b", "document-1"], timeout: 1)
        #expect(outcomes == ["document-1": .success])
        let none = try await api.outcomes(of: ["a b"], timeout: 1)
        #expect(none.isEmpty && service.state.withLock { $0.total } == 1)
    }

    @Test("the questions of the queue are sent to the service, whatever the app's cache has stored")
    func cachedResponses() async throws {
        let fresh: HTTPFields = [.cacheControl: "max-age=300"]
        let list = ScriptedResponse.json(#"{"documents":[],"count":0}"#, headers: fresh)
        let statuses = ScriptedResponse.json(#"{"documents":[]}"#, headers: fresh)
        let transport = ScriptedTransport([list, list, statuses, statuses])
        var client = ClientConfiguration(transport: transport)
        client.cache = ResponseCache()
        let provider = SensibillAPIClient.get(
            configuration: .init(baseUrl: "https://api.example", certificatePinningEnabled: false, client: client)
        )
        provider.setUserAccessTokenDelegate(token, withCacheIdentifier: "ada")
        let api = LiveUploadAPI(provider: provider)
        for _ in 0..<2 { #expect(try await api.uploadedDocument("source-1") == nil) }
        for _ in 0..<2 { #expect(try await api.outcomes(of: ["document-1"], timeout: 1).isEmpty) }
        #expect(transport.requests.count == 4)
    }

    @Test("a cancellation that the queue has not caused is a failed attempt, not a stop")
    func foreignCancellation() async throws {
        let delegate = TestDelegate()
        delegate.failure = CancellationError()
        let provider = provider(ModelDocumentService(), delegate)
        await #expect(throws: UploadFailure.unknown) {
            try await LiveUploadAPI(provider: provider).uploadedDocument("source-1")
        }
        withExtendedLifetime(delegate) {}
    }

    private let token = TestDelegate(token: "t0")

    private func provider(
        _ service: ModelDocumentService,
        _ delegate: TestDelegate? = nil
    ) -> any SensibillAPIProvider {
        let provider = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport)
            )
        )
        provider.setUserAccessTokenDelegate(delegate ?? token, withCacheIdentifier: "ada")
        return provider
    }
}
