import APIServer
import NotesAPI
import NotesServer

struct Notes: NotesService {
    let store: NoteStore

    func list(request: ServerRequest) async throws -> ServerResponse<[Note]> {
        ServerResponse(await store.notes)
    }

    func create(
        body: NewNote,
        request: ServerRequest
    ) async throws -> ServerResponse<Note> {
        ServerResponse(await store.add(body.title))
    }
}
