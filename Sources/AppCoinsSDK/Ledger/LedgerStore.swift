import APIRuntime
import AppCoinsAPI
import Foundation

/// The store of the ledger: all entries in one value, which every change replaces atomically.
struct LedgerStore: Sendable {
    private static let name = "purchase-ledger"
    private static let damagedName = "purchase-ledger-damaged"

    /// A delivery that could not be stored.
    private struct UnstoredDelivery: Sendable {
        let entry: LedgerEntry
        let payment: LedgerEntry.Payment
        let date: Date
    }

    /// A claim that could not be stored.
    private struct UnstoredClaim: Sendable, Equatable {
        let uid: String
        let order: String
        let date: Date
    }

    private let store: any SecretStore
    private let holder: LeaseHolder
    /// The deliveries that the next change stores; until then, only this instance knows them.
    private let unstored = LockedState<[UnstoredDelivery]>([])
    /// The claims that the next change stores; until then, nothing reads them.
    private let unstoredClaims = LockedState<[UnstoredClaim]>([])

    /// The largest number of claims that are kept to be stored later, because any web page can open a link.
    private static let maximumClaims = 256

    /// Creates a ledger that uses a store.
    init(store: any SecretStore, holder: LeaseHolder = LeaseHolder()) {
        self.store = store
        self.holder = holder
    }

    /// Returns the entries, oldest first.
    ///
    /// - Throws: ``SecretStoreError`` if they cannot be read.
    func entries() throws -> [LedgerEntry] {
        guard let data = try store.secret(Self.name) else { return [] }
        return Self.decode(data).entries
    }

    /// Returns an entry; `nil` if it was removed.
    ///
    /// - Throws: ``SecretStoreError`` if the entries cannot be read.
    func entry(_ id: String) throws -> LedgerEntry? { Ledger(try entries())[id] }

    /// Adds an entry.
    ///
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func add(_ entry: LedgerEntry, now: Date) throws {
        try change { $0.add(entry, now: now) }
    }

    /// Applies an event to an entry and stores it.
    ///
    /// - Returns: The changed entry; `nil` if it was removed.
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    @discardableResult
    func record(_ event: LedgerEntry.Event, of id: String, at now: Date) throws -> LedgerEntry? {
        try change { $0.record(event, of: id, at: now) }
    }

    /// Stores that a link names a purchase for an order.
    ///
    /// - Throws: ``SecretStoreError`` if it cannot be stored. The next change stores it.
    func claim(_ uid: String, for order: String, at now: Date) throws {
        do {
            try record(.claimed(uid), of: order, at: now)
        } catch {
            let claim = UnstoredClaim(uid: uid, order: order, date: now)
            unstoredClaims.withLock { claims in
                claims.removeAll { $0.uid == uid && $0.order == order }
                claims = Array((claims + [claim]).suffix(Self.maximumClaims))
            }
            throw error
        }
    }

    /// Acquires the right to perform a duty of an entry.
    ///
    /// - Returns: `false` if another task or process has it, or if the entry was removed.
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func begin(_ duty: LedgerEntry.Duty, of id: String, at now: Date) throws -> Bool {
        try change { $0.begin(duty, of: id, by: holder.ticket(), at: now, unless: holder.isGone) }
    }

    /// Stores that the app has delivered a purchase, so that the consumption is repeated until it is confirmed.
    ///
    /// - Parameters:
    ///   - delivery: The entry to add if the purchase belongs to no order.
    ///   - payment: The purchase.
    ///   - now: The current time.
    /// - Returns: The identifier of the entry with the purchase.
    /// - Throws: ``SecretStoreError`` if it cannot be stored. The purchase counts as delivered nevertheless, and the next
    ///   change stores it.
    func requestFinish(_ delivery: LedgerEntry, _ payment: LedgerEntry.Payment, at now: Date) throws -> String {
        do {
            return try change { $0.requestFinish(delivery, payment, by: holder.ticket(), at: now) }
        } catch {
            unstored.withLock { $0.append(UnstoredDelivery(entry: delivery, payment: payment, date: now)) }
            throw error
        }
    }

    private func add(_ deliveries: [UnstoredDelivery], to ledger: inout Ledger) {
        for delivery in deliveries {
            _ = ledger.requestFinish(delivery.entry, delivery.payment, by: nil, at: delivery.date)
        }
    }

    /// Stores the deliveries and claims that could not be stored before, if there are any.
    ///
    /// - Throws: ``SecretStoreError`` if they still cannot be stored.
    func storeAll() throws {
        let isComplete = unstored.withLock(\.isEmpty) && unstoredClaims.withLock(\.isEmpty)
        if !isComplete { try change { _ in } }
    }

    /// Returns the purchases that the app has delivered.
    ///
    /// - Throws: ``SecretStoreError`` if the entries cannot be read.
    func delivered() throws -> Set<String> {
        // Before the store, to which a change may move them in the meantime.
        let deliveries = unstored.withLock(\.self).map(\.payment.uid)
        return Ledger(try entries()).delivered.union(deliveries)
    }

    /// Reports purchases that were read to the dormant orders that they may have paid for.
    ///
    /// - Returns: Whether there was such an order.
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func notice(_ purchases: [NoticedPurchase], at now: Date) throws -> Bool {
        var copy = Ledger(try entries())
        // Purchases are read much more often than an old order is paid, so the ledger is rarely written.
        guard purchases.contains(where: { copy.notice($0, at: now) }) else { return false }
        return try change { ledger in
            purchases.map { ledger.notice($0, at: now) }.contains(true)
        }
    }

    /// Stores the token of an entry.
    ///
    /// - Throws: ``SecretStoreError`` if it cannot be stored.
    func keep(_ token: ExternalPurchaseToken, of id: String) throws {
        try change { $0.keep(token, of: id) }
    }

    /// Returns the purchases that cannot have paid for an order, because they belong to other entries.
    ///
    /// - Throws: ``SecretStoreError`` if the entries cannot be read.
    func taken(besides id: String) throws -> Set<String> {
        Ledger(try entries()).taken(besides: id)
    }

    /// Decodes each entry for itself, so that one that cannot be read does not end the care for the others.
    private static func decode(_ data: Data) -> (entries: [LedgerEntry], isDamaged: Bool) {
        guard let slots = try? JSONDecoder().decode([Slot].self, from: data) else { return ([], true) }
        return (slots.compactMap(\.entry), slots.contains { $0.entry == nil })
    }

    /// An element of the stored list, which may be of a later version.
    private struct Slot: Decodable {
        let entry: LedgerEntry?

        init(from decoder: any Decoder) throws {
            entry = try? LedgerEntry(from: decoder)
        }
    }

    /// Changes the ledger without interruption by another instance or process.
    private func change<Result>(_ body: (inout Ledger) -> Result) throws -> Result {
        let deliveries = unstored.withLock(\.self)
        let claims = unstoredClaims.withLock(\.self)
        let result = try store.update(Self.name) { data in
            let stored = data.map(Self.decode) ?? (entries: [], isDamaged: false)
            // Entries that cannot be decoded are set aside: they must not prevent purchases.
            if let data, stored.isDamaged { try? store.set(data, for: Self.damagedName) }
            var ledger = Ledger(stored.entries)
            add(deliveries, to: &ledger)
            for claim in claims { _ = ledger.record(.claimed(claim.uid), of: claim.order, at: claim.date) }
            let result = body(&ledger)
            data = try JSONEncoder().encode(ledger.entries)
            return result
        }
        let ids = Set(deliveries.map(\.entry.id))
        if !ids.isEmpty { unstored.withLock { $0.removeAll { ids.contains($0.entry.id) } } }
        if !claims.isEmpty { unstoredClaims.withLock { $0.removeAll(where: claims.contains) } }
        return result
    }
}
