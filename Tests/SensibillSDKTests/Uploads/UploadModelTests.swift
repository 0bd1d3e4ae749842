import APIRuntime
import Foundation
import SensibillAPI
import Testing

@testable import SensibillSDK

/// Random sequences of events, each reproducible from its seed except for the order in which tasks run.
///
/// Invariant: the service receives each document at most once, and a document that the app has not removed has reached
/// the service or is still in the queue with a reason. An error about a document that the service has ends nothing.
@MainActor
@Suite("Upload queue under random events", .timeLimit(.minutes(5)))
struct UploadModelTests {
    private static let seeds = UInt64(ProcessInfo.processInfo.environment["UPLOAD_SEEDS"] ?? "") ?? 400

    @Test("each document reaches the service exactly once, or is kept with a reason")
    func exactlyOnce() async throws {
        for seed in 1...Self.seeds {
            var run = try UploadModel(seed: seed)
            for _ in 0..<12 { try await run.step() }
            try await run.settle()
            for violation in run.violations() { Issue.record("seed \(seed): \(violation)") }
        }
    }
}

/// One run: a queue that is restarted at random, over an unreliable service.
@MainActor
private struct UploadModel {
    private let api = FakeUploadAPI()
    private let store: UploadStore
    private let observer = RecordingObserver()
    private var random: SplitMix
    private let service = DocumentUploadService()
    private var added: [String] = []
    private var removed: Set<String> = []
    /// The documents whose status the service has refused at some time.
    private var everRefused: Set<String> = []

    init(seed: UInt64) throws {
        store = try UploadStore()
        random = SplitMix(state: seed)
        let dice = LockedState(SplitMix(state: seed ^ 0xFF))
        api.state.withLock { state in
            state.reply = { _ in
                dice.withLock { dice in
                    switch Int.random(in: 0..<11, using: &dice) {
                    case 0: .fails(.unknown)
                    case 1: .fails(.notStored)
                    case 2: .storedWithoutResponse
                    case 3: .hangs
                    case 4: .storedAndHangs
                    case 5: .fails(.unauthorized(.missing))
                    case 6: .fails(.unauthorized(.refused))
                    default: .stored
                    }
                }
            }
        }
        restart()
    }

    private mutating func restart() {
        service.stop()
        service.addObserver(observer, for: "test")
        service.start(
            UploadEngine(
                owner: "ada",
                store: store,
                api: api,
                observers: service.observers,
                policy: UploadPolicy(pollInterval: .milliseconds(1), random: { 0 }),
                clock: HastyClock()
            )
        )
    }

    mutating func step() async throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2:
            let source = Samples.jpeg(showing: "TOTAL=\(added.count);")
            added.append(try service.add(source: source, metadata: .init(documentType: .receipt)).get())
        case 3...4: restart()
        case 5:
            if let victim = added.randomElement(using: &random), (try? service.remove(sourceId: victim)) != nil {
                removed.insert(victim)
            }
        case 6:
            if let refused = added.randomElement(using: &random) {
                api.state.withLock { $0.refusedSources.formSymmetricDifference([refused]) }
            }
        case 7:
            let ids = api.state.withLock { $0.documents.values.joined() }.sorted()
            if let id = ids.randomElement(using: &random) {
                api.state.withLock { $0.refusesToSpeak.formSymmetricDifference([id]) }
                everRefused.insert(id)
            }
        case 8:
            let ids = api.state.withLock { $0.documents.values.joined() }.sorted()
            if let id = ids.randomElement(using: &random) {
                api.state.withLock { $0.errors.formSymmetricDifference([id]) }
            }
        default:
            // Also of documents that were not refused, which must have no effect.
            for source in try service.allSourceIds() { try? service.retry(sourceId: source) }
            let failures: [UploadFailure?] = [
                nil, .unknown, .notStored, .refused(cause: "invalid lookup"), .unauthorized(.refused),
            ]
            let failure = failures.randomElement(using: &random) ?? nil
            api.state.withLock { $0.lookupFailure = failure }
        }
        for _ in 0..<Int.random(in: 0..<30, using: &random) { await Task.yield() }
    }

    /// Ends all faults and waits until nothing is left to do.
    mutating func settle() async throws {
        api.state.withLock { state in
            state.reply = nil
            state.lookupFailure = nil
            state.refusesToSpeak = []
            state.errors = []
        }
        restart()
        while true {
            try Task.checkCancellation()
            let records = try store.records(of: "ada")
            if records.allSatisfy({ $0.refusal != nil && !$0.owesNotice }) { break }
            await Task.yield()
        }
        service.stop()
    }

    func violations() -> [String] {
        let state = api.state.withLock { $0 }
        let kept = Set((try? store.records(of: "ada").filter { $0.refusal != nil }.map(\.sourceId)) ?? [])
        return added.compactMap { source in
            let count = state.documents[source]?.count ?? 0
            if count > 1 { return "\(source) was stored \(count) times" }
            if count == 1, kept.contains(source) { return "\(source) was stored and is kept as refused" }
            if removed.contains(source) { return nil }
            let failed = observer.events.first { event in
                guard event.sourceId == source, case .processedFailed(let id) = event.payload else { return false }
                return !everRefused.contains(id)
            }
            if failed != nil { return "\(source) was read, and is reported as failed" }
            if count == 1, !observer.ended.contains(source) { return "\(source) has no final event" }
            return count == 1 || kept.contains(source) ? nil : "\(source) is lost"
        }
    }
}
