import APIRuntime
import Foundation

@testable import SensibillSDK

/// An upload API that stores documents and fails as scripted.
///
/// Unlike the sandbox, it stores a document again that it receives twice.
final class FakeUploadAPI: UploadAPI {
    /// The outcome of one upload request.
    enum Reply: Sendable {
        case stored
        case fails(UploadFailure)
        /// The document is stored, but the response is lost.
        case storedWithoutResponse
        /// No response arrives, and nothing is stored.
        case hangs
        /// The document is stored, and no response arrives.
        case storedAndHangs
    }

    struct State {
        var documents: [String: [String]] = [:]
        var uploads: [String] = []
        var lookups: [String] = []
        var replies: [Reply] = []
        /// Called for each upload request without a scripted reply.
        var reply: (@Sendable (String) -> Reply)?
        var lookupFailure: UploadFailure?
        var refusedSources: Set<String> = []
        var unreadable: Set<String> = []
        var refusesToSpeak: Set<String> = []
        var neverFinishes: Set<String> = []
        /// The document ids about which the service reports errors instead of a status.
        var errors: Set<String> = []
        /// The document ids that lookups do not find.
        var hidden: Set<String> = []
        var inFlight = 0
        var mostInFlight = 0
        var longestQuestion = 0
        var questions: [[String]] = []
    }

    let state = LockedState(State())

    func upload(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String {
        let source = record.sourceId
        let reply = state.withLock { state -> Reply in
            state.uploads.append(source)
            state.inFlight += 1
            state.mostInFlight = max(state.mostInFlight, state.inFlight)
            if state.refusedSources.contains(source) { return .fails(.refused(cause: "not allowed")) }
            return state.replies.isEmpty ? state.reply?(source) ?? .stored : state.replies.removeFirst()
        }
        defer { state.withLock { $0.inFlight -= 1 } }
        let isStored =
            switch reply {
            case .stored, .storedWithoutResponse, .storedAndHangs: true
            case .fails, .hangs: false
            }
        let id = isStored ? store(source) : ""
        await Task.yield()
        switch reply {
        case .stored: return id
        case .fails(let failure): throw failure
        case .storedWithoutResponse: throw .unknown
        case .hangs, .storedAndHangs: try await hang()
        }
    }

    func uploadedDocument(_ sourceId: String) async throws(UploadFailure) -> String? {
        await Task.yield()
        return try state.withLock { state throws(UploadFailure) in
            state.lookups.append(sourceId)
            if let failure = state.lookupFailure { throw failure }
            return state.documents[sourceId]?.first { !state.hidden.contains($0) }
        }
    }

    func outcomes(of ids: [String], timeout: Int) async throws(UploadFailure) -> [String: StatusOutcome] {
        await Task.yield()
        return try state.withLock { state throws(UploadFailure) in
            state.longestQuestion = max(state.longestQuestion, ids.count)
            state.questions.append(ids)
            guard state.refusesToSpeak.isDisjoint(with: ids) else { throw .refused(cause: "unknown id") }
            let done = ids.filter { !state.neverFinishes.contains($0) }
            return Dictionary(
                uniqueKeysWithValues: done.map { id in
                    (id, state.errors.contains(id) ? .error : state.unreadable.contains(id) ? .failure : .success)
                }
            )
        }
    }

    private func store(_ source: String) -> String {
        state.withLock { state in
            let count = state.documents.values.reduce(0) { $0 + $1.count }
            let id = "document-\(count + 1)"
            state.documents[source, default: []].append(id)
            return id
        }
    }

    private func hang() async throws(UploadFailure) -> Never {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        throw .stopped
    }
}

/// A clock whose sleeps end at once, and which counts them.
final class HastyClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let slept = LockedState<[Duration]>([])
    private let clock = ContinuousClock()

    var now: Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    /// The lengths of the sleeps.
    var sleeps: [Duration] { slept.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        slept.withLock { $0.append(now.duration(to: deadline)) }
        await Task.yield()
        try Task.checkCancellation()
    }
}
