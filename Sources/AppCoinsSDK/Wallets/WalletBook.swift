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
    private var sessions: [StoredWallet.Identity: KeptSession] = [:]
    /// The active wallets that could not be stored, the latest last; until then, only this instance knows them.
    private var unsaved: [UnsavedWallet] = []

    /// A session for as long as the list has the refresh token that it uses.
    private struct KeptSession {
        let session: WalletSession
        var listedToken: String?
    }

    /// An active wallet that is not stored yet, or only in the list.
    private struct UnsavedWallet {
        var wallet: StoredWallet
        /// The time at which the wallet became active, in seconds since 2001.
        let activated: TimeInterval
        /// The token that the list had for the wallet at that time; `nil` if there was none.
        let formerToken: String?
        var isListed = false
        /// Whether storing it has failed before, so that another instance may have stored a later sign-in since then.
        var isDelayed = false

        /// Returns whether the list has the wallet, from a later sign-in, or with a renewed token.
        func isObsolete(in list: WalletList) -> Bool {
            guard !isListed, let listed = list[wallet.identity] else { return isListed }
            if listed.added == wallet.added { return listed.refreshToken != formerToken }
            return (listed.added ?? -.infinity) > (wallet.added ?? .infinity)
        }

        /// Returns whether the buyer has signed in to the stored active wallet later.
        func isObsolete(after active: StoredWallet?) -> Bool { (active?.added ?? -.infinity) > activated }
    }

    /// The wallets that links name.
    let suspects: SuspectWallets

    /// Creates the wallet book of an environment.
    init(environment: AppcEnvironment, client: AppCoinsClient) {
        self.environment = environment
        self.client = client
        suspects = SuspectWallets(store: environment.wallets)
    }

    /// Makes a wallet the active one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored. It is active in this instance nevertheless, and
    ///   ``saveWallets()`` stores it later.
    func activate(_ wallet: StoredWallet) throws {
        unsaved.removeAll { $0.wallet.identity == wallet.identity }
        let now = environment.now.timeIntervalSinceReferenceDate
        let list = WalletList(stored: try? environment.wallets.secret(Self.listName))
        let former = list[wallet.identity]?.refreshToken
        unsaved.append(UnsavedWallet(wallet: wallet, activated: now, formerToken: former))
        sessions[wallet.identity] = nil
        defer { for index in unsaved.indices { unsaved[index].isDelayed = true } }
        try saveWallets()
    }

    /// Stores the wallets that could not be stored before: the active ones, unless the store has a later sign-in, and those
    /// that links name.
    ///
    /// - Throws: ``SecretStoreError`` if the active ones still cannot be stored.
    func saveWallets() throws {
        try? suspects.storeAll()
        while let first = unsaved.first {
            try change { list in
                let isObsolete = first.isDelayed ? first.isObsolete(in: list) : first.isListed
                if !isObsolete { list.activate(first.wallet) }
            }
            // Not repeated if the next step fails: another instance may have replaced the listed token.
            unsaved[0].isListed = true
            let active = try JSONEncoder().encode(try current()[first.wallet.identity] ?? first.wallet)
            // An update, because another instance may be renewing the token of the former active wallet.
            try environment.wallets.update(Self.activeName) { data in
                let isObsolete = first.isDelayed && first.isObsolete(after: Self.wallet(data))
                if !isObsolete { data = active }
            }
            unsaved.removeFirst()
        }
    }

    /// Adds a wallet whose purchases are to be read, without making it the active one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func include(_ wallet: StoredWallet) throws {
        try change { $0.include(wallet) }
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
        try? saveWallets()
        let list = try current()
        var failures = list.unreadable.map { _ in
            WalletFailure(wallet: nil, error: SecretStoreError("a stored wallet is of an unknown kind"))
        }
        var known: [StoredWallet] = []
        var addresses: [String] = []
        var sessions: [WalletSession] = []
        // The sessions of one reading of the list, because a sign-in may replace its tokens during the calls.
        for (wallet, session) in list.wallets.map({ ($0, session($0)) }) {
            do {
                addresses.append(try await session.address())
                known.append(wallet)
                sessions.append(session)
            } catch {
                failures.append(WalletFailure(wallet: wallet.identity, error: error))
            }
        }
        let accounts = WalletList.distinct(known, addresses: addresses).map { index in
            WalletAccount(
                address: addresses[index],
                session: sessions[index],
                identities: known.indices.filter { addresses[$0] == addresses[index] }.map { known[$0].identity }
            )
        }
        return (accounts, failures)
    }

    /// Returns a wallet that a link names, with a session that is not kept.
    ///
    /// - Throws: The error of the call that returns a guest's address.
    func unstored(_ wallet: StoredWallet) async throws -> WalletAccount {
        let session = WalletSession(wallet, client: client, environment: environment) { [suspects] token, former in
            // If it cannot be stored, this search still uses the token, and may find the purchase.
            try? suspects.rotate(token, of: wallet.identity, replacing: former)
        }
        let address = try await session.address()
        return WalletAccount(address: address, session: session, identities: [])
    }

    // MARK: - The active wallet and sessions

    /// Returns the active wallet with the listed token; `nil` if none has ever been active.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func active() throws -> StoredWallet? {
        var active = Self.wallet(try environment.wallets.secret(Self.activeName))
        if let latest = unsaved.last, !latest.isObsolete(after: active) { active = latest.wallet }
        guard let active else { return nil }
        // The stored active wallet is a copy, whose token may be an older one.
        return try current()[active.identity] ?? active
    }

    private static func wallet(_ data: Data?) -> StoredWallet? {
        data.flatMap { try? JSONDecoder().decode(StoredWallet.self, from: $0) }
    }

    /// Stores the wallet of a verified purchase if a link has named it for the order, and makes it the active one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func adopt(_ account: WalletAccount, suspectOf order: String) async throws {
        let named = try suspects.wallets(of: order)
        guard !named.isEmpty else { return }
        let wallet = await account.session.stored
        if named.contains(where: { $0.identity == wallet.identity }) { try activate(latest(wallet)) }
        try suspects.remove(order)
    }

    /// Returns the wallet as the list has it, unless the list has it from an earlier sign-in.
    private func latest(_ wallet: StoredWallet) throws -> StoredWallet {
        guard let listed = try current()[wallet.identity], (listed.added ?? 0) >= (wallet.added ?? 0) else {
            return wallet
        }
        return listed
    }

    /// Returns the session of a wallet.
    func session(_ wallet: StoredWallet) -> WalletSession {
        // Another instance may have replaced the token of the session.
        if let kept = sessions[wallet.identity], kept.listedToken == wallet.refreshToken { return kept.session }
        let session = WalletSession(wallet, client: client, environment: environment) { [weak self] token, former in
            try await self?.rotate(token, of: wallet.identity, replacing: former)
        } reload: { [weak self] in
            await self?.listedToken(of: wallet.identity)
        }
        sessions[wallet.identity] = KeptSession(session: session, listedToken: wallet.refreshToken)
        return session
    }

    private func listedToken(of identity: StoredWallet.Identity) -> String? {
        (try? current())?[identity]?.refreshToken
    }

    /// Replaces a refresh token, unless the buyer has signed in again since then.
    private func rotate(_ token: String, of identity: StoredWallet.Identity, replacing former: String?) throws {
        let index = unsaved.firstIndex { $0.wallet.identity == identity && $0.wallet.refreshToken == former }
        if let index, !unsaved[index].isListed {
            unsaved[index].wallet.refreshToken = token
            // The wallet is in memory alone, like its token.
            try? saveWallets()
        } else {
            try change { $0.rotate(token, of: identity, replacing: former) }
            if let index { unsaved[index].wallet.refreshToken = token }
        }
        if sessions[identity]?.listedToken == former { sessions[identity]?.listedToken = token }
        // The token of the active wallet is a copy, so a failure must not separate the list from the session.
        try? environment.wallets.update(Self.activeName) { data in
            guard var active = Self.wallet(data), active.identity == identity, active.refreshToken == former
            else { return }
            active.refreshToken = token
            data = try JSONEncoder().encode(active)
        }
    }

    /// Returns the stored wallets, and those that could not be stored, each from its latest sign-in.
    private func current() throws -> WalletList {
        var list = WalletList(stored: try environment.wallets.secret(Self.listName))
        for entry in unsaved where !entry.isObsolete(in: list) { list.activate(entry.wallet) }
        return list
    }

    /// Changes the list without interruption by another instance, or by another process if the store excludes it; the
    /// Keychain does not.
    private func change(_ body: (inout WalletList) -> Void) throws {
        try environment.wallets.update(Self.listName) { data in
            let before = WalletList(stored: data)
            var list = before
            body(&list)
            if list != before { data = try list.stored() }
        }
    }
}

/// A wallet whose address is known.
struct WalletAccount: Sendable {
    /// The address of the wallet.
    let address: String
    /// The session with the wallet's tokens.
    let session: WalletSession
    /// The stored wallets with the address; empty if the wallet is not stored.
    let identities: [StoredWallet.Identity]
}

/// A wallet whose tokens cannot be fetched.
struct WalletFailure: Error {
    /// The identity of the wallet; `nil` if the stored wallet cannot be read.
    let wallet: StoredWallet.Identity?
    /// The reason.
    let error: any Error

    /// The address of a user's wallet; `nil` for a guest, and for a wallet that cannot be read.
    var address: String? {
        if case .user(let address) = wallet { address } else { nil }
    }

    /// Returns whether the service has responded that it does not accept what identifies a wallet.
    static func isFinal(_ error: any Error) -> Bool {
        guard let status = (error as? any OperationError)?.status else { return isRefusal(error) }
        return (400..<500).contains(status) && status != 408 && status != 429
    }

    /// Returns whether the service refuses the wallet's token for good.
    static func isRefusal(_ error: any Error) -> Bool {
        if let error = error as? AuthenticationError { return error.code == .rejected }
        guard let error = error as? any OperationError else { return false }
        if case .unauthenticated(let cause) = error.failure { return cause.code == .rejected }
        return false
    }
}
