import APIRuntime
import AppCoinsAPI
import Foundation

/// The wallets of an installation, stored in the environment's store, and their tokens.
actor WalletBook {
    // The names under which published versions of the SDK store the same data.
    private static let listName = "wallet-list"
    private static let activeName = "active-wallet"
    private static let suspectsName = "unverified-wallets"
    private static let maximumSuspects = 4

    private let environment: AppcEnvironment
    private let client: AppCoinsClient
    private var sessions: [StoredWallet.Identity: WalletSession] = [:]

    /// Creates the wallet book of an environment.
    init(environment: AppcEnvironment, client: AppCoinsClient) {
        self.environment = environment
        self.client = client
    }

    /// Makes a wallet the active one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func activate(_ wallet: StoredWallet) throws {
        var list = try stored()
        list.activate(wallet)
        try save(list)
        try environment.wallets.set(try JSONEncoder().encode(wallet), for: Self.activeName)
        sessions[wallet.identity] = nil
    }

    /// Adds a wallet whose purchases are to be read, without making it the active one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func include(_ wallet: StoredWallet) throws {
        var list = try stored()
        let before = list
        list.include(wallet)
        if list != before { try save(list) }
    }

    /// Returns the wallets with their sessions, in stored order, one per address.
    ///
    /// - Throws: The error of the first wallet whose address cannot be fetched.
    func accounts() async throws -> [WalletAccount] {
        let (accounts, failures) = try await reachable()
        if let failure = failures.first { throw failure.error }
        return accounts
    }

    /// Returns the wallets with a known address, in stored order, one per address, and the failures of the others.
    ///
    /// - Throws: ``SecretStoreError`` if the stored wallets cannot be read.
    func reachable() async throws -> (accounts: [WalletAccount], failures: [WalletFailure]) {
        var known: [StoredWallet] = []
        var addresses: [String] = []
        var failures: [WalletFailure] = []
        for wallet in try stored().wallets {
            do {
                addresses.append(try await session(wallet).address())
                known.append(wallet)
            } catch {
                failures.append(WalletFailure(wallet: wallet.identity, error: error))
            }
        }
        let accounts = WalletList.distinct(known, addresses: addresses).map { index in
            WalletAccount(address: addresses[index], session: session(known[index]))
        }
        return (accounts, failures)
    }

    /// Returns a wallet that is not stored, with a session that is not kept; `nil` if its address cannot be fetched.
    func unstored(_ wallet: StoredWallet) async -> WalletAccount? {
        let session = WalletSession(wallet, client: client, environment: environment) { _ in }
        guard let address = try? await session.address() else { return nil }
        return WalletAccount(address: address, session: session)
    }

    // MARK: - Wallets that links name

    /// Keeps a wallet that a link names for the search of one order; it is not used for anything else.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func suspect(_ wallet: StoredWallet, of order: String) throws {
        try changeSuspects { suspects in
            suspects.removeAll { $0.order == order }
            suspects = (suspects + [Suspect(order: order, wallet: wallet)]).suffix(Self.maximumSuspects)
        }
    }

    /// Returns the wallet that a link has named for an order; `nil` if there is none.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func suspect(of order: String) throws -> StoredWallet? {
        try suspects().first { $0.order == order }?.wallet
    }

    /// Stores the wallet of a verified purchase if a link has named it, and makes it the active one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func adopt(_ account: WalletAccount, suspectOf order: String) async throws {
        guard let suspect = try suspect(of: order) else { return }
        let wallet = await account.session.stored
        if wallet.identity == suspect.identity { try activate(wallet) }
        try changeSuspects { $0.removeAll { $0.order == order } }
    }

    private func suspects() throws -> [Suspect] {
        try environment.wallets.secret(Self.suspectsName).flatMap {
            try? JSONDecoder().decode([Suspect].self, from: $0)
        } ?? []
    }

    private func changeSuspects(_ change: (inout [Suspect]) -> Void) throws {
        var suspects = try suspects()
        change(&suspects)
        try environment.wallets.set(
            suspects.isEmpty ? nil : try JSONEncoder().encode(suspects),
            for: Self.suspectsName
        )
    }

    // MARK: - The active wallet and sessions

    /// Returns the active wallet; `nil` if none has ever been active.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func active() throws -> StoredWallet? {
        try environment.wallets.secret(Self.activeName).flatMap {
            try? JSONDecoder().decode(StoredWallet.self, from: $0)
        }
    }

    /// Returns the session of a wallet.
    func session(_ wallet: StoredWallet) -> WalletSession {
        if let session = sessions[wallet.identity] { return session }
        let session = WalletSession(wallet, client: client, environment: environment) { [weak self] token in
            try await self?.rotate(token, of: wallet.identity)
        }
        sessions[wallet.identity] = session
        return session
    }

    private func rotate(_ token: String, of identity: StoredWallet.Identity) throws {
        var list = try stored()
        list.rotate(token, of: identity)
        try save(list)
        guard var active = try active(), active.identity == identity else { return }
        active.refreshToken = token
        try environment.wallets.set(try JSONEncoder().encode(active), for: Self.activeName)
    }

    private func stored() throws -> WalletList {
        guard let data = try environment.wallets.secret(Self.listName) else { return WalletList() }
        guard let wallets = try? JSONDecoder().decode([StoredWallet].self, from: data) else {
            // Starting with an empty list would hide the purchases of the wallets in it.
            throw SecretStoreError("the stored wallets cannot be decoded")
        }
        return WalletList(wallets)
    }

    private func save(_ list: WalletList) throws {
        try environment.wallets.set(try JSONEncoder().encode(list.wallets), for: Self.listName)
    }
}

/// A wallet that a link names, and the order whose link it was.
private struct Suspect: Codable {
    let order: String
    let wallet: StoredWallet
}

/// A wallet whose address is known.
struct WalletAccount: Sendable {
    /// The address of the wallet.
    let address: String
    /// The session with the wallet's tokens.
    let session: WalletSession
}

/// A wallet whose tokens cannot be fetched.
struct WalletFailure: Error {
    /// The identity of the wallet.
    let wallet: StoredWallet.Identity
    /// The reason.
    let error: any Error

    /// The address of a user's wallet; `nil` for a guest.
    var address: String? {
        if case .user(let address) = wallet { address } else { nil }
    }

    /// Returns whether the service refuses the wallet's token for good.
    static func isRefusal(_ error: any Error) -> Bool {
        if let error = error as? AuthenticationError { return error.code == .rejected }
        guard let error = error as? any OperationError else { return false }
        if case .unauthenticated(let cause) = error.failure { return cause.code == .rejected }
        return false
    }
}
