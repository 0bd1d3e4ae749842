public import AnybillAPI

/// Logs users in and out, and tells who is logged in.
///
/// Every method exists as an `async` function, which throws an ``AnybillError``, and with a call-back on the main actor.
public final class AuthProvider: Sendable {
    /// The provider of the app, configured by its settings.
    public static let shared = AuthProvider(context: .shared)

    /// What the provider works on.
    public let context: AnybillContext

    /// Creates a provider over a context.
    public init(context: AnybillContext) {
        self.context = context
    }
}

// MARK: - Async

extension AuthProvider {
    /// Logs a registered user in; a former user is logged out first.
    ///
    /// - Parameters:
    ///   - username: The user's e-mail address.
    ///   - password: The user's password.
    /// - Throws: An ``AnybillError``; `genericError` for wrong credentials.
    public func loginUser(username: String, password: String) async throws {
        try await context.call { [context] in
            try await context.logIn(try await context.passwordTokens(username: username, password: password))
        }
    }

    /// Logs a user in whose tokens the app's backend got from the Partner Platform API; nothing is sent.
    ///
    /// Tokens that are no good show at the first call of another method.
    ///
    /// - Throws: An ``AnybillError`` when the tokens could not be stored.
    public func loginTokenUser(tokenUser: TokenUser) async throws {
        try await context.call { [context] in try await context.logIn(context.tokens(of: tokenUser)) }
    }

    /// Gives the user.
    ///
    /// - Parameter useCache: Whether the user as fetched before will do, if there is one.
    /// - Returns: The user.
    /// - Throws: An ``AnybillError``; `noUserError` when nobody is logged in.
    public func getUserInfo(useCache: Bool = false) async throws -> AnybillUser {
        try await context.call { [context] in try await context.user(useCache: useCache) }
    }

    /// Logs the user out: deletes tokens, receipts, content areas and settings from the device.
    ///
    /// - Throws: An ``AnybillError`` when the service could not be told to forget the device's push token, or tokens
    ///   could not be deleted. The user is logged out all the same.
    public func logoutUser() async throws {
        try await context.call { [context] in try await context.logOut() }
    }
}

// MARK: - Call-backs

extension AuthProvider {
    /// Logs a registered user in, as ``loginUser(username:password:)`` does.
    public func loginUser(
        username: String,
        password: String,
        completion: @escaping @MainActor (AnybillResult<Void>) -> Void
    ) {
        deliver(to: completion) { try await self.loginUser(username: username, password: password) }
    }

    /// Logs a user in by tokens, as ``loginTokenUser(tokenUser:)`` does.
    public func loginTokenUser(
        tokenUser: TokenUser,
        completion: @escaping @MainActor (AnybillResult<Void>) -> Void
    ) {
        deliver(to: completion) { try await self.loginTokenUser(tokenUser: tokenUser) }
    }

    /// Gives the user, as ``getUserInfo(useCache:)`` does.
    public func getUserInfo(
        useCache: Bool = false,
        completion: @escaping @MainActor (AnybillResult<AnybillUser>) -> Void
    ) {
        deliver(to: completion) { try await self.getUserInfo(useCache: useCache) }
    }

    /// Logs the user out, as ``logoutUser()`` does.
    public func logoutUser(completion: @escaping @MainActor (AnybillResult<Void>) -> Void) {
        deliver(to: completion) { try await self.logoutUser() }
    }
}
