public import AnybillAPI

/// A provider that logs users in and out and returns the logged-in user.
///
/// Every method exists as an `async` method, which throws an ``AnybillError``, and with a completion handler on the
/// main actor.
public final class AuthProvider: Sendable {
    /// The provider of the app, configured by the app's settings.
    public static let shared = AuthProvider(context: .shared)

    /// The context that the provider uses.
    public let context: AnybillContext

    /// Creates a provider for a context.
    public init(context: AnybillContext) {
        self.context = context
    }
}

// MARK: - Async

extension AuthProvider {
    /// Logs a registered user in; a former user is logged out.
    ///
    /// If the login fails, the former user remains logged in.
    ///
    /// - Parameters:
    ///   - username: The user's e-mail address.
    ///   - password: The user's password.
    /// - Throws: An ``AnybillError``, of the type `genericError` for wrong credentials, and of the type `unknown` if
    ///   another login or a logout that began later has ended first.
    public func loginUser(username: String, password: String) async throws {
        try await context.call(isOrdered: true) { [context] in
            let order = context.nextLoginNumber()
            // A slow service must not delay other calls, which are the former user's until the login is complete.
            CallPlace.current?.begin()
            let token = try await context.passwordTokens(username: username, password: password)
            try await context.logIn(token, order)
        }
    }

    /// Logs a user in with tokens that the app's backend received from the Partner Platform API; no request is sent.
    ///
    /// Invalid tokens cause an error in the first call of another method.
    ///
    /// - Throws: An ``AnybillError`` if the tokens could not be stored.
    public func loginTokenUser(tokenUser: TokenUser) async throws {
        try await context.call(isOrdered: true) { [context] in
            let order = context.nextLoginNumber()
            try await context.logIn(context.tokens(of: tokenUser), order)
        }
    }

    /// Returns the user.
    ///
    /// - Parameter useCache: Whether to return the stored user, if there is one, without a request.
    /// - Returns: The user.
    /// - Throws: An ``AnybillError``, of the type `noUserError` if no user is logged in, or the user is no longer logged
    ///   in when the response arrives.
    public func getUserInfo(useCache: Bool = false) async throws -> AnybillUser {
        try await context.call { [context] in try await context.user(useCache: useCache) }
    }

    /// Logs the user out: deletes tokens, receipts, content areas and settings from the device.
    ///
    /// Edits that were made without a connection and have not been sent are deleted as well; their number is logged. To
    /// send them before, call ``ReceiptProvider/sendOfflineEdits()`` while there is a connection.
    ///
    /// - Throws: An ``AnybillError``, of the type `noUserError` if no user is logged in. If the device's push token could
    ///   not be removed from the service or the tokens could not be deleted, the user is logged out nevertheless. The
    ///   next registration removes the push token, if the process is still running.
    public func logoutUser() async throws {
        try await context.call(isOrdered: true) { [context] in
            let order = context.nextLoginNumber()
            try await context.logOut(order)
        }
    }
}

// MARK: - Completion handlers

extension AuthProvider {
    /// Logs a registered user in like ``loginUser(username:password:)``.
    public func loginUser(
        username: String,
        password: String,
        completion: @escaping @MainActor (AnybillResult<Void>) -> Void
    ) {
        context.deliver(to: completion) { try await self.loginUser(username: username, password: password) }
    }

    /// Logs a user in with tokens like ``loginTokenUser(tokenUser:)``.
    public func loginTokenUser(
        tokenUser: TokenUser,
        completion: @escaping @MainActor (AnybillResult<Void>) -> Void
    ) {
        context.deliver(to: completion) { try await self.loginTokenUser(tokenUser: tokenUser) }
    }

    /// Returns the user like ``getUserInfo(useCache:)``.
    public func getUserInfo(
        useCache: Bool = false,
        completion: @escaping @MainActor (AnybillResult<AnybillUser>) -> Void
    ) {
        context.deliver(to: completion) { try await self.getUserInfo(useCache: useCache) }
    }

    /// Logs the user out like ``logoutUser()``.
    public func logoutUser(completion: @escaping @MainActor (AnybillResult<Void>) -> Void) {
        context.deliver(to: completion) { try await self.logoutUser() }
    }
}
