import APIRuntime
import AnybillAPI
import Foundation

extension AnybillContext {
    /// Returns the tokens that a partner's backend issued, with a lifetime that starts now.
    func tokens(of user: TokenUser) -> OAuthToken {
        OAuthToken(
            accessToken: user.accessToken,
            refreshToken: user.refreshToken,
            expiresIn: user.expiresIn,
            now: configuration.client.now()
        )
    }

    /// Exchanges a password for tokens.
    ///
    /// - Throws: The error of the operation.
    func passwordTokens(username: String, password: String) async throws -> OAuthToken {
        let response = try await clients.identity().identity.requestToken(
            policy: .mobile,
            body: TokenRequest(
                grantType: .password,
                username: username,
                password: password,
                clientId: configuration.clientID,
                scope: AnybillClients.userScope,
                responseType: "token"
            )
        )
        return OAuthToken(
            accessToken: response.accessToken,
            refreshToken: response.refreshToken,
            expiresIn: response.expiresIn,
            now: configuration.client.now()
        )
    }

    /// Starts a user's session; ends the session of a former user and closes that user's store.
    ///
    /// - Throws: An error if the store cannot be opened, or an error if the session cannot be stored, after which no user
    ///   is logged in.
    func logIn(_ token: OAuthToken) async throws {
        let former = try await gate.run { [self] in
            let former = await registration()
            let right = try await storage.acquireLogin()
            defer { withExtendedLifetime(right) {} }
            let store = try storage.prepare(UUID().uuidString)
            do {
                try await session.signIn(token, partition: store.partition)
                try storage.activate(store)
            } catch {
                try? await session.signOut()
                storage.retire(store.partition)
                throw error
            }
            await library.attach(store)
            return former
        }
        // The login is complete; a slow service must not delay it.
        Task { await movePushToken(from: former) }
    }

    /// Returns the user, from the store or from the service.
    ///
    /// - Throws: The error of the operation, or an error if the store cannot be read.
    func user(useCache: Bool) async throws -> AnybillUser {
        let store = storage.current
        if useCache, await session.partition() != nil, let user = try await store?.run({ try $0.user() }) {
            return user
        }
        let user = try await client.users.current(clientID: configuration.clientID)
        // A logout in the meantime has closed the store, and the user is not stored.
        try? await store?.run { try $0.save(user) }
        return user
    }

    /// Ends the session, deletes the user's data from the device, and then removes the push token from the service.
    ///
    /// - Throws: An ``AnybillError`` if no user is logged in, or the first error that ending the session or removing the
    ///   push token causes. An error of one step does not prevent the other.
    func logOut() async throws {
        let (registration, failure) = try await gate.run { [self] in
            let held = try await heldToken()
            let pushToken = try? await storage.current?.run { try $0.pushToken() }
            var failure: (any Error)?
            do { try storage.beginLogout(of: storage.current?.partition) } catch { failure = error }
            do { try await session.signOut() } catch { failure = failure ?? error }
            return (held.flatMap { held in pushToken.map { PushRegistration(token: $0, user: held) } }, failure)
        }
        if let registration {
            do { try await remove(registration) } catch { throw failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Returns the tokens before a logout; `nil` if they cannot be read, which must not prevent the logout.
    private func heldToken() async throws -> StoredToken? {
        do {
            let held = try await session.current()
            if held == nil, storage.current == nil { throw ErrorMapping.noUser }
            return held
        } catch is AuthenticationError {
            return nil
        }
    }
}
