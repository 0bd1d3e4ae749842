import AppCoinsAPI
import Foundation

/// The store of the ledger: all entries in one value, which every change replaces atomically.
struct LedgerStore: Sendable {
    private static let name = "purchase-ledger"
    private static let damagedName = "purchase-ledger-damaged"

    private let store: any SecretStore

    /// Creates a ledger that uses a store.
    init(store: any SecretStore) {
        self.store = store
    }

    /// Returns the entries, oldest first.
    ///
    /// - Throws: ``SecretStoreError`` if they cannot be read.
    func entries() throws -> [LedgerEntry] {
        guard let data = try store.secret(Self.name) else { return [] }
        return (try? JSONDecoder().decode([LedgerEntry].self, from: data)) ?? []
    }

    /// Adds an entry.
    ///
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func add(_ entry: LedgerEntry, now: Date) throws {
        try change { entries in
            entries.append(entry)
            Self.prune(&entries, now: now)
        }
    }

    /// Applies an event to an entry and stores it.
    ///
    /// - Returns: The changed entry; `nil` if it was removed.
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    @discardableResult
    func record(_ event: LedgerEntry.Event, of id: String, at now: Date) throws -> LedgerEntry? {
        try change { entries in
            guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
            // Another process may have given the same purchase to another order.
            if case .found(let payment) = event, Self.taken(entries, besides: id).contains(payment.uid) {
                return entries[index]
            }
            entries[index].on(event, at: now)
            let changed = entries[index]
            if changed.isSettled(at: now) { entries.remove(at: index) }
            return changed
        }
    }

    /// Acquires the right to perform a duty of an entry.
    ///
    /// - Returns: `false` if another holder has it, or if the entry was removed.
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func begin(_ duty: LedgerEntry.Duty, of id: String, by holder: String, at now: Date) throws -> Bool {
        try change { entries in
            guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
            return entries[index].begin(duty, by: holder, at: now)
        }
    }

    /// Stores that the app has delivered a purchase, so that the consumption is repeated until it is confirmed.
    ///
    /// - Parameters:
    ///   - delivery: The entry to add if the purchase belongs to no order.
    ///   - payment: The purchase.
    ///   - now: The current time.
    /// - Returns: The identifier of the entry with the purchase.
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func requestFinish(_ delivery: LedgerEntry, _ payment: LedgerEntry.Payment, at now: Date) throws -> String {
        try change { entries in
            let holder = UUID().uuidString
            if let index = entries.firstIndex(where: { $0.payment?.uid == payment.uid }) {
                entries[index].on(.finishRequested, at: now)
                _ = entries[index].begin(.finish, by: holder, at: now)
                return entries[index].id
            }
            // The purchase may have paid for an order whose result was lost. Once it is consumed, no list contains it.
            for index in entries.indices where entries[index].mayBePaid(by: delivery) {
                entries[index].on(.claimed(payment.uid), at: now)
            }
            var delivery = delivery
            delivery.on(.found(payment), at: now)
            delivery.on(.finishRequested, at: now)
            _ = delivery.begin(.finish, by: holder, at: now)
            entries.append(delivery)
            return delivery.id
        }
    }

    /// Stores the token of an entry.
    ///
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func keep(_ token: ExternalPurchaseToken, of id: String) throws {
        try change { entries in
            guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].token == nil else { return }
            entries[index].token = token
        }
    }

    /// Removes an entry whose checkout never opened.
    ///
    /// - Throws: ``SecretStoreError`` if the change cannot be stored.
    func remove(_ id: String) throws {
        try change { entries in entries.removeAll { $0.id == id } }
    }

    /// Returns the purchases that belong to other entries than the one with the identifier.
    ///
    /// - Throws: ``SecretStoreError`` if the entries cannot be read.
    func taken(besides id: String) throws -> Set<String> {
        Self.taken(try entries(), besides: id)
    }

    /// Changes the entries without interruption by another instance or process.
    ///
    /// - Throws: ``SecretStoreError`` if the entries cannot be read or stored.
    func change<Result>(_ body: (inout [LedgerEntry]) -> Result) throws -> Result {
        try store.update(Self.name) { data in
            let stored = data.flatMap { try? JSONDecoder().decode([LedgerEntry].self, from: $0) }
            if let data, stored == nil { try? store.set(data, for: Self.damagedName) }
            var entries = stored ?? []
            let result = body(&entries)
            data = try JSONEncoder().encode(entries)
            return result
        }
    }

    private static func taken(_ entries: [LedgerEntry], besides id: String) -> Set<String> {
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

    private static func prune(_ entries: inout [LedgerEntry], now: Date) {
        entries.removeAll { $0.isSettled(at: now) }
        while entries.count > LedgerRules.maximumEntries {
            // Unpaid orders go first, then purchases that are only watched.
            let index =
                entries.firstIndex { $0.payment == nil && $0.absences > 0 }
                ?? entries.firstIndex { $0.payment != nil && $0.openDuties == [.watch] }
            guard let index else { return }
            entries.remove(at: index)
        }
    }
}
