import APIServer
import Hummingbird
import NotesAPI
import NotesServer

struct Accounts: AccountService {
    func get(request: ServerRequest) async throws -> Reply<Account> {
        guard request.header("X-Api-Key") == "k3y" else {
            throw GetAccountError.unauthorized(Problem(title: "The key is not known"))
        }
        return Reply(Account(id: "u1", email: "user@notes.example"), headers: [.cacheControl: "no-store"])
    }

    func activity(request: ServerRequest) async throws -> Reply<ActivityPage> {
        Reply(ActivityPage(events: []))
    }

    func renew(tenant: String, body: TokenRequest, request: ServerRequest) async throws -> Reply<TokenPair> {
        guard body.grantType == .refreshToken else {
            throw RenewTokenError.badRequest(TokenProblem(error: .invalidRequest))
        }
        return Reply(TokenPair(accessToken: "t1", expiresIn: 3600))
    }
}

func makeAccountServer() -> some ApplicationProtocol {
    let router = Router()
    Accounts().addAccountRoutes(to: ServerRoutes(router))
    return Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8080)))
}
