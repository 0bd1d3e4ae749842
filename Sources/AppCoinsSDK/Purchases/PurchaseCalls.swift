import APIRuntime
import AppCoinsAPI
import Foundation

/// The calls that read purchases and change their state, each change at most once.
struct PurchaseCalls: Sendable {
    /// The addresses and settings of the calls.
    let environment: AppcEnvironment
    /// The wallets whose purchases are read.
    let wallets: WalletBook

    /// A purchase and the wallet that owns it.
    struct Found: Sendable {
        /// The purchase.
        let record: PurchaseRecord
        /// Its wallet.
        let account: WalletAccount
    }

    // MARK: - Reading

    /// Returns the purchases of all wallets with the wallet's address, newest first.
    ///
    /// - Throws: The error of the first wallet that cannot be read, or of the first purchase that cannot be decoded.
    func list(
        domain: String,
        sku: String? = nil,
        state: [PurchaseState]? = nil
    ) async throws -> [(record: PurchaseRecord, address: String)] {
        var found: [(record: PurchaseRecord, address: String)] = []
        for account in try await wallets.accounts() {
            let pages = client(account.session).purchases.listPages(
                domain: domain,
                sku: sku,
                state: state,
                platform: .ios
            )
            for try await page in pages { found += page.items.map { ($0, account.address) } }
        }
        return Self.newestFirst(found) { $0.record.created }
    }

    /// Returns the items by time, latest first; items with the same time or without one keep their order.
    static func newestFirst<Item>(_ items: [Item], created: (Item) -> String) -> [Item] {
        let dated = items.enumerated().map { (offset: $0, date: date(created($1)), item: $1) }
        return dated.sorted { first, second in
            switch (first.date, second.date) {
            case (let first?, let second?) where first != second: first > second
            default: first.offset < second.offset
            }
        }.map(\.item)
    }

    private static func date(_ text: String) -> Date? {
        try? JSONValue.string(text).decode(Date.self)
    }

    /// Returns a purchase from the first wallet that owns it, starting with the latest wallet.
    ///
    /// - Returns: `nil` if no wallet owns it.
    /// - Throws: The error of a wallet, if no other owns the purchase.
    func find(_ uid: String, domain: String, preferring address: String? = nil) async throws -> Found? {
        var failure: (any Error)?
        for account in Self.order(try await wallets.accounts(), preferring: address) {
            do {
                let record = try await client(account.session).purchases.get(domain: domain, uid: uid)
                return Found(record: record, account: account)
            } catch {
                if error.status != 404, error.status != 403 { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return nil
    }

    private static func order(_ accounts: [WalletAccount], preferring address: String?) -> [WalletAccount] {
        let latestFirst = Array(accounts.reversed())
        guard let address else { return latestFirst }
        return latestFirst.filter { $0.address == address } + latestFirst.filter { $0.address != address }
    }

    // MARK: - State changes

    /// A state change that happens once for a purchase.
    typealias Step = PurchaseStep.Kind

    /// Performs a state change for a wallet.
    ///
    /// - Returns: The state of the purchase afterwards.
    /// - Throws: The error of the call.
    func take(_ step: Step, uid: String, domain: String, account: WalletAccount) async throws -> PurchaseState {
        try await PurchaseStep(step: step, uid: uid, domain: domain, configuration: environment.configuration)
            .take(client(account.session).purchases)
    }

    private func client(_ session: WalletSession) -> AppCoinsClient {
        AppCoinsClient(
            servers: environment.servers,
            credentials: AppCoinsCredentials(walletToken: session),
            configuration: environment.configuration
        )
    }
}
