import APIRuntime
import AnybillAPI
import Foundation
import Logging

/// The order in which logins and logouts have begun, so that a late response cannot undo a later one.
struct LoginOrder: Sendable {
    private var begun = 0
    /// The highest number of those that have taken effect.
    private(set) var applied = 0

    /// Returns the number of a login or a logout that begins now.
    mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Whether no login or logout has taken effect that began later.
    func isLatest(_ number: Int) -> Bool { number > applied }

    /// Whether a login takes effect now.
    private(set) var isChanging = false

    /// Records that a login or a logout takes effect.
    mutating func apply(_ number: Int) { applied = max(applied, number) }

    /// Records that a login begins to take effect.
    mutating func beginChange(to number: Int) {
        apply(number)
        isChanging = true
    }

    /// Records the end of the login that takes effect.
    mutating func endChange() { isChanging = false }
}

extension AnybillContext {
    /// Returns the number of a login or a logout that begins now.
    func nextLoginNumber() -> Int { loginOrder.withLock { $0.begin() } }

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

    /// Starts a user's session; ends the session of a former user and deletes that user's store.
    ///
    /// - Parameters:
    ///   - token: The user's tokens.
    ///   - order: The number of the login among the logins and logouts.
    /// - Throws: An error if the login or its tokens cannot be stored. A former user remains logged in then, unless the
    ///   last step failed, after which no user is logged in. `CancellationError` if a login or a logout that began later
    ///   has taken effect.
    func logIn(_ token: OAuthToken, _ order: Int) async throws {
        let former = try await gate.run { [self] in
            guard loginOrder.withLock({ $0.isLatest(order) }) else { throw CancellationError() }
            var former = await registration()
            let formerLogin = storage.active?.partition
            let unsent = await Self.unsentEdits(of: storage.active)
            let right = try await storage.acquireLogin()
            defer { withExtendedLifetime(right) {} }
            let store = try await BlockingWork.run { [storage] in try storage.prepare(UUID().uuidString) }
            try await signIn(token, store)
            // From here on, the former user's calls fail, before they can see the new store.
            loginOrder.withLock { $0.beginChange(to: order) }
            defer { loginOrder.withLock { $0.endChange() } }
            do {
                try await BlockingWork.run { [storage] in
                    try storage.activate(store)
                    if let formerLogin { storage.delete(formerLogin) }
                }
            } catch {
                await endAll([store.partition, formerLogin])
                throw error
            }
            // A registration may have begun after the tokens were read.
            former?.add(formerLogin.flatMap { push.begun(for: $0) })
            Self.warn(ofUnsent: unsent, clients.logger)
            await library.attach(store)
            return former
        }
        // The login is complete; a slow service must not delay it.
        CallPlace.current?.begin()
        moving.withLock { $0 = Task { await movePushToken(from: former) } }
    }

    /// Stores the tokens of a login, whose name is on the disk already, so that hardly anything can fail afterwards.
    ///
    /// - Throws: An error, after which the future login is discarded and the former user remains logged in.
    private func signIn(_ token: OAuthToken, _ store: UserStore) async throws {
        do {
            try await BlockingWork.run { [storage] in try storage.stage(store) }
            try await session.signIn(token, partition: store.partition)
        } catch {
            await BlockingWork.run { [storage] in storage.discard(store) }
            throw error
        }
    }

    /// Completes the logout of logins: no marker, no tokens, no store and no list remain.
    private func endAll(_ logins: [String?]) async {
        for login in logins.compactMap(\.self) {
            await BlockingWork.run { [storage] in
                try? storage.beginLogout(of: login)
                storage.delete(login)
            }
            await library.detach(from: login)
        }
        try? await session.signOut()
    }

    /// Returns the user, from the store or from the service.
    ///
    /// - Throws: The error of the operation, or an error if the store cannot be read or the login ends in the meantime.
    func user(useCache: Bool) async throws -> AnybillUser {
        // A login that takes effect now already has its tokens, but not its store.
        if await session.partition() != storage.active?.partition { try? await gate.run {} }
        let login = await session.partition()
        let store = storage.active.flatMap { $0.partition == login ? $0 : nil }
        if useCache, let user = try await store?.run({ try $0.user() }) {
            try await require(login)
            return user
        }
        let user = try await CredentialOwner.requiring(login) {
            try await client.users.current(clientID: configuration.clientID)
        }
        // A logout in the meantime has closed the store, and the user is not stored.
        try? await store?.run { try $0.save(user) }
        try await require(login)
        return user
    }

    /// Checks that the login of a call has not ended, so that nobody receives the data of a former user.
    ///
    /// - Throws: An ``AnybillError`` if it has ended.
    func require(_ login: String?) async throws {
        let current = await session.partition()
        guard login == nil || login == current else {
            throw current == nil ? ErrorMapping.noUser : ErrorMapping.otherUser
        }
    }

    /// Ends the session, deletes the user's data from the device, and then removes the push token from the service.
    ///
    /// - Parameter order: The number of the logout among the logins and logouts.
    /// - Throws: An ``AnybillError`` if no user is logged in, or the first error that ending the session or removing the
    ///   push token causes. An error of one step does not prevent the other.
    func logOut(_ order: Int) async throws {
        let (registration, failure) = try await gate.run { [self] () -> (PushRegistration?, (any Error)?) in
            // A user who has logged in since then stays logged in.
            guard loginOrder.withLock({ $0.isLatest(order) }) else { return (nil, nil) }
            loginOrder.withLock { $0.apply(order) }
            let held = try await heldTokens()
            let store = storage.active
            Self.warn(ofUnsent: await Self.unsentEdits(of: store), clients.logger)
            let pushTokens = try? await store?.run { try $0.pushState().possible }
            var registration = held.flatMap { held in pushTokens.map { PushRegistration(tokens: $0, session: held) } }
            var failure: (any Error)?
            do {
                try await BlockingWork.run { [storage] in try storage.beginLogout(of: store?.partition) }
            } catch {
                failure = error
            }
            do { try await session.signOut() } catch { failure = failure ?? error }
            await NotificationManager.shared.reset()
            if let login = store?.partition {
                // The user's wish deletes the data, even if the marker could not be deleted.
                await BlockingWork.run { [storage] in storage.delete(login) }
                registration?.add(push.begun(for: login))
                await library.detach(from: login)
            }
            return (registration, failure)
        }
        CallPlace.current?.begin()
        if let registration {
            do { try await removeAtLogout(registration) } catch { throw failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Returns the number of edits of a login that have not been sent.
    static func unsentEdits(of store: UserStore?) async -> Int {
        (try? await store?.run { try $0.keptEditCount() }) ?? 0
    }

    /// Logs that edits are deleted which have not been sent, at the end of a login.
    static func warn(ofUnsent count: Int, _ logger: Logger?) {
        guard count > 0 else { return }
        logger?.warning("The logout deletes edits that have not been sent.", metadata: ["edits": "\(count)"])
    }

    /// Returns the tokens before a logout; `nil` if they cannot be read, which must not prevent the logout.
    private func heldTokens() async throws -> SessionTokens? {
        do {
            let held = try await session.tokens()
            if held == nil, storage.active == nil { throw ErrorMapping.noUser }
            return held
        } catch is AuthenticationError {
            return nil
        }
    }
}
