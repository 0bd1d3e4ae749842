public import Foundation

/// Tokens of the app itself: asked for when the first call needs one, and anew before one ends or after a refusal.
///
/// One request serves any number of calls. Nobody signs in or out.
public actor ClientCredentialsSource: CredentialSource {
    private let session: TokenSession
    private let ask: @Sendable () async throws -> OAuthToken
    private let owner: String
    private var first: Task<AuthenticationError?, Never>?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - client: The token endpoint's client, which has a secret.
    ///   - scopes: What the tokens are to allow.
    ///   - store: Keeps the token between launches; in memory by default.
    ///   - partition: Owner of what is cached.
    ///   - now: The device's time.
    public init(
        _ client: OAuthClient,
        scopes: [String] = [],
        store: any TokenStore = MemoryTokenStore(),
        partition: String = "app",
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let ask: @Sendable () async throws -> OAuthToken = { try await client.clientToken(scopes: scopes) }
        self.ask = ask
        owner = partition
        // A refused secret may be put right at the server: nothing ends the session.
        let refresher = TokenRefresher(isRejection: { _ in false }, needsRefreshToken: false) { _ in try await ask() }
        session = TokenSession(store: store, refresher: refresher, partition: partition, now: now)
    }

    /// The current token.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        if try await session.current() == nil { try await begin() }
        return try await session.credential()
    }

    /// A newer token than the one that was refused.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        try await session.refused(credential)
    }

    /// Takes note of the server's clock, and of a token that works.
    public func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {
        await session.noteResponse(to: credential, status: status, serverDate: serverDate)
    }

    /// The owner given at the start.
    public func partition() async -> String? { owner }

    private func begin() async throws(AuthenticationError) {
        // Detached from the caller: whoever is cancelled leaves the request to the others.
        let task = first ?? Task { await self.signIn() }
        first = task
        let failure = await task.value
        if let failure { throw failure }
    }

    private func signIn() async -> AuthenticationError? {
        defer { first = nil }
        do {
            try await session.signIn(ask(), partition: owner)
            return nil
        } catch let error as AuthenticationError {
            return error
        } catch {
            return AuthenticationError(renewing: error)
        }
    }
}
