import AppCoinsAPI
public import Foundation

/// Which purchases are paid back when nobody takes care of them.
///
/// The service's documentation names both conditions, in different places.
public enum RefundRule: String, Sendable, Hashable, CaseIterable {
    /// Those that were neither acknowledged nor consumed.
    case unacknowledged

    /// Those that were not consumed, acknowledged or not.
    case unconsumed

    /// None.
    case never

    /// Time from the purchase to the refund, in seconds: 24 hours.
    public static let delay: TimeInterval = 24 * 60 * 60

    /// Whether a purchase is to be paid back at a time.
    func isDue(_ purchase: StoredPurchase, at now: Date) -> Bool {
        guard !purchase.isVoided, now.timeIntervalSince(purchase.created) >= Self.delay else { return false }
        return switch self {
        case .unacknowledged: purchase.state == .pending
        case .unconsumed: purchase.state != .consumed
        case .never: false
        }
    }
}
