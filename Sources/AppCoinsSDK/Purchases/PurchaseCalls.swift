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

    /// The purchases of all wallets that could be read.
    struct Listing: Sendable {
        /// The purchases with their wallets, newest first.
        var found: [Found] = []
        /// The wallets and purchases that could not be read.
        var failures: [PurchaseListFailure] = []
        /// The number of wallets whose purchases were read, at least in part.
        var walletsRead = 0
        /// The first error.
        var firstError: (any Error)?
        /// The stored wallets whose tokens the service refuses.
        var refused: Set<StoredWallet.Identity> = []
        /// Whether a wallet or a purchase could not be read that may be readable later.
        var isIncomplete = false

        /// Returns whether the purchase of an order may exist and be readable later.
        ///
        /// A refusal does not hide purchases, because a wallet without a valid token cannot pay; except for the wallets
        /// of the checkout, whose refusal may be temporary.
        func mayHidePurchase(of entry: LedgerEntry) -> Bool {
            isIncomplete || refused.contains { entry.mayBePaid(by: $0) }
        }
    }

    // MARK: - Reading

    /// Returns the purchases of all wallets, newest first and each once, and the failures that may hide others.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app.
    ///   - sku: The product; `nil` for all.
    ///   - state: The states; `nil` for all, also refunded purchases.
    ///   - isRecentOnly: Whether to read only the first page of each wallet.
    /// - Returns: The purchases and the failures.
    /// - Throws: ``SecretStoreError`` if the stored wallets cannot be read.
    func list(
        domain: String,
        sku: String? = nil,
        state: [PurchaseState]? = nil,
        isRecentOnly: Bool = false
    ) async throws -> Listing {
        var listing = Listing()
        let (accounts, failures) = try await wallets.reachable()
        for failure in failures {
            listing.add(failure.error, wallet: failure.address, identities: failure.wallet.map { [$0] })
        }
        for account in accounts {
            await PurchasePages(
                calls: client(account.session).purchases,
                domain: domain,
                sku: sku,
                state: state,
                isFirstOnly: isRecentOnly
            ).read(account, into: &listing)
        }
        // A purchase that is made between two requests moves others to the next page, which then lists them again.
        var seen: Set<String> = []
        listing.found.removeAll { !seen.insert($0.record.uid).inserted }
        listing.found = Self.newestFirst(listing.found) { $0.record.created }
        return listing
    }

    /// Returns the items by time, latest first; items without a time come last, and equal ones keep their order.
    static func newestFirst<Item>(_ items: [Item], created: (Item) -> String) -> [Item] {
        let dated = items.enumerated().map { (offset: $0, date: date(created($1)) ?? .distantPast, item: $1) }
        return dated.sorted { first, second in
            first.date == second.date ? first.offset < second.offset : first.date > second.date
        }.map(\.item)
    }

    private static func date(_ text: String) -> Date? {
        try? JSONValue.string(text).decode(Date.self)
    }

    /// Returns a purchase from the first wallet that owns it, starting with the latest wallet.
    ///
    /// - Parameters:
    ///   - uid: The identifier of the purchase.
    ///   - domain: The bundle identifier of the app.
    ///   - entry: The order whose purchase it may be; `nil` if that is unknown.
    ///   - suspect: A wallet to try last, which is not stored.
    ///   - address: The address of the wallet to try first.
    /// - Returns: `nil` if no wallet owns it.
    /// - Throws: The error of a wallet that may own the purchase, if no other owns it. A wallet whose token the
    ///   service refuses does not count, unless it may have paid for the order.
    func find(
        _ uid: String,
        domain: String,
        of entry: LedgerEntry? = nil,
        suspect: StoredWallet? = nil,
        preferring address: String? = nil
    ) async throws -> Found? {
        let (accounts, failures) = try await wallets.reachable()
        var ordered = Self.order(accounts, preferring: address)
        var suspectError: (any Error)?
        if let suspect {
            do {
                ordered.append(try await wallets.unstored(suspect))
            } catch {
                // After a final response, there is no such wallet that could own the purchase.
                if !WalletFailure.isFinal(error) { suspectError = error }
            }
        }
        let mayOwn = { (identities: [StoredWallet.Identity], error: any Error) in
            !WalletFailure.isRefusal(error) || identities.contains { entry?.mayBePaid(by: $0) == true }
        }
        var failure = failures.first { failed in failed.wallet.map { mayOwn([$0], failed.error) } ?? false }?.error
        for account in ordered {
            do {
                let record = try await client(account.session).purchases.get(domain: domain, uid: uid)
                return Found(record: record, account: account)
            } catch {
                let isAbsent = error.status == 404 || error.status == 403 || !mayOwn(account.identities, error)
                if !isAbsent { failure = failure ?? error }
            }
        }
        if let failure = failure ?? suspectError { throw failure }
        return nil
    }

    /// Returns a purchase of a wallet.
    ///
    /// - Throws: The error of the call.
    func read(_ uid: String, domain: String, account: WalletAccount) async throws -> PurchaseRecord {
        try await client(account.session).purchases.get(domain: domain, uid: uid)
    }

    private static func order(_ accounts: [WalletAccount], preferring address: String?) -> [WalletAccount] {
        let latestFirst = Array(accounts.reversed())
        guard let address else { return latestFirst }
        return latestFirst.filter { $0.address == address } + latestFirst.filter { $0.address != address }
    }

    /// Returns the order reference that the service has for a purchase.
    ///
    /// - Throws: The error of a call that received no usable response.
    func reference(of uid: String) async throws -> OrderMatch.Reference {
        let calls = AppCoinsClient(servers: environment.servers, configuration: environment.configuration)
            .serverPurchases
        do {
            guard let transaction = try await calls.get(purchaseToken: uid).order?.reference,
                let reference = try await calls.transaction(uid: transaction).reference, !reference.isEmpty
            else { return .none }
            return .known(reference)
        } catch let error as any OperationError where Self.isWithoutReference(error) {
            return .none
        }
    }

    /// Returns whether the service responded that it has no reference; no other failure may count as that.
    private static func isWithoutReference(_ error: any OperationError) -> Bool {
        error.status == 404 || error.status == 410
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

extension PurchaseCalls.Listing {
    /// Adds the failure of a wallet.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - address: The address of the wallet; `nil` if it is unknown.
    ///   - identities: The stored wallets with the address; `nil` if the stored wallet cannot be read.
    mutating func add(_ error: any Error, wallet address: String?, identities: [StoredWallet.Identity]?) {
        firstError = firstError ?? error
        if WalletFailure.isRefusal(error) {
            refused.formUnion(identities ?? [])
        } else if identities != nil {
            isIncomplete = true
        }
        failures.append(
            PurchaseListFailure(
                subject: .wallet(address: address),
                error: AppCoinsSDKError(error, while: "The purchases could not be read"),
                isWalletRefused: WalletFailure.isRefusal(error)
            )
        )
    }
}
