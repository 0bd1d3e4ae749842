import AnybillAPI
import APIRuntime
import APIServer

/// The operations of the tag `pushTokens`.
struct AnybillPushTokens: AnybillPushTokensService {
    private let environment: AnybillEnvironment

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Adds a device, or keeps the existing one.
    func register(
        body: PushTokenRegistration,
        clientID: String?,
        request: ServerRequest
    ) throws(RegisterPushTokenError) -> ServerResponse<Void> {
        var user = try environment.gate.user(request, failing: RegisterPushTokenError.self)
        guard !body.token.isEmpty else {
            throw .badRequest(environment.problems.invalid(["token": ["The field token is required."]]))
        }
        user.pushTokens[body.token] = body.platform
        environment.store.withLock { $0.save(user) }
        return .empty()
    }

    /// Removes a device.
    func remove(
        token: String,
        clientID: String?,
        request: ServerRequest
    ) throws(RemovePushTokenError) -> ServerResponse<Void> {
        var user = try environment.gate.user(request, failing: RemovePushTokenError.self)
        guard user.pushTokens.removeValue(forKey: token) != nil else {
            throw .notFound(environment.problems.notFound())
        }
        environment.store.withLock { $0.save(user) }
        return .empty()
    }
}
