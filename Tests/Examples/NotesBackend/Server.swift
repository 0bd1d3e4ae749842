import APIRuntime
import APIServer
import Hummingbird
import NotesAPI
import NotesServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The program.
///
/// It serves on port 8080, or on the port in the environment variable `PORT`.
@main
struct Server {
    static func main() async throws {
        let port = ProcessInfo.processInfo.environment["PORT"].flatMap(Int.init) ?? 8080
        let router = makeRouter(NotesBackend(store: NoteStore()), tokens: ["team-token": "ada"])
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}

/// Returns a router with the routes of the specification.
///
/// - Parameters:
///   - backend: The service.
///   - tokens: The users by their access tokens. A real server checks signed tokens.
/// - Returns: The router, which an application or a test serves.
func makeRouter(_ backend: NotesBackend, tokens: [String: String]) -> Router<BasicRequestContext> {
    let security = ServerSecurity.checked { credential, _ in
        guard case .bearer(let token) = credential.value, let user = tokens[token] else { return .refused }
        return .accepted(as: user)
    }
    let router = Router()
    let routes = ServerRoutes(router, options: ServerOptions(errors: response(to:_:)))
    backend.addNotesRoutes(to: routes, security: security)
    return router
}

/// Returns the response to a failure of the store, in one place for all operations; `nil` for the default response.
private func response(to error: any Error, _ request: ServerRequest) -> RawServerResponse? {
    guard let failure = error as? NoteStore.Failure else { return nil }
    return switch failure {
    case .unknown: RawServerResponse(describing: GetNoteError.notFound(Problem(title: "No such note")), for: request)
    case .deleted: RawServerResponse(describing: GetNoteError.gone, for: request)
    case .locked(let holder):
        RawServerResponse(
            describing: ChangeNoteError.clientError(status: 423, Problem(title: "Locked by \(holder)", status: 423)),
            for: request
        )
    }
}
