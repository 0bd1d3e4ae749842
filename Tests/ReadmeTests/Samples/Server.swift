import APIServer
import Hummingbird
import NotesAPI
import NotesServer

// region service
struct Accounts: AccountService {
    func get(request: ServerRequest) async throws -> ServerResponse<Account> {
        guard let user = request.principal(String.self) else {
            let problem = Problem(title: "The key is not known")
            throw GetAccountError.unauthorized(problem)
        }
        let account = Account(id: user, email: "user@notes.example")
        return ServerResponse(account, headers: [.cacheControl: "no-store"])
    }

    func activity(
        request: ServerRequest
    ) async throws -> ServerResponse<ActivityPage> {
        ServerResponse(ActivityPage(events: []))
    }

    func renew(
        tenant: String,
        body: TokenRequest,
        request: ServerRequest
    ) async throws -> ServerResponse<TokenPair> {
        guard body.grantType == .refreshToken else {
            throw RenewTokenError.badRequest(TokenProblem(error: .invalidRequest))
        }
        return ServerResponse(TokenPair(accessToken: "t1", expiresIn: 3600))
    }
}
// endregion

// region router
func makeAccountServer() -> some ApplicationProtocol {
    let security = ServerSecurity.checked { credential, _ in
        credential.value == .key("k3y") ? .accepted(as: "u1") : .refused
    }
    let router = Router()
    Accounts().addAccountRoutes(to: ServerRoutes(router), security: security)
    return Application(router: router)  // listens on 127.0.0.1:8080
}
// endregion
