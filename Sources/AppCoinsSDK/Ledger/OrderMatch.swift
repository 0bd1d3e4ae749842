import AppCoinsAPI
import Foundation

/// The decision whether a purchase paid for an order.
enum OrderMatch: Sendable, Hashable {
    /// The purchase paid for the order.
    case same
    /// The purchase belongs to another order.
    case other
    /// The known facts do not decide it.
    case unclear

    /// The order reference that the service has for a purchase.
    enum Reference: Sendable, Hashable {
        /// The service has this reference.
        case known(String)
        /// The service has no reference for the purchase.
        case none
    }

    /// Compares a purchase with an order.
    ///
    /// - Parameters:
    ///   - record: The purchase at the service.
    ///   - data: The signed data of the purchase.
    ///   - entry: The order.
    ///   - taken: The purchases that belong to other orders.
    ///   - reference: The order reference at the service.
    ///   - isSuspect: Whether only a link names the wallet of the purchase. Any web page can open a link, so only the
    ///     reference binds such a purchase to the order.
    init(
        _ record: PurchaseRecord,
        _ data: PurchaseVerificationData,
        of entry: LedgerEntry,
        taken: Set<String>,
        reference: Reference,
        isSuspect: Bool = false
    ) {
        guard Self.isCandidate(record, data, of: entry, taken: taken) else {
            self = .other
            return
        }
        let isEarlier = Self.isEarlier(data, than: entry.openedAtService)
        let isEarlierOnDevice = Self.isEarlier(data, than: entry.opened)
        switch reference {
        case .known(entry.reference) where !isEarlier || entry.isReferenceUnique == true: self = .same
        // An app may use a reference twice, so the reference alone does not bind an earlier purchase to the order; but
        // one inaccurate clock does not exclude it either.
        case .known(entry.reference): self = isEarlierOnDevice ? .other : .unclear
        case .known: self = .other
        case .none where isEarlier: self = .other
        case .none where isSuspect: self = .unclear
        // The clock of the device may be wrong, so an early time alone does not exclude the purchase.
        case .none: self = entry.openedAtService == nil && isEarlierOnDevice ? .unclear : .same
        }
    }

    /// Returns whether a purchase was made before a checkout opened; `false` if the time is unknown.
    private static func isEarlier(_ data: PurchaseVerificationData, than opened: Date?) -> Bool {
        guard let opened else { return false }
        let bought = Date(timeIntervalSince1970: Double(data.purchaseTime) / 1000)
        return bought < opened.addingTimeInterval(-LedgerRules.clockTolerance)
    }

    /// Returns whether product, payload and earlier matches allow that a purchase paid for an order.
    static func isCandidate(
        _ record: PurchaseRecord,
        _ data: PurchaseVerificationData,
        of entry: LedgerEntry,
        taken: Set<String>
    ) -> Bool {
        record.sku == entry.sku && data.developerPayload == entry.payload
            && (record.payload ?? "") == entry.payload && !taken.contains(record.uid)
    }
}
