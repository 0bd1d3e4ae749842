import APIRuntime
import AppCoinsAPI
import Foundation

/// Reads purchases, and moves them on without ever doing so twice.
struct PurchaseCalls: Sendable {
    /// Where calls go and how they are sent.
    let environment: AppcEnvironment
    /// The wallets to ask.
    let wallets: WalletBook

    /// A purchase and the wallet that owns it.
    struct Found: Sendable {
        /// The purchase.
        let record: PurchaseRecord
        /// Its wallet.
        let account: WalletAccount
    }

    // MARK: - Reading

    /// The purchases of all wallets with their address, newest first.
    ///
    /// - Throws: The failure of the first wallet that cannot be read, or of the first purchase that is not understood.
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

    /// The items by their time, latest first; those at the same time, and without one, keep their order.
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

    /// A purchase, from the first wallet that knows it; the latest wallet is asked first.
    ///
    /// - Returns: `nil` when no wallet knows it.
    /// - Throws: The failure of a wallet, when no other knows the purchase.
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

    // MARK: - Moving on

    /// A step that a purchase takes once.
    typealias Step = PurchaseStep.Kind

    /// Takes a step for a wallet.
    ///
    /// - Returns: The state of the purchase afterwards.
    /// - Throws: The failure of the call.
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
