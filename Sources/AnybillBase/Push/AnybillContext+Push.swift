import APIRuntime
import AnybillAPI
import Logging

/// The push tokens that the service may have for a user.
struct PushRegistration: Sendable {
    /// The tokens.
    var tokens: [String]
    private let session: SessionTokens
    private let store: MemoryTokenStore

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - tokens: The push tokens.
    ///   - session: The tokens of the user's session.
    init(tokens: [String], session: SessionTokens) {
        self.tokens = tokens
        self.session = session
        store = MemoryTokenStore(session.entry)
    }

    /// Returns the user's session tokens after the end of the session; later attempts use them as the earlier ones have
    /// renewed them.
    ///
    /// Waits for a renewal that was in progress at the end, because it uses up the session's refresh token.
    func user() async throws -> MemoryTokenStore {
        _ = try await store.replace(session.entry, with: session.lastEntry())
        return store
    }

    /// Adds a token, unless it is there already.
    mutating func add(_ token: String?) {
        guard let token, !tokens.contains(token) else { return }
        tokens.append(token)
    }
}

extension AnybillContext {
    /// The longest time that a logout waits for the removal of a push token.
    private static let patience = Duration.seconds(10)

    /// Registers the device's push token with the service, unless it is already registered, and removes all others.
    ///
    /// Does nothing if there is no token or no user is logged in. The next call repeats what fails.
    func registerPushToken() async {
        try? await pushGate.run { [self] in
            await removeFromFormerUsers()
            guard let token = push.token, let store = storage.active else { return }
            do {
                try await CredentialOwner.requiring(store.partition) {
                    try await register(token, in: store)
                    for other in try await store.run({ try $0.pushState() }).possible where other != token {
                        try await remove(other, with: client)
                        try await store.run { try $0.changePushState { $0.possible.removeAll { $0 == other } } }
                    }
                }
            } catch {
                clients.logger?.notice("The push token could not be registered, or a former one not removed.")
            }
        }
    }

    /// Registers a push token, which is stored first: a logout removes it even if the response is lost.
    private func register(_ token: String, in store: UserStore) async throws {
        guard try await store.run({ try $0.pushState() }).registered != token else { return }
        push.beginRegistration(of: token, for: store.partition)
        defer { push.endRegistration() }
        try await store.run { try $0.changePushState { $0.begin(token) } }
        let registration = PushTokenRegistration(token: token, platform: .iOS)
        try await client.pushTokens.register(body: registration, clientID: configuration.clientID)
        try await store.run { try $0.changePushState { $0.registered = token } }
    }

    /// The push tokens that the service may have for the current user; `nil` if they are unknown.
    func registration() async -> PushRegistration? {
        guard let user = try? await session.tokens(), let store = storage.active else { return nil }
        guard let tokens = try? await store.run({ try $0.pushState().possible }) else { return nil }
        return PushRegistration(tokens: tokens, session: user)
    }

    /// Removes push tokens from the service at the end of a user's session.
    ///
    /// A registration in progress may reach the service after the removal, which is therefore repeated when it has ended.
    ///
    /// - Throws: The error of the operation; the removal is repeated with the next registration if that may succeed.
    func removeAtLogout(_ registration: PushRegistration) async throws {
        let isRegistering = push.isRegistering
        defer { if isRegistering { moving.withLock { $0 = Task { await movePushToken(from: registration) } } } }
        do {
            try await remove(registration)
        } catch {
            if !isRegistering, !Self.isFinal(error) { push.leave(registration) }
            throw error
        }
    }

    /// Registers the push token for the current user, and removes all tokens from a former one.
    func movePushToken(from former: PushRegistration?) async {
        if let former { push.leave(former) }
        await registerPushToken()
    }

    /// Removes the push tokens from users over whom others have logged in.
    ///
    /// A failed removal is repeated with the next registration, as long as the process lives: the tokens of a former
    /// user are not stored.
    private func removeFromFormerUsers() async {
        for former in push.takeLeft() {
            do {
                try await forgetRegistration(of: former.tokens)
                try await remove(former)
            } catch {
                if !Self.isFinal(error) { push.leave(former) }
                clients.logger?.notice("The push token could not be removed from the former user.")
            }
        }
    }

    /// Lets the current login register its token again if it is among tokens that are to be removed from a former user,
    /// who may be the same one.
    ///
    /// - Throws: An error if the store cannot be read or changed.
    private func forgetRegistration(of tokens: [String]) async throws {
        try await storage.active?.run { store in
            guard let registered = try store.pushState().registered, tokens.contains(registered) else { return }
            try store.changePushState { $0.registered = nil }
        }
    }

    /// Removes push tokens from the service, with a separate session, because the user's session has already ended.
    ///
    /// - Throws: The error of the operation; status 404 is not an error. A ``TransportError`` after 10 seconds.
    func remove(_ registration: PushRegistration) async throws {
        guard !registration.tokens.isEmpty else { return }
        try await DeadlineRace(clock: configuration.client.clock).run(within: Self.patience) { [self] in
            let client = clients.user(clients.session(try await registration.user()))
            for token in registration.tokens { try await remove(token, with: client) }
        }
    }

    private func remove(_ token: String, with client: AnybillClient) async throws {
        do {
            try await client.pushTokens.remove(token: token, clientID: configuration.clientID)
        } catch let error where error.status == 404 {
            // The service no longer has the token, which is the desired result.
        }
    }

    /// Returns whether the same request will not succeed later, either.
    private static func isFinal(_ error: any Error) -> Bool {
        let error = ErrorMapping.error(for: error)
        return switch error.type {
        case .genericError: ![408, 423, 425, 429].contains(error.code)
        case .invalidRefreshTokenError, .noUserError: true
        default: false
        }
    }
}
