import APIRuntime
import Foundation
import Hummingbird
import LoopbackServer
import NotesAPI
import Testing
import URLSessionTransport

@testable import NotesBackend

/// Tests of the example server with its generated client.
@Suite("example: notes backend", .timeLimit(.minutes(1)))
struct NotesBackendTests {
    @Test("a client creates, reads, changes and lists notes")
    func notes() async throws {
        try await withServer { server in
            let client = server.client("a-token")
            let note = try await create("Milk", client)
            #expect(try await client.notes.get(noteId: note.id).title == "Milk")
            #expect(try await client.notes.text(noteId: note.id) == "Text of Milk")
            let change = NoteChange(title: "Oat milk", labels: .value([Label(name: "food")]))
            guard case .ok(let changed) = try await client.notes.change(noteId: note.id, body: change) else {
                return #expect(Bool(false), "A change has a response with the note.")
            }
            #expect(changed.title == "Oat milk")
            #expect(try await client.notes.list(labels: ["food"]).notes.map(\.id) == [note.id])
            #expect(try await client.notes.list(labels: ["work"]).notes.isEmpty)
        }
    }

    @Test("the pages of the list contain every note once, newest first")
    func pages() async throws {
        try await withServer { server in
            let client = server.client("a-token")
            for number in 1...7 { _ = try await create("Note \(number)", client) }
            var titles: [String] = []
            for try await note in client.notes.listPages(pageSize: 3).items { titles.append(note.title) }
            #expect(titles == (1...7).reversed().map { "Note \($0)" })
        }
    }

    @Test("a locked note can be changed by its holder only")
    func locks() async throws {
        try await withServer { server in
            let (ada, ben) = (server.client("a-token"), server.client("b-token"))
            let note = try await create("Plan", ada)
            try await ada.notes.lock(noteId: note.id)
            await #expect {
                try await ben.notes.lock(noteId: note.id)
            } throws: {
                if case LockNoteError.locked(let body) = $0 { body.holder == "ada" } else { false }
            }
            await #expect {
                try await ben.notes.change(noteId: note.id, body: NoteChange(title: "Other"))
            } throws: {
                if case ChangeNoteError.clientError(status: 423, _) = $0 { true } else { false }
            }
            try await ada.notes.unlock(noteId: note.id)
            _ = try await ben.notes.change(noteId: note.id, body: NoteChange(title: "Other"))
        }
    }

    @Test("missing notes, empty titles and unknown tokens are documented failures")
    func failures() async throws {
        try await withServer { server in
            let client = server.client("a-token")
            await #expect {
                try await client.notes.get(noteId: UUID())
            } throws: {
                if case GetNoteError.notFound = $0 { true } else { false }
            }
            await #expect {
                try await create("", client)
            } throws: {
                if case CreateNoteError.badRequest = $0 { true } else { false }
            }
            await #expect {
                try await server.client("stolen").notes.list()
            } throws: {
                if case ListNotesError.unauthorized = $0 { true } else { false }
            }
        }
    }

    @Test("an attachment can be downloaded")
    func attachments() async throws {
        try await withServer { server in
            let client = server.client("a-token")
            let note = try await create("Photo", client)
            let picture = Data([1, 2, 3])
            let upload = AttachmentUpload(
                file: FilePart(data: picture, fileName: "photo.png", contentType: "image/png"),
                details: AttachmentDetails(name: "photo")
            )
            let attachment = try await client.notes.attach(noteId: note.id, body: upload)
            let received = try await client.notes.attachment(coordinates: [1, attachment.id], flags: ["full"])
            #expect(received == picture)
        }
    }

    // MARK: - Helpers

    /// A running server.
    private struct RunningServer: Sendable {
        let url: URL

        /// Returns a client with an access token.
        func client(_ token: String) -> NotesClient {
            NotesClient(
                servers: NotesServers(all: url),
                credentials: NotesCredentials(userToken: .bearer(token)),
                transport: .urlSession
            )
        }
    }

    private func create(_ title: String, _ client: NotesClient) async throws -> Note {
        let body = NewNote(title: title, content: .textContent(TextContent(type: "text", text: "Text of \(title)")))
        guard case .created(let note) = try await client.notes.create(body: body) else { throw CancellationError() }
        return note
    }

    private func withServer(_ body: (RunningServer) async throws -> Void) async throws {
        let backend = NotesBackend(store: NoteStore())
        let server = try await LoopbackServer.start(makeRouter(backend, tokens: ["a-token": "ada", "b-token": "ben"]))
        do {
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
            try await body(RunningServer(url: url))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
