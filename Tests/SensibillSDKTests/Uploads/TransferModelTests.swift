import APIRuntime
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Random sequences of events of an app whose documents the system transfers.
///
/// The events are kills, relaunches, stops, lost requests and responses, rejected tokens, and late events. The number of
/// seeds is that of TRANSFER_SEEDS, for long runs.
///
/// Invariants: the service receives each document exactly once, unless the app has removed it; it does not receive a
/// document that was removed before its transfer was performed, also if the process is killed then; and no document has
/// two transfers at the same time.
@MainActor
@Suite("Background transfers under random events", .timeLimit(.minutes(10)))
struct TransferModelTests {
    private static let seeds = UInt64(ProcessInfo.processInfo.environment["TRANSFER_SEEDS"] ?? "") ?? 60

    @Test("each document that the system transfers reaches the service exactly once, over kills and relaunches")
    func exactlyOnce() async throws {
        var started = 0
        for seed in 1...Self.seeds {
            var run = try TransferModel(seed: seed)
            for _ in 0..<40 { try await run.step() }
            try await run.settle()
            for violation in run.violations() { Issue.record("seed \(seed): \(violation)") }
            started += run.system.started
        }
        #expect(started > Int(Self.seeds))
    }
}

/// One run of an app over an unreliable service.
@MainActor
private struct TransferModel {
    let system: ModelUploadSystem
    private let service = ModelDocumentService()
    private let folder: URL
    private let store: UploadStore
    private let observer = RecordingObserver()
    private let delegate = TestDelegate(token: "t0")
    private var random: SplitMix
    private var app: App?
    private var added: [String] = []
    private var removed: Set<String> = []
    /// The documents that were removed before their transfers were performed.
    private var cancelled: Set<String> = []

    /// A process of the app.
    private struct App {
        let transfers: BackgroundTransfers
        let queue: DocumentUploadService
    }

    init(seed: UInt64) throws {
        random = SplitMix(state: seed)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("transfers-\(UUID().uuidString)")
        store = try UploadStore()
        system = ModelUploadSystem(service.transport)
        let dice = LockedState(SplitMix(state: seed ^ 0xFF))
        service.state.withLock { state in
            state.fault = { _ in
                dice.withLock { dice in
                    switch Int.random(in: 0..<10, using: &dice) {
                    case 0: .lostRequest
                    case 1: .lostResponse
                    case 2: .unavailable
                    case 3: .tooManyRequests
                    case 4: .lostNetwork
                    default: nil
                    }
                }
            }
        }
        let service = service
        delegate.onUpdate = { [weak delegate] completion in
            delegate?.token = service.state.withLock { $0.token }
            completion(nil)
        }
        relaunch()
    }

    private mutating func relaunch() {
        app?.queue.stop()
        system.kill()
        let uploads = system.launch()
        start(BackgroundTransfers(directory: folder) { _ in uploads })
    }

    private mutating func start(_ transfers: BackgroundTransfers) {
        app?.queue.stop()
        let provider = LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                certificatePinningEnabled: false,
                client: ClientConfiguration(transport: service.transport)
            ),
            transfers: transfers
        )
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        let queue =
            app.map { $0.transfers === transfers ? $0.queue : DocumentUploadService() } ?? DocumentUploadService()
        queue.addObserver(observer, for: "test")
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
        app = App(transfers: transfers, queue: queue)
    }

    mutating func step() async throws {
        guard let app else { return }
        switch Int.random(in: 0..<14, using: &random) {
        case 0...1:
            let source = Samples.jpeg(showing: "TOTAL=\(added.count);")
            added.append(try app.queue.add(source: source, metadata: .init(documentType: .receipt)).get())
        case 2: relaunch()
        case 3: start(app.transfers)
        case 4: try await remove(from: app.queue)
        case 5: service.state.withLock { $0.token += "'" }
        case 6: system.setListsEnded(Bool.random(using: &random))
        case 7...10: if let name = system.names.randomElement(using: &random) { await system.perform(name) }
        default: if let name = system.names.randomElement(using: &random) { system.deliver(name) }
        }
        for _ in 0..<Int.random(in: 0..<40, using: &random) { await Task.yield() }
    }

    /// Removes a document, after which the process may be killed at once, and waits until its transfer is cancelled.
    private mutating func remove(from queue: DocumentUploadService) async throws {
        guard let victim = added.randomElement(using: &random) else { return }
        let isSending = system.isSending(victim)
        guard (try? queue.remove(sourceId: victim)) != nil else { return }
        removed.insert(victim)
        if Bool.random(using: &random) { relaunch() }
        guard isSending else { return }
        if service.state.withLock({ $0.documents[victim] == nil }) { cancelled.insert(victim) }
        while system.isSending(victim) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Ends all faults and waits until nothing is left to do.
    mutating func settle() async throws {
        service.state.withLock { $0.fault = nil }
        if Bool.random(using: &random) { relaunch() }
        while try !store.records(of: "ada").isEmpty {
            try Task.checkCancellation()
            for name in system.names {
                await system.perform(name)
                system.deliver(name)
            }
            await Task.yield()
        }
        app?.queue.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    func violations() -> [String] {
        let documents = service.state.withLock { $0.documents }
        var violations = added.compactMap { source -> String? in
            let count = documents[source]?.count ?? 0
            if count > 0, cancelled.contains(source) { return "\(source) was stored although it was removed" }
            if count > 1 { return "\(source) was stored \(count) times" }
            return count == 1 || removed.contains(source) ? nil : "\(source) is lost"
        }
        if system.mostOfOneDocument > 1 { violations.append("a document had \(system.mostOfOneDocument) transfers") }
        return violations
    }
}
