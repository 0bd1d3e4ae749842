import APIRuntime
import AppCoinsAPI
import Foundation

/// The tokens of one wallet, fetched when needed by one call for any number of waiting callers.
actor WalletSession: CredentialSource {
    /// The most recently fetched tokens.
    private struct Held: Sendable {
        let address: String
        let credential: AuthCredential
        let fetched: Date
    }

    /// The time for which a user's token is used before it is fetched again, in seconds.
    static let userLifetime: TimeInterval = 600

    /// The identity of the wallet.
    nonisolated let identity: StoredWallet.Identity

    private var wallet: StoredWallet
    private let instance = UUID().uuidString
    private let client: AppCoinsClient
    private let environment: AppcEnvironment
    private let keep: @Sendable (String, String?) async throws -> Void
    private let reload: @Sendable () async -> String?
    private var keptToken: String?
    private var held: Held?
    private var fetching: Task<Held, any Error>?
    private var lastVersion = 0

    /// Creates a session without tokens.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - client: A client without credentials.
    ///   - environment: The addresses and the current time.
    ///   - keep: A closure that stores a new refresh token in place of the former one, before the token is used.
    ///   - reload: A closure that returns the stored refresh token; `nil` if there is none.
    init(
        _ wallet: StoredWallet,
        client: AppCoinsClient,
        environment: AppcEnvironment,
        keep: @escaping @Sendable (String, String?) async throws -> Void,
        reload: @escaping @Sendable () async -> String? = { nil }
    ) {
        self.wallet = wallet
        keptToken = wallet.refreshToken
        self.client = client
        self.environment = environment
        self.keep = keep
        self.reload = reload
        identity = wallet.identity
    }

    /// The wallet in its stored form, with the latest refresh token.
    var stored: StoredWallet { wallet }

    /// Returns the address of the wallet.
    ///
    /// - Throws: The error of the call that returns a guest's address.
    func address() async throws -> String {
        if case .user(let address) = identity { return address }
        return try await tokens().address
    }

    /// Returns the token to send.
    ///
    /// - Throws: `AuthenticationError` if the tokens cannot be fetched.
    func credential() async throws(AuthenticationError) -> AuthCredential {
        do {
            return try await tokens().credential
        } catch {
            throw Self.authenticationError(error)
        }
    }

    /// Returns a new token after a 401 response, or the current token if the rejected one is older.
    ///
    /// - Throws: `AuthenticationError` if the tokens cannot be fetched.
    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        if held?.credential.version == credential.version { held = nil }
        return try await self.credential()
    }

    /// Returns a stable name of the owner.
    func partition() async -> String? { partitionName }

    private var partitionName: String {
        switch identity {
        // The address of a guest is not known yet. Each session is a separate owner, whose responses are not cached.
        case .guest: "*guest-\(instance)"
        case .user(let address): "user-\(address)"
        }
    }

    private var current: Held? {
        guard let held else { return nil }
        guard wallet.isUser else { return held }
        let age = environment.now.timeIntervalSince(held.fetched)
        return (0..<Self.userLifetime).contains(age) ? held : nil
    }

    private func tokens() async throws -> Held {
        if let current { return current }
        return try await (fetching ?? startFetching()).valueUnlessCancelled()
    }

    /// Starts the one call for all waiting callers, which goes on if they are cancelled.
    private func startFetching() -> Task<Held, any Error> {
        let task = Task {
            defer { fetching = nil }
            let fresh = try await fetch()
            held = fresh
            return fresh
        }
        fetching = task
        return task
    }

    private func fetch() async throws -> Held {
        lastVersion += 1
        let version = lastVersion
        switch identity {
        case .guest(let uid):
            let response = try await client.wallets.guest(id: uid)
            return hold(response.address, response.ewt, version)
        case .user:
            let response = try await exchange()
            // Held even if it cannot be stored now: the service may have invalidated the former token.
            wallet.refreshToken = response.refreshToken
            // Stored before it is used, so that no end of the process loses it.
            if response.refreshToken != keptToken {
                try await keep(response.refreshToken, keptToken)
                keptToken = response.refreshToken
            }
            return hold(response.address, response.authToken, version)
        }
    }

    /// Exchanges the refresh token for new tokens.
    ///
    /// A refused token may be stale, because the buyer or another instance has signed in again. The stored one is then
    /// tried once.
    private func exchange() async throws -> UserWalletTokens {
        do {
            return try await userClient(wallet.refreshToken).wallets.refreshUser(body: [:])
        } catch {
            guard Self.isRefusal(error.status), let stored = await reload(), stored != keptToken else { throw error }
            let response = try await userClient(stored).wallets.refreshUser(body: [:])
            keptToken = stored
            return response
        }
    }

    private func hold(_ address: String, _ token: String, _ version: Int) -> Held {
        let credential = AuthCredential(value: token, version: version, partition: partitionName)
        return Held(address: address, credential: credential, fetched: environment.now)
    }

    private func userClient(_ token: String?) -> AppCoinsClient {
        AppCoinsClient(
            servers: environment.servers,
            credentials: AppCoinsCredentials(refreshToken: .bearer(token ?? "")),
            configuration: environment.configuration
        )
    }

    private static func isRefusal(_ status: Int?) -> Bool { status.map { [400, 401, 403].contains($0) } ?? false }

    private static func authenticationError(_ error: any Error) -> AuthenticationError {
        if let error = error as? AuthenticationError { return error }
        if error is CancellationError {
            return AuthenticationError(.cancelled, message: "The task was cancelled while it waited for a token.")
        }
        guard let error = error as? any OperationError else {
            return AuthenticationError(.storage, message: "The wallet's token could not be stored.")
        }
        guard let status = error.status else {
            return AuthenticationError(.unreachable, message: "The wallet's token could not be fetched.")
        }
        let code: AuthenticationError.Code = isRefusal(status) ? .rejected : .unreachable
        return AuthenticationError(code, status: status, message: "The wallet's token could not be fetched.")
    }
}
