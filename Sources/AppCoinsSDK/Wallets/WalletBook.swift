import APIRuntime
import AppCoinsAPI
import Foundation

/// The wallets of an installation, stored in the environment's store, and their tokens.
actor WalletBook {
    // The names under which published versions of the SDK store the same data.
    private static let listName = "wallet-list"
    private static let activeName = "active-wallet"

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
    /// - Throws: The error of the first wallet whose token cannot be fetched: omitting it would hide its purchases.
    func accounts() async throws -> [WalletAccount] {
        let wallets = try stored().wallets
        var addresses: [String] = []
        for wallet in wallets { addresses.append(try await session(wallet).address()) }
        return WalletList.distinct(wallets, addresses: addresses).map { index in
            WalletAccount(address: addresses[index], session: session(wallets[index]))
        }
    }

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

/// A wallet whose address is known.
struct WalletAccount: Sendable {
    /// The address of the wallet.
    let address: String
    /// The session with the wallet's tokens.
    let session: WalletSession
}
