import APIRuntime
import Foundation

@testable import SensibillSDK

/// An upload API that stores documents by foreign id and fails as scripted.
final class FakeUploadAPI: UploadAPI {
    struct State {
        var documents: [String: String] = [:]
        var uploads: [String] = []
        var failures: [UploadFailure] = []
        var unreadable: Set<String> = []
        var refusesToSpeak: Set<String> = []
        var inFlight = 0
        var mostInFlight = 0
        var longestQuestion = 0
    }

    let state = LockedState(State())

    func upload(_ record: UploadRecord, content: Data) async throws(UploadFailure) -> String {
        let failure = state.withLock { state in
            state.uploads.append(record.sourceId)
            state.inFlight += 1
            state.mostInFlight = max(state.mostInFlight, state.inFlight)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        await Task.yield()
        return try state.withLock { state throws(UploadFailure) in
            state.inFlight -= 1
            if let failure { throw failure }
            let id = state.documents[record.sourceId] ?? "document-\(state.documents.count + 1)"
            state.documents[record.sourceId] = id
            return id
        }
    }

    func outcomes(of ids: [String], timeout: Int) async throws(UploadFailure) -> [String: Bool] {
        await Task.yield()
        return try state.withLock { state throws(UploadFailure) in
            state.longestQuestion = max(state.longestQuestion, ids.count)
            guard state.refusesToSpeak.isDisjoint(with: ids) else { throw .permanent(cause: "unknown id") }
            return Dictionary(uniqueKeysWithValues: ids.map { ($0, !state.unreadable.contains($0)) })
        }
    }
}
