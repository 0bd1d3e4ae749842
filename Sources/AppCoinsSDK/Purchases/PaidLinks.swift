import APIRuntime
import AppCoinsAPI

/// The purchases that links name, which are stored with the orders that they may have paid for.
final class PaidLinks: Sendable {
    /// The unpaid orders that the purchase of a link may have paid for.
    struct Match {
        /// The order that the link names, or else every unpaid order of the product.
        let orders: [LedgerEntry]
        /// Whether the link names one of the orders.
        let isNamed: Bool
    }

    /// The largest number of links that are kept to be stored later, because any web page can open a link.
    private static let maximumUnread = 256

    private let ledger: LedgerStore
    private let wallets: WalletBook
    private let environment: AppcEnvironment
    /// The links that arrived while the orders could not be read, which the system does not deliver again.
    private let unread = LockedState<[CheckoutPurchaseResult]>([])

    init(ledger: LedgerStore, wallets: WalletBook, environment: AppcEnvironment) {
        self.ledger = ledger
        self.wallets = wallets
        self.environment = environment
    }

    /// Stores the purchase of a link and its wallet for the orders that it may have paid for.
    ///
    /// - Returns: The orders; `nil` if they cannot be read now. ``keepUnread()`` then stores the link.
    func keep(_ result: CheckoutPurchaseResult) -> Match? {
        guard let match = try? match(result) else {
            unread.withLock { links in
                links.removeAll { $0 == result }
                links = Array((links + [result]).suffix(Self.maximumUnread))
            }
            return nil
        }
        return match
    }

    /// Whether links wait for the orders.
    var hasUnread: Bool { unread.withLock { !$0.isEmpty } }

    /// Stores the links that arrived while the orders could not be read.
    ///
    /// - Returns: Whether an order may have been paid for by one of them.
    /// - Throws: ``SecretStoreError`` if the orders still cannot be read.
    func keepUnread() throws -> Bool {
        var hasOrders = false
        for link in unread.withLock(\.self) {
            if try !match(link).orders.isEmpty { hasOrders = true }
            unread.withLock { $0.removeAll { $0 == link } }
        }
        return hasOrders
    }

    private func match(_ result: CheckoutPurchaseResult) throws -> Match {
        let allUnpaid = try ledger.entries().filter { $0.payment == nil }
        let unpaid = allUnpaid.filter { $0.sku == result.purchaseData.productId }
        let named = unpaid.filter { $0.reference == result.orderReference }
        let orders = named.isEmpty ? unpaid : named
        // Stored for the open order as well: its checkout may end before it processes the link.
        for order in orders { keep(result, for: order, unpaid: Set(allUnpaid.map(\.id))) }
        return Match(orders: orders, isNamed: !named.isEmpty)
    }

    private func keep(_ result: CheckoutPurchaseResult, for order: LedgerEntry, unpaid: Set<String>) {
        let uid = result.purchaseData.purchaseToken
        // No search looks for it again, so it would take the place of another one.
        guard !order.rejected.contains(uid) else { return }
        var isFull = order.claims.count >= LedgerEntry.maximumClaims
        // The wallet first: a search for the claim alone would not find the purchase.
        if let suspect = StoredWalletChange(result.wallet)?.stored(at: environment.now) {
            let hasDisplaced = try? wallets.suspects.add(suspect, for: uid, of: order.id, unpaid: unpaid)
            isFull = isFull || hasDisplaced == true
        }
        try? ledger.claim(uid, for: order.id, at: environment.now)
        if isFull { environment.log("Many links name purchases for one order; the least likely one made room.") }
    }
}
