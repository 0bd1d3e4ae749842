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
        guard !body.title.isEmpty else {
            let problem = Problem(title: "Choose a longer title.")
            throw CreateNoteError.unprocessableContent(problem)
        }
        return ServerResponse(await store.add(body.title))
    }
}
