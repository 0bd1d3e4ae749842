import AppCoinsAPI
import APIRuntime

/// The outcome of a payment in the sandbox.
public enum CheckoutOutcome: String, Sendable, Hashable, CaseIterable {
    /// The payment is completed.
    case success

    /// The payment waits for the buyer, until a control operation sets its outcome.
    case pending

    /// The buyer cancels, and the page sends no message to the app.
    case cancelled

    /// The payment is refused, with the error kind `failed`.
    case failed

    /// The payment is aborted, with the error kind `network`.
    case network

    /// The payment never ends by itself, and the page sends no message.
    case hang

    /// The payment is completed, and the page sends the message twice.
    case twice

    /// The final status of the payment.
    var endStatus: TransactionStatus {
        switch self {
        case .success, .twice: .completed
        case .pending: .pendingUserPayment
        case .cancelled: .canceled
        case .failed, .network: .failed
        case .hang: .processing
        }
    }

    /// Creates the outcome that a developer's payload requests with a word like `sandbox:failed`.
    ///
    /// Returns `nil` if the payload requests none.
    init?(payload: String?) {
        let marker = "sandbox:"
        let words = payload?.split(whereSeparator: { $0 == " " || $0 == ";" || $0 == "," }) ?? []
        guard let word = words.first(where: { $0.hasPrefix(marker) }) else { return nil }
        self.init(rawValue: String(word.dropFirst(marker.count)))
    }
}

extension TransactionStatus {
    /// Whether the status is final.
    var isFinal: Bool {
        switch self {
        case .completed, .invalidTransaction, .failed, .canceled, .fraud, .expired: true
        default: false
        }
    }
}
