import APIRuntime
import APITesting
import Foundation
import NotesAPI
import Testing

/// Tests of calls from an actor, such as the main actor of a view model.
@Suite("Golden module: the caller's actor")
@MainActor
struct CallerActorTests {

    /// A view model that counts its calls.
    @MainActor
    private final class Model {
        private let notes: NotesOperations
        private(set) var calls = 0

        init(_ notes: NotesOperations) { self.notes = notes }

        func status(of id: UUID) async throws(GetNoteError) -> Int {
            try await notes.withResponse { (group) async throws(GetNoteError) in
                calls += 1
                return try await group.get(noteId: id)
            }.status
        }

        func result(of id: UUID) async -> Int {
            await notes.withResult { (group) async throws(GetNoteError) in
                calls += 1
                return try await group.get(noteId: id)
            }.status
        }

        func settled(_ id: UUID) async throws(GetNoteError) -> Note {
            let polling = PollingOptions()
            return try await notes.poll(polling, until: { _ in calls == 3 }) { (group, _) async throws(GetNoteError) in
                calls += 1
                return try await group.get(noteId: id)
            }
        }
    }

    @Test("closures of responses, results and polling use the state of the caller's actor")
    func state() async throws {
        let transport = ScriptedTransport([.json(Sample.note), .json(Sample.note), .json(Sample.note)])
        let client = NotesClient(credentials: .init(userToken: .bearer("t")), configuration: .testing(transport))
        let model = Model(client.notes)
        #expect(try await model.status(of: UUID()) == 200)
        #expect(await model.result(of: UUID()) == 200)
        _ = try await model.settled(UUID())
        #expect(model.calls == 3)
    }
}
