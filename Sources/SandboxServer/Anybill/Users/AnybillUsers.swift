import AnybillAPI
import APIServer

/// The operations of the tag `users`.
struct AnybillUsers: AnybillUsersService {
    private let environment: AnybillEnvironment

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Returns the signed-in user.
    func current(clientID: String?, request: ServerRequest) throws(GetCurrentUserError) -> ServerResponse<AnybillUser> {
        ServerResponse(try environment.gate.user(request, failing: GetCurrentUserError.self).user)
    }
}
