import AppCoinsAPI
import APIRuntime

/// How a payment in the sandbox goes.
public enum CheckoutOutcome: String, Sendable, Hashable, CaseIterable {
    /// Paid.
    case success

    /// Waits for the buyer, until a control call says how it ends.
    case pending

    /// The buyer changes their mind; the page says nothing to the app.
    case cancelled

    /// Refused, with the kind `failed`.
    case failed

    /// Broken off, with the kind `network`.
    case network

    /// Never ends by itself, and the page stays silent.
    case hang

    /// Paid, and the page says so twice.
    case twice

    /// The status in which the payment stays.
    var endStatus: TransactionStatus {
        switch self {
        case .success, .twice: .completed
        case .pending: .pendingUserPayment
        case .cancelled: .canceled
        case .failed, .network: .failed
        case .hang: .processing
        }
    }

    /// The outcome that a developer's payload asks for with a word like `sandbox:failed`; `nil` when it asks for none.
    init?(payload: String?) {
        let marker = "sandbox:"
        let words = payload?.split(whereSeparator: { $0 == " " || $0 == ";" || $0 == "," }) ?? []
        guard let word = words.first(where: { $0.hasPrefix(marker) }) else { return nil }
        self.init(rawValue: String(word.dropFirst(marker.count)))
    }
}

extension TransactionStatus {
    /// Whether nothing can follow.
    var isFinal: Bool {
        switch self {
        case .completed, .invalidTransaction, .failed, .canceled, .fraud, .expired: true
        default: false
        }
    }
}
