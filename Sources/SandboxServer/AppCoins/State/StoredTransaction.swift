import AppCoinsAPI
import Foundation

/// A payment in the sandbox's records.
struct StoredTransaction: Sendable, Hashable {
    /// The identifier of the payment.
    let uid: String

    /// The identifier of the order that a successful payment completes.
    let orderUID: String

    /// The buyer's order.
    let order: CheckoutOrder

    /// The address of the wallet that pays.
    let wallet: String

    /// The price.
    let price: TransactionPrice

    /// The time at which the payment was started.
    let added: Date

    /// The outcome of the payment.
    var outcome: CheckoutOutcome

    /// The current status.
    var status = TransactionStatus.pending

    /// The number of status requests before the payment was final.
    var polls = 0

    /// The identifier of the purchase; `nil` unless the payment is completed.
    var purchaseUID: String?

    /// The hash of the transfer; `nil` unless the payment is completed.
    var hash: String?

    /// The time of the last status change.
    var modified: Date

    /// Advances the payment on a status request: first to in progress, then to the final status of its outcome.
    mutating func poll(pollsBeforeEnd: Int, now: Date) {
        guard !status.isFinal else { return }
        polls += 1
        move(to: polls <= pollsBeforeEnd ? .processing : outcome.endStatus, now: now)
    }

    /// Sets the outcome and its final status immediately.
    mutating func settle(_ outcome: CheckoutOutcome, now: Date) {
        self.outcome = outcome
        move(to: outcome.endStatus, now: now)
    }

    private mutating func move(to status: TransactionStatus, now: Date) {
        guard status != self.status else { return }
        self.status = status
        modified = now
    }
}

/// A buyer's order at the checkout.
struct CheckoutOrder: Sendable, Hashable {
    /// The bundle identifier of the app.
    let domain: String

    /// The product.
    let sku: String

    /// The developer's payload; `nil` if there is none.
    var payload: String?

    /// The caller's own reference; `nil` if there is none.
    var reference: String?

    /// The guest identifier with which the checkout was opened; `nil` if there was none.
    var guestUID: String?

    /// The country of the buyer; `nil` for the sandbox's country.
    var country: String?

    /// The discount with which the price was displayed; `nil` for none.
    var discountPolicy: DiscountPolicy?

    /// The outcome that the caller requests; `nil` if the payload, the product or the script decides.
    var outcome: CheckoutOutcome?
}
