import AppCoinsAPI
import Foundation

/// The entries of all orders, and the rules that concern several of them.
///
/// A value without side effects; ``LedgerStore`` stores it.
struct Ledger: Sendable, Hashable {
    /// The entries, oldest first.
    private(set) var entries: [LedgerEntry]

    /// Creates a ledger with entries.
    init(_ entries: [LedgerEntry] = []) {
        self.entries = entries
    }

    /// Returns an entry; `nil` if it was removed.
    subscript(id: String) -> LedgerEntry? { entries.first { $0.id == id } }

    /// Adds an entry, and removes settled ones.
    mutating func add(_ entry: LedgerEntry, now: Date) {
        entries.append(entry)
        prune(now: now)
    }

    /// Applies an event to an entry.
    ///
    /// A purchase that belongs to another entry is not accepted.
    ///
    /// - Returns: The changed entry; `nil` if there is none.
    mutating func record(_ event: LedgerEntry.Event, of id: String, at now: Date) -> LedgerEntry? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        if case .found(let payment) = event, taken(besides: id).contains(payment.uid) { return entries[index] }
        entries[index].on(event, at: now)
        let changed = entries[index]
        if changed.isSettled(at: now) { prune(now: now) }
        return changed
    }

    /// Acquires the right to perform a duty of an entry.
    ///
    /// - Parameters:
    ///   - duty: The duty.
    ///   - id: The identifier of the entry.
    ///   - holder: The identifier of the new holder.
    ///   - now: The current time.
    ///   - isGone: A closure that returns whether the process of another holder is known to have ended.
    /// - Returns: `false` if another holder has it, or if the entry was removed.
    mutating func begin(
        _ duty: LedgerEntry.Duty,
        of id: String,
        by holder: String,
        at now: Date,
        unless isGone: (String) -> Bool = { _ in false }
    ) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        return entries[index].begin(duty, by: holder, at: now, unless: isGone)
    }

    /// Stores the token of an entry that has none.
    mutating func keep(_ token: ExternalPurchaseToken, of id: String) {
        guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].token == nil else { return }
        entries[index].token = token
    }

    /// Records that the app has delivered a purchase, and may acquire the right to consume it.
    ///
    /// - Parameters:
    ///   - delivery: The entry to add if the purchase belongs to no order.
    ///   - payment: The purchase.
    ///   - holder: The identifier of the holder of the right; `nil` acquires no right.
    ///   - now: The current time.
    /// - Returns: The identifier of the entry with the purchase.
    mutating func requestFinish(
        _ delivery: LedgerEntry,
        _ payment: LedgerEntry.Payment,
        by holder: String? = UUID().uuidString,
        at now: Date
    ) -> String {
        if let index = entries.firstIndex(where: { $0.payment?.uid == payment.uid }) {
            entries[index].on(.finishRequested, at: now)
            if let holder { _ = entries[index].begin(.finish, by: holder, at: now) }
            return entries[index].id
        }
        // The purchase may have paid for an order whose result was lost. Once it is consumed, no list contains it.
        for index in entries.indices where entries[index].mayBePaid(by: delivery) {
            entries[index].on(.claimed(payment.uid), at: now)
        }
        var delivery = delivery
        delivery.on(.found(payment), at: now)
        delivery.on(.finishRequested, at: now)
        if let holder { _ = delivery.begin(.finish, by: holder, at: now) }
        entries.append(delivery)
        return delivery.id
    }

    /// Reports a purchase to the dormant orders that it may have paid for.
    ///
    /// - Returns: Whether there was such an order.
    mutating func notice(_ purchase: NoticedPurchase, at now: Date) -> Bool {
        guard !entries.contains(where: { $0.payment?.uid == purchase.uid }) else { return false }
        var isNews = false
        for index in entries.indices where entries[index].isDormant && entries[index].mayBePaid(by: purchase) {
            let before = entries[index].claims
            entries[index].on(.claimed(purchase.uid), at: now)
            if entries[index].claims != before { isNews = true }
        }
        return isNews
    }

    /// The purchases that the app has delivered, so that they must not be delivered again.
    var delivered: Set<String> { Set(entries.filter(\.isDelivered).compactMap { $0.payment?.uid }) }

    /// Returns the purchases that cannot have paid for an order, because they belong to other entries.
    func taken(besides id: String) -> Set<String> {
        var taken: Set<String> = []
        var isLater = false
        for entry in entries {
            if entry.id == id {
                isLater = true
            } else if let uid = entry.payment?.uid, !(isLater && entry.isDeliveryOnly) {
                // A purchase that was delivered after the order was stored may have paid for the order.
                taken.insert(uid)
            }
        }
        return taken
    }

    /// Removes the oldest settled entries, and if too many others are left, those with the least hope.
    private mutating func prune(now: Date) {
        let settled = entries.indices.filter { entries[$0].isSettled(at: now) }
        for index in settled.dropLast(LedgerRules.maximumSettled).reversed() { entries.remove(at: index) }
        while entries.count - min(settled.count, LedgerRules.maximumSettled) > LedgerRules.maximumEntries {
            // Unpaid orders go first, then purchases that are only watched.
            let index =
                entries.firstIndex { $0.isDormant }
                ?? entries.firstIndex { $0.payment == nil && $0.absences > 0 }
                ?? entries.firstIndex { $0.payment != nil && $0.openDuties == [.watch] && !$0.isSettled(at: now) }
                ?? entries.firstIndex { $0.isOnlyReported(at: now) }
            guard let index else { return }
            entries.remove(at: index)
        }
    }
}

/// A purchase that was read, with the facts that orders are compared with.
struct NoticedPurchase: Sendable, Hashable {
    /// The identifier of the purchase.
    let uid: String
    /// The bundle identifier of the app.
    let domain: String
    /// The product.
    let sku: String
    /// The developer's payload; empty if there is none.
    let payload: String
}
