import APIRuntime
import AsyncHTTPTransport
import Foundation
import NotesAPI
import URLSessionTransport

// region generator
func titleFromGenerator(of id: UUID, token: String) async -> String? {
    let client = NotesClient(
        credentials: NotesCredentials(userToken: .bearer(token)),
        transport: .asyncHTTP
    )
    do {
        return try await client.notes.get(noteId: id).title
    } catch .notFound {
        return nil
    } catch {
        print(error)
        return nil
    }
}
// endregion

// region paths
func unlock(_ id: UUID, with client: NotesClient) async -> Bool {
    do {
        try await client.notes.unlock(noteId: id)
        return true
    } catch {
        return error.status == 404
    }
}
// endregion

// region callbacks
func load(
    _ id: UUID,
    from client: NotesClient,
    completion: @escaping @Sendable (Result<Note, GetNoteError>) -> Void
) {
    Task {
        let result = await client.notes.withResult {
            (notes) async throws(GetNoteError) in try await notes.get(noteId: id)
        }
        completion(result.body)
    }
}
// endregion

// region session
func makeNotesClient(tokens: URL) -> NotesClient {
    let signIn = NotesClient(transport: .urlSession)
    let session = TokenSession(
        store: FileTokenStore(url: tokens),
        refresher: signIn.userTokenRefresher(tenant: "main", clientId: "app")
    )
    return NotesClient(
        credentials: NotesCredentials(userToken: session),
        configuration: ClientConfiguration(
            transport: .urlSession,
            retry: RetryPolicy(maximumAttempts: 3)
        )
    )
}
// endregion
