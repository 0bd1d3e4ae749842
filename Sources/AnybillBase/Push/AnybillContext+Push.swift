import APIRuntime
import AnybillAPI
import Logging

/// A push token that is registered for a user.
struct PushRegistration: Sendable {
    /// The token.
    let token: String
    /// The user's tokens.
    let user: StoredToken
}

extension AnybillContext {
    /// The longest time that a logout waits for the removal of a push token.
    private static let patience = Duration.seconds(10)

    /// Registers the device's push token with the service, unless it is already registered, and removes a former one.
    ///
    /// Does nothing if there is no token or no user is logged in. If the registration fails, the next call tries again.
    func registerPushToken() async {
        try? await pushGate.run { [self] in
            guard let token = push.token, let store = storage.current else { return }
            let former = try? await store.run { try $0.pushToken() }
            guard former != token else { return }
            let registration = PushTokenRegistration(token: token, platform: .iOS)
            do {
                try await client.pushTokens.register(body: registration, clientID: configuration.clientID)
                try await store.run { try $0.save(pushToken: token) }
                if let former { try await client.pushTokens.remove(token: former, clientID: configuration.clientID) }
            } catch {
                clients.logger?.notice("The push token could not be registered, or the former one not removed.")
            }
        }
    }

    /// The push token that is registered for the current user; `nil` if there is none.
    func registration() async -> PushRegistration? {
        guard let user = try? await session.current(), let store = storage.current else { return nil }
        guard let token = try? await store.run({ try $0.pushToken() }) else { return nil }
        return PushRegistration(token: token, user: user)
    }

    /// Registers the push token for the current user, and removes it from a former one.
    func movePushToken(from former: PushRegistration?) async {
        if let former {
            do { try await remove(former) } catch {
                clients.logger?.notice("The push token could not be removed from the former user.")
            }
        }
        await registerPushToken()
    }

    /// Removes a push token from the service, with a separate session, because the user's session has already ended.
    ///
    /// - Throws: The error of the operation; status 404 is not an error. A ``TransportError`` after 10 seconds.
    func remove(_ registration: PushRegistration) async throws {
        let session = clients.session(MemoryTokenStore(registration.user))
        let client = clients.user(session)
        do {
            try await Deadline.run(within: Self.patience, clock: configuration.client.clock) { [configuration] in
                try await client.pushTokens.remove(token: registration.token, clientID: configuration.clientID)
            }
        } catch let error as RemovePushTokenError where error.status == 404 {
            // The service no longer has the token, which is the desired result.
        }
    }
}

/// A limit on the time of a call that may not end when it is cancelled.
enum Deadline {
    /// Runs a closure, and stops waiting for it after a time.
    ///
    /// - Throws: The error of the closure, or a ``TransportError`` after the time.
    static func run(
        within time: Duration,
        clock: any Clock<Duration>,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
        let work = Task {
            do {
                try await body()
                continuation.yield(.success(()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task {
            try await clock.sleep(for: time)
            continuation.yield(.failure(TransportError.timedOut))
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
