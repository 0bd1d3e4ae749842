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
        let user = try environment.gate.user(request, failing: RegisterPushTokenError.self)
        guard !body.token.isEmpty else {
            throw .badRequest(environment.problems.invalid(["token": ["The field token is required."]]))
        }
        environment.store.withLock { store in
            // Another request may have changed or removed the user since.
            guard var current = store.accounts[user.id] else { return }
            current.pushTokens[body.token] = body.platform
            store.save(current)
        }
        return .empty()
    }

    /// Removes a device.
    func remove(
        token: String,
        clientID: String?,
        request: ServerRequest
    ) throws(RemovePushTokenError) -> ServerResponse<Void> {
        let user = try environment.gate.user(request, failing: RemovePushTokenError.self)
        let isRemoved = environment.store.withLock { store in
            guard var current = store.accounts[user.id], current.pushTokens.removeValue(forKey: token) != nil
            else { return false }
            store.save(current)
            return true
        }
        guard isRemoved else { throw .notFound(environment.problems.notFound()) }
        return .empty()
    }
}
