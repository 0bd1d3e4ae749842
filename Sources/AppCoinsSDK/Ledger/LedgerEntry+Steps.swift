import APIRuntime
import AppCoinsAPI
import Foundation

/// The fixed times of the ledger, in seconds.
enum LedgerRules {
    /// The longest time between two attempts at a duty, except for old orders without a purchase.
    static let usualPause: TimeInterval = 3600
    /// The time within which an order without a purchase is looked for with the usual pauses.
    static let closeLook: TimeInterval = 72 * 3600
    /// The time between two absences that are counted, and between two searches for an old order.
    static let absencePause: TimeInterval = 12 * 3600
    /// The number of absences after which an order is only compared with purchases that are named.
    static let maximumAbsences = 14
    /// The number of settled entries that are kept, so that their purchases are recognized.
    static let maximumSettled = 200
    /// The time for which refunds of a reported purchase are detected.
    static let refundWindow: TimeInterval = 60 * 86_400
    /// The time within which a purchase is read at every opportunity: it includes the service's refund after a day.
    static let closeWatch: TimeInterval = 25 * 3600
    /// The time by which the clocks of the device and of the service may differ.
    static let clockTolerance: TimeInterval = 15 * 60
    /// The time for which a holder may perform a duty without others.
    static let leaseTime: TimeInterval = 60
    /// The largest number of entries that are not settled.
    static let maximumEntries = 500

    /// Returns the longest time between two attempts at a duty.
    static func longestPause(of duty: LedgerEntry.Duty) -> TimeInterval {
        duty == .look ? absencePause : usualPause
    }
}

extension LedgerEntry {
    /// Whether the entry only records the delivery of a purchase that was not made through this ledger.
    var isDeliveryOnly: Bool { reference.isEmpty }

    /// Returns whether the purchase of a delivery may have paid for the order.
    func mayBePaid(by delivery: LedgerEntry) -> Bool {
        payment == nil && domain == delivery.domain && sku == delivery.sku && payload == delivery.payload
    }

    /// Returns whether a purchase may have paid for the order.
    func mayBePaid(by purchase: NoticedPurchase) -> Bool {
        payment == nil && domain == purchase.domain && sku == purchase.sku && payload == purchase.payload
    }

    /// Returns whether a wallet may pay or have paid for the order.
    func mayBePaid(by wallet: StoredWallet.Identity) -> Bool {
        switch wallet {
        case .guest(let uid): uid == guestUID
        case .user(let address): payers?.contains(address) == true
        }
    }

    /// Whether the purchase is consumed.
    var isConsumed: Bool { payment?.state == PurchaseState.consumed.rawValue }

    /// Whether the app has delivered the purchase, so that it must not be delivered again.
    var isDelivered: Bool { payment != nil && (isFinishRequested || isConsumed) }

    /// Whether the service had no purchase so often that only named purchases are compared with the order.
    ///
    /// The order is kept, because a payment may be settled after days; each purchase that is read is compared with it.
    var isDormant: Bool { payment == nil && absences >= LedgerRules.maximumAbsences }

    /// The duties that the service has not confirmed, regardless of their due times.
    var openDuties: [Duty] {
        Duty.allCases.filter { !confirmed.contains($0) && isOwed($0) }
    }

    private func isOwed(_ duty: Duty) -> Bool {
        guard let payment else {
            return switch duty {
            case .look: !isDormant || !claims.isEmpty
            case .reportToken: token != nil
            default: false
            }
        }
        switch duty {
        case .look: return false
        case .acknowledge:
            return payment.isVerified && payment.state == PurchaseState.pending.rawValue && !payment.isRefunded
        case .finish: return isFinishRequested && !isConsumed && !payment.isRefunded
        case .reportToken: return token != nil
        // A purchase that was made elsewhere is reported there.
        case .reportOrder: return !isDeliveryOnly
        case .reportRefund: return payment.isRefunded && confirmed.contains(.reportOrder) && token != nil
        case .watch: return !payment.isRefunded && (!isConsumed || token != nil)
        }
    }

    /// Returns the duties to perform now.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - all: Whether to ignore due times, after the app has started.
    /// - Returns: The duties, in the order in which they are performed.
    func dueDuties(at now: Date, all: Bool = false) -> [Duty] {
        isSettled(at: now) ? [] : openDuties.filter { all || isDue($0, at: now) }
    }

    private func isDue(_ duty: Duty, at now: Date) -> Bool {
        if duty == .watch, let payment, abs(now.timeIntervalSince(payment.found)) < LedgerRules.closeWatch {
            return true
        }
        guard let due = attempts[duty.rawValue]?.due else { return true }
        // A due time that is too far away was set before the clock was set back.
        return due <= now || due.timeIntervalSince(now) > LedgerRules.longestPause(of: duty)
    }

    /// The time of the next attempt at a duty that should not wait for the regular sweep; `nil` if there is none.
    func nextAttempt(now: Date) -> Date? {
        openDuties.filter { $0 != .watch }.map { attempts[$0.rawValue]?.due ?? now }.min()
    }

    /// Returns whether nothing remains to be done for the purchase.
    ///
    /// The latest settled entries are kept, so that their purchases are neither delivered again nor taken for those of
    /// other orders.
    func isSettled(at now: Date) -> Bool {
        guard let payment else { return false }
        let open = openDuties
        if open.isEmpty { return true }
        return open == [.watch] && now.timeIntervalSince(payment.found) > LedgerRules.refundWindow
    }
}

extension LedgerEntry {
    /// Returns whether only reports remain to be done for a purchase whose refund is no longer detected.
    func isOnlyReported(at now: Date) -> Bool {
        guard let payment, now.timeIntervalSince(payment.found) > LedgerRules.refundWindow else { return false }
        return Set(openDuties).isSubset(of: [.watch, .reportToken, .reportOrder, .reportRefund])
    }
}

extension LedgerEntry.Duty {
    /// Whether the duty changes the purchase at the service, so that it must not be performed twice at a time.
    var changesPurchase: Bool { self == .acknowledge || self == .finish }
}
