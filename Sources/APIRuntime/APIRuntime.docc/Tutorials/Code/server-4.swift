import APIServer
import Hummingbird
import NotesServer

@main
struct Program {
    static func main() async throws {
        let router = Router()
        let notes = Notes(store: NoteStore())
        notes.addNotesRoutes(to: ServerRoutes(router), security: .unchecked)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 8080))
        )
        try await application.runService()
    }
}
