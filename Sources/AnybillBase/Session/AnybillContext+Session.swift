import APIRuntime
import AnybillAPI
import Foundation

extension AnybillContext {
    /// The tokens that a partner's backend issued, with a life that begins now.
    func tokens(of user: TokenUser) -> OAuthToken {
        OAuthToken(
            accessToken: user.accessToken,
            refreshToken: user.refreshToken,
            expiresIn: user.expiresIn,
            now: configuration.client.now()
        )
    }

    /// Trades a password for tokens.
    func passwordTokens(username: String, password: String) async throws -> OAuthToken {
        let response = try await AnybillClient(servers: configuration.servers, configuration: configuration.client)
            .identity.requestToken(
                policy: .mobile,
                body: TokenRequest(
                    grantType: .password,
                    username: username,
                    password: password,
                    clientId: configuration.clientID,
                    scope: Self.userScope,
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

    /// Begins a user's session; a former user's session and store end with it.
    func logIn(_ token: OAuthToken) async throws {
        try await gate.run { [self] in
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
        }
        await registerPushToken()
    }

    /// Gives the user as stored or as the service has it.
    func user(useCache: Bool) async throws -> AnybillUser {
        let store = storage.current
        if useCache, await session.partition() != nil, let user = try store?.user() { return user }
        let user = try await client.users.current(clientID: configuration.clientID)
        // A log-out meanwhile has closed the store: then there is nothing to keep.
        try? store?.save(user)
        return user
    }

    /// Ends the session, wipes the device, and then tells the service to forget the push token.
    func logOut() async throws {
        try await gate.run { [self] in
            let held = try await heldToken()
            let pushToken = try? storage.current?.pushToken()
            storage.beginLogout()
            var failure: (any Error)?
            do { try await session.signOut() } catch { failure = error }
            if let pushToken, let held {
                do { try await removePushToken(pushToken, of: held) } catch { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
    }

    /// The tokens before a log-out; `nil` when they cannot be read, which must not keep anybody logged in.
    private func heldToken() async throws -> StoredToken? {
        do {
            let held = try await session.current()
            if held == nil, storage.current == nil { throw ErrorMapping.noUser }
            return held
        } catch is AuthenticationError {
            return nil
        }
    }

    /// What a user's token is good for; the same words as in the renewal that the specification describes.
    private static let userScope = "https://ad.anybill.de/backend/user_impersonation offline_access"
}
