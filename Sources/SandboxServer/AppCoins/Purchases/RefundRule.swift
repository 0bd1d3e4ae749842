import AppCoinsAPI
public import Foundation

/// The rule for refunding purchases that are not processed in time.
///
/// The service's documentation states both conditions, in different sections.
public enum RefundRule: String, Sendable, Hashable, CaseIterable {
    /// Refunds purchases that were neither acknowledged nor consumed.
    case unacknowledged

    /// Refunds purchases that were not consumed, even if they were acknowledged.
    case unconsumed

    /// Refunds no purchases.
    case never

    /// The time from the purchase to the refund in seconds: 24 hours.
    public static let delay: TimeInterval = 24 * 60 * 60

    /// Returns whether a purchase is to be refunded at a time.
    func isDue(_ purchase: StoredPurchase, at now: Date) -> Bool {
        guard !purchase.isVoided, now.timeIntervalSince(purchase.created) >= Self.delay else { return false }
        return switch self {
        case .unacknowledged: purchase.state == .pending
        case .unconsumed: purchase.state != .consumed
        case .never: false
        }
    }
}
