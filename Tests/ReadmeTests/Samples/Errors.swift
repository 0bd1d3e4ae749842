import APIRuntime
import NotesAPI
import Foundation

// region cases
func show(_ id: UUID, of client: NotesClient) async {
    do {
        let note = try await client.notes.get(noteId: id)
        print(note.title)
    } catch .notFound(let problem) {
        print(problem.title)
    } catch .gone {
        print("deleted")
    } catch .unauthenticated {
        print("sign in again")
    } catch .cancelled {
        return
    } catch {
        print(error.localizedDescription)
    }
}
// endregion

// region any
func describe(_ error: any OperationError) -> String {
    switch error.failure {
    case .transport(let failure) where failure.code == .unreachable:
        "No connection."
    case .transport(let failure) where failure.code == .timedOut:
        "The server is slow."
    case .unauthenticated:
        "Please sign in."
    case .decoding:
        "The server sent something that this app does not understand."
    default:
        "Status \(error.status.map(String.init) ?? "unknown")"
    }
}
// endregion

// region result
func titleOrNil(_ id: UUID, of client: NotesClient) async -> String? {
    let result = await client.notes.withResult {
        (notes) async throws(GetNoteError) in try await notes.get(noteId: id)
    }
    return try? result.body.get().title
}
// endregion

// region throws
func title(_ id: UUID, of client: NotesClient) async throws -> String {
    do {
        return try await client.notes.get(noteId: id).title
    } catch .notFound {
        return "untitled"
    } catch {
        throw error  // ends with a `catch` without a pattern
    }
}
// endregion

// region sent
func lock(_ id: UUID, of client: NotesClient) async throws(LockNoteError) {
    do {
        try await client.notes.lock(noteId: id)
    } catch {
        guard !error.mayHaveActed else { throw error }
        try await client.notes.lock(noteId: id)
    }
}
// endregion
