import APIServer
import Hummingbird
import NotesAPI
import NotesServer

struct Accounts: AccountService {
    func get(request: ServerRequest) async throws -> ServerResponse<Account> {
        guard request.header("X-Api-Key") == "k3y" else {
            throw GetAccountError.unauthorized(Problem(title: "The key is not known"))
        }
        return ServerResponse(Account(id: "u1", email: "user@notes.example"), headers: [.cacheControl: "no-store"])
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

func makeAccountServer() -> some ApplicationProtocol {
    let router = Router()
    Accounts().addAccountRoutes(to: ServerRoutes(router))
    return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
}
