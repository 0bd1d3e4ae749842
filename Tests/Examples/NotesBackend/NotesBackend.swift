import APIRuntime
import APIServer
import NotesAPI
import NotesServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The service behind the generated routes: it turns calls into changes of the store.
///
/// `NotesService` is the generated protocol with one method for each operation of the specification. Requests and
/// responses are encoded, decoded and checked in generated code.
struct NotesBackend: Sendable {
    /// The notes.
    let store: NoteStore

    /// The current time, which tests replace.
    var now: @Sendable () -> Date = { Date() }

    /// Returns the user of a request.
    ///
    /// - Throws: An error with status 401 if the request has no accepted credential.
    func user(of request: ServerRequest) throws -> String {
        guard let user = request.principal(String.self) else {
            throw ListNotesError.unauthorized(Problem(title: "Please sign in", status: 401))
        }
        return user
    }
}

extension NotesBackend: NotesService {
    func list(
        state: [NoteState]?,
        labels: [String]?,
        ids: [Int]?,
        range: DayRange?,
        cursor: String?,
        pageSize: Int,
        traceID: String?,
        theme: String?,
        request: ServerRequest
    ) async throws -> ServerResponse<NotePage> {
        let position = cursor.flatMap(UUID.init(uuidString:))
        guard position != nil || cursor == nil else {
            throw ListNotesError.badRequest(Problem(title: "The cursor is not valid", status: 400))
        }
        let page = await store.page(after: position, limit: pageSize) { note in
            let names = Set(note.labels?.map(\.name) ?? [])
            return state?.contains(note.state) ?? true && names.isSuperset(of: labels ?? [])
        }
        return ServerResponse(NotePage(notes: page.notes, next: page.next, total: page.total))
    }

    func create(body: NewNote, request: ServerRequest) async throws -> ServerResponse<CreateNoteResponse> {
        guard !body.title.isEmpty else {
            throw CreateNoteError.badRequest(Problem(title: "A note needs a title", status: 400))
        }
        var note = Note(id: UUID(), title: body.title, state: .draft, createdAt: now(), priority: body.priority)
        note.content = body.content
        await store.add(note)
        return ServerResponse(.created(note))
    }

    func get(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Note> {
        ServerResponse(try await store.note(noteId))
    }

    func change(
        noteId: UUID,
        body: NoteChange,
        request: ServerRequest
    ) async throws -> ServerResponse<ChangeNoteResponse> {
        guard body != NoteChange() else { return ServerResponse(.noContent) }
        let note = try await store.change(noteId, by: user(of: request)) { note in
            if let title = body.title { note.title = title }
            if let dueOn = body.dueOn { note.dueOn = dueOn.value }
            if let labels = body.labels { note.labels = labels.value }
        }
        return ServerResponse(.ok(note))
    }

    func delete(noteId: UUID, tag: String, request: ServerRequest) async throws -> ServerResponse<Void> {
        try await store.delete(noteId, by: user(of: request))
        return .empty()
    }

    func labels(page: Int?, size: Int?, request: ServerRequest) async throws -> ServerResponse<[Label]> {
        let (page, size) = (max(page ?? 1, 1), max(size ?? 50, 1))
        let names = await store.labelNames.dropFirst((page - 1) * size).prefix(size)
        return ServerResponse(names.map { Label(name: $0) })
    }
}
