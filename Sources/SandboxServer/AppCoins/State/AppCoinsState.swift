import AppCoinsAPI
import APIRuntime
import Foundation

/// The mutable state of the sandbox's AppCoins.
struct AppCoinsState: Sendable {
    /// The settings.
    var settings: AppCoinsSandboxSettings

    /// The scripted outcomes of future payments.
    var script = CheckoutScript()

    /// The purchases, oldest first.
    private(set) var purchases: [StoredPurchase] = []

    /// The payments, by identifier.
    private(set) var transactions: [String: StoredTransaction] = [:]

    /// The reports, one for each external purchase token, in the order in which they were first received.
    private(set) var reports: [StoredReport] = []

    /// The guest identifiers, by wallet address.
    var guests: [String: String] = [:]

    private var random: SeededRandom

    /// Creates an empty state.
    init(random: SeededRandom, settings: AppCoinsSandboxSettings = AppCoinsSandboxSettings()) {
        self.random = random
        self.settings = settings
    }

    // MARK: - Payments

    /// Starts a payment.
    mutating func start(
        _ order: CheckoutOrder,
        product: SandboxProduct,
        price: TransactionPrice,
        wallet: String,
        now: Date
    )
        -> StoredTransaction
    {
        let scripted = { (script: inout CheckoutScript) in script.take(domain: order.domain, sku: order.sku) }
        let outcome =
            order.outcome ?? CheckoutOutcome(payload: order.payload) ?? product.outcome ?? scripted(&script)
            ?? settings.checkout
        let transaction = StoredTransaction(
            uid: identifier(16),
            orderUID: identifier(18),
            order: order,
            wallet: wallet,
            price: price,
            added: now,
            outcome: outcome,
            modified: now
        )
        transactions[transaction.uid] = transaction
        return transaction
    }

    /// Returns a payment and advances it, or returns `nil` if it does not exist.
    mutating func poll(_ uid: String, now: Date) -> StoredTransaction? {
        transactions[uid]?.poll(pollsBeforeEnd: settings.pollsBeforeEnd, now: now)
        return completed(uid, now: now)
    }

    /// Sets the outcome of a payment, or returns `nil` if there is no unfinished payment with the identifier.
    mutating func settle(_ uid: String, _ outcome: CheckoutOutcome, now: Date) -> StoredTransaction? {
        guard let transaction = transactions[uid], !transaction.status.isFinal else { return nil }
        transactions[uid]?.settle(outcome, now: now)
        return completed(uid, now: now)
    }

    private mutating func completed(_ uid: String, now: Date) -> StoredTransaction? {
        guard var transaction = transactions[uid] else { return nil }
        guard transaction.status == .completed, transaction.purchaseUID == nil else { return transaction }
        let purchase = StoredPurchase(
            uid: "catappult.inapp.purchase.\(identifier(14))",
            orderUID: transaction.orderUID,
            domain: transaction.order.domain,
            sku: transaction.order.sku,
            wallet: transaction.wallet,
            payload: transaction.order.payload,
            transactionUID: uid,
            country: transaction.order.country ?? settings.country,
            ordered: transaction.added,
            created: now
        )
        purchases.append(purchase)
        transaction.purchaseUID = purchase.uid
        transaction.hash = "0x\(random.hex(64))"
        transactions[uid] = transaction
        return transaction
    }

    // MARK: - Purchases

    /// Returns a purchase, or `nil` if it does not exist.
    func purchase(_ uid: String) -> StoredPurchase? {
        purchases.last { $0.uid == uid }
    }

    /// Changes a purchase and returns it, or returns `nil` if it does not exist.
    mutating func change(_ uid: String, _ body: (inout StoredPurchase) -> Void) -> StoredPurchase? {
        guard let index = purchases.lastIndex(where: { $0.uid == uid }) else { return nil }
        body(&purchases[index])
        return purchases[index]
    }

    /// Refunds the purchases that were not processed in time.
    mutating func refundOverdue(now: Date) {
        for index in purchases.indices where settings.refundRule.isDue(purchases[index], at: now) {
            purchases[index].isVoided = true
        }
    }

    // MARK: - Reports

    /// Stores a report, replacing an earlier one for the same token.
    ///
    /// Keeps the order if it was already known.
    mutating func record(_ report: ExternalPurchaseReport) {
        let id = report.token.externalPurchaseID
        guard let index = reports.firstIndex(where: { $0.report.token.externalPurchaseID == id }) else {
            reports.append(StoredReport(report: report, count: 1))
            return
        }
        var merged = report
        merged.transaction = report.transaction ?? reports[index].report.transaction
        reports[index] = StoredReport(report: merged, count: reports[index].count + 1)
    }

    // MARK: - Identifiers

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

    private mutating func identifier(_ count: Int) -> String {
        String((0..<count).map { _ in random.pick(Self.letters) })
    }
}
