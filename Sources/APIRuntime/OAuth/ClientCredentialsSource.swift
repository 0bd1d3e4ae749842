#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A source of tokens for the app itself, requested for the first call, before one expires and after a refusal.
///
/// One request serves any number of calls. There is no sign-in or sign-out.
public actor ClientCredentialsSource: CredentialSource {
    private let session: TokenSession
    private let ask: @Sendable () async throws -> OAuthToken
    private let owner: String
    private var first: Task<AuthenticationError?, Never>?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - client: The client of the token endpoint, which has a secret.
    ///   - scopes: The scopes that the tokens are to allow.
    ///   - store: The store that keeps the token between launches; in memory by default.
    ///   - partition: The owner of cached responses; `nil` derives a name from the token endpoint, the client's identifier
    ///     and the scopes.
    ///   - now: Returns the device's time.
    public init(
        _ client: OAuthClient,
        scopes: [String] = [],
        store: any TokenStore = MemoryTokenStore(),
        partition: String? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        let ask: @Sendable () async throws -> OAuthToken = { try await client.clientToken(scopes: scopes) }
        self.ask = ask
        let partition = partition ?? client.partition(scopes: scopes)
        owner = partition
        // A refused secret may be corrected at the server, so nothing ends the session.
        let refresher = TokenRefresher(isRejection: { _ in false }, needsRefreshToken: false) { _ in try await ask() }
        session = TokenSession(store: store, refresher: refresher, partition: partition, now: now)
    }

    /// Returns the current token.
    ///
    /// - Throws: ``AuthenticationError`` if no token can be obtained, or `.cancelled` when the task is cancelled.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        // The stored token of another app, or of this one under a former name, is not used.
        if try await session.current()?.partition != owner { try await begin() }
        return ofApp(try await session.credential())
    }

    /// Returns a newer token than the refused one; `nil` in the same cases as ``TokenSession/refused(_:)``.
    ///
    /// - Throws: ``AuthenticationError`` if no token can be obtained, or `.cancelled` when the task is cancelled.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        try await session.refused(credential).map(ofApp)
    }

    /// Records the server's time and marks the token as accepted.
    public func noteResponse(to credential: AuthCredential, status: Int, serverDate: Date?) async {
        await session.noteResponse(to: credential, status: status, serverDate: serverDate)
    }

    /// Returns the partition given at initialization.
    public func partition() async -> String? { owner }

    /// Returns a credential whose owner is the app itself, whichever session of the source it is from.
    ///
    /// The cache finds the app's responses under the partition alone.
    private nonisolated func ofApp(_ credential: AuthCredential) -> AuthCredential {
        AuthCredential(value: credential.value, version: credential.version, partition: credential.partition)
    }

    private func begin() async throws(AuthenticationError) {
        // The task is detached from the caller: a cancelled caller leaves the request to the others.
        let task = first ?? Task { await self.signIn() }
        first = task
        let gate = ResponseGate<AuthenticationError?>()
        Task { gate.open(await task.value) }
        let failure = await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            gate.open(.cancelled)
        }
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
