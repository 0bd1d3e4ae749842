import APIRuntime
import AppCoinsAPI
import Foundation

/// The fixed times of the ledger, in seconds.
enum LedgerRules {
    /// The longest time between two attempts at a duty.
    static let longestPause: TimeInterval = 3600
    /// The time for which an order without a purchase is kept.
    static let unpaidLifetime: TimeInterval = 72 * 3600
    /// The number of times the service must report that an order has no purchase before it is removed.
    static let unpaidAbsences = 5
    /// The time for which refunds of a reported purchase are detected.
    static let refundWindow: TimeInterval = 60 * 86_400
    /// The time within which a purchase is read at every opportunity: it includes the service's refund after a day.
    static let closeWatch: TimeInterval = 25 * 3600
    /// The time by which the clocks of the device and of the service may differ.
    static let clockTolerance: TimeInterval = 15 * 60
    /// The time for which a holder may perform a duty without others.
    static let leaseTime: TimeInterval = 60
    /// The largest number of entries; the oldest settled entries are removed first.
    static let maximumEntries = 500
}

extension LedgerEntry {
    /// Whether the entry only records the delivery of a purchase that was not made through this ledger.
    var isDeliveryOnly: Bool { reference.isEmpty }

    /// Returns whether the purchase of a delivery may have paid for the order.
    func mayBePaid(by delivery: LedgerEntry) -> Bool {
        payment == nil && domain == delivery.domain && sku == delivery.sku && payload == delivery.payload
    }

    /// Whether the purchase is consumed.
    var isConsumed: Bool { payment?.state == PurchaseState.consumed.rawValue }

    /// The duties that the service has not confirmed, regardless of their due times.
    var openDuties: [Duty] {
        Duty.allCases.filter { !confirmed.contains($0) && isOwed($0) }
    }

    private func isOwed(_ duty: Duty) -> Bool {
        guard let payment else { return duty == .look || (duty == .reportToken && token != nil) }
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
    func dueDuties(at now: Date, all: Bool = false) -> [Duty] {
        openDuties.filter { all || isDue($0, at: now) }
    }

    private func isDue(_ duty: Duty, at now: Date) -> Bool {
        if duty == .watch, let payment, abs(now.timeIntervalSince(payment.found)) < LedgerRules.closeWatch {
            return true
        }
        guard let due = attempts[duty.rawValue]?.due else { return true }
        // A due time that is too far away was set before the clock was set back.
        return due <= now || due.timeIntervalSince(now) > LedgerRules.longestPause
    }

    /// The time of the next attempt at a duty that should not wait for the regular sweep; `nil` if there is none.
    func nextAttempt(now: Date) -> Date? {
        openDuties.filter { $0 != .watch }.map { attempts[$0.rawValue]?.due ?? now }.min()
    }

    /// Returns whether nothing remains to be done, so that the entry can be removed.
    func isSettled(at now: Date) -> Bool {
        guard let payment else {
            return absences >= LedgerRules.unpaidAbsences
                && now.timeIntervalSince(opened) > LedgerRules.unpaidLifetime
        }
        let open = openDuties
        if open.isEmpty { return true }
        return open == [.watch] && now.timeIntervalSince(payment.found) > LedgerRules.refundWindow
    }
}
