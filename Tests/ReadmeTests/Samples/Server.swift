import APIServer
import Hummingbird
import NotesAPI
import NotesServer

// region service
struct Accounts: AccountService {
    func get(request: ServerRequest) async throws -> ServerResponse<Account> {
        guard let user = request.principal(String.self) else {
            throw GetAccountError.unauthorized(Problem(title: "The key is not known"))
        }
        return ServerResponse(Account(id: user, email: "user@notes.example"), headers: [.cacheControl: "no-store"])
    }

    func activity(request: ServerRequest) async throws -> ServerResponse<ActivityPage> {
        ServerResponse(ActivityPage(events: []))
    }

    func renew(tenant: String, body: TokenRequest, request: ServerRequest) async throws -> ServerResponse<TokenPair> {
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
    return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
}
// endregion
