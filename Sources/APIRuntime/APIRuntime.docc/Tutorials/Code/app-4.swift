import APIRuntime
import NotesAPI
import URLSessionTransport

/// Creates the client of a signed-in user.
public func makeNotesClient(token: String) -> NotesClient {
    NotesClient(
        credentials: NotesCredentials(userToken: .bearer(token)),
        transport: .urlSession
    )
}
