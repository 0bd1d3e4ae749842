import AppCoinsAPI
import Foundation

/// A payment as the sandbox keeps it.
struct StoredTransaction: Sendable, Hashable {
    /// Identifier.
    let uid: String

    /// Identifier of the order that a success completes.
    let orderUID: String

    /// What the buyer asked for.
    let order: CheckoutOrder

    /// Address of the wallet that pays.
    let wallet: String

    /// What is paid.
    let price: TransactionPrice

    /// When it was started.
    let added: Date

    /// How it goes.
    var outcome: CheckoutOutcome

    /// Where it stands.
    var status = TransactionStatus.pending

    /// How often it was looked at while it was not final.
    var polls = 0

    /// The purchase; `nil` unless it is paid.
    var purchaseUID: String?

    /// Hash of the transfer; `nil` unless it is paid.
    var hash: String?

    /// When the status last changed.
    var modified: Date

    /// Moves on because somebody looks: first it is in progress, then it is where its outcome leaves it.
    mutating func poll(pollsBeforeEnd: Int, now: Date) {
        guard !status.isFinal else { return }
        polls += 1
        move(to: polls <= pollsBeforeEnd ? .processing : outcome.endStatus, now: now)
    }

    /// Ends, or waits, as an outcome says, at once.
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

/// What a buyer asks for at the checkout.
struct CheckoutOrder: Sendable, Hashable {
    /// Bundle identifier of the app.
    let domain: String

    /// The product.
    let sku: String

    /// The developer's payload; `nil` when there is none.
    var payload: String?

    /// The caller's own reference; `nil` when it has none.
    var reference: String?

    /// Guest identifier that the checkout was opened with; `nil` when it had none.
    var guestUID: String?

    /// Country of the buyer; `nil` takes the sandbox's.
    var country: String?

    /// The discount that the price was shown with; `nil` for none.
    var discountPolicy: DiscountPolicy?

    /// How the payment is to go, when the caller decides it; `nil` leaves it to payload, product and script.
    var outcome: CheckoutOutcome?
}
