import AnybillAPI

/// Operations of the tag `users`.
struct AnybillUsers: Sendable {
    private let environment: AnybillEnvironment

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Tells who is signed in.
    func current(clientID: String?, request: SandboxRequest) throws(GetCurrentUserError) -> Reply<AnybillUser> {
        Reply(try environment.gate.user(request, failing: GetCurrentUserError.self).user)
    }
}
