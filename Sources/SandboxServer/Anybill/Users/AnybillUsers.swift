import AnybillAPI
import APIServer

/// Operations of the tag `users`.
struct AnybillUsers: AnybillUsersService {
    private let environment: AnybillEnvironment

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Tells who is signed in.
    func current(clientID: String?, request: ServerRequest) throws(GetCurrentUserError) -> ServerResponse<AnybillUser> {
        ServerResponse(try environment.gate.user(request, failing: GetCurrentUserError.self).user)
    }
}
