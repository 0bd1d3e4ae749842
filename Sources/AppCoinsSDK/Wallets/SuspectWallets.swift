import APIRuntime
import Foundation

/// The wallets that links name for orders, which are used for nothing but the search for the named purchases.
///
/// Any web page can open a link, so the stored wallets are bounded. A wallet that has to make room for that of another
/// purchase stays in memory until a later search misses its purchase.
struct SuspectWallets: Sendable {
    /// A wallet that a link names.
    private struct Suspect: Codable, Equatable {
        /// The order that the link may be for.
        let order: String
        /// The purchase that the link names; `nil` in wallets that an earlier version has stored.
        var uid: String?
        /// The wallet.
        var wallet: StoredWallet
        /// The number of searches in which the service did not know the purchase; `nil` if there is none.
        var misses: Int?
    }

    private static let name = "unverified-wallets"

    /// The largest number of wallets that are stored for one order.
    static let maximum = 8

    /// The largest number of wallets in memory that had to make room, and of those that could not be stored.
    private static let maximumDisplaced = 256

    /// The largest number of misses that are counted, so that later searches do not write.
    private static let maximumMisses = 16

    private let store: any SecretStore
    private let displaced = LockedState<[Suspect]>([])
    /// The wallets that the next change stores; until then, only this instance knows them.
    private let unstored = LockedState<[Suspect]>([])

    /// Creates the wallets of a store.
    init(store: any SecretStore) {
        self.store = store
    }

    /// Stores a wallet for the search for a purchase, in place of the wallet of an earlier link for the same purchase.
    ///
    /// If there are too many, the latest one whose purchase the service did not know makes room, or else the latest
    /// one. An honest purchase may be unknown for longer than a forged one, so the number of searches does not matter.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - uid: The purchase that the link names.
    ///   - order: The order that the purchase may have paid for.
    ///   - unpaid: The orders without a purchase; the wallets of all others are removed.
    /// - Returns: Whether another wallet had to make room.
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored. It is kept in memory nevertheless, and the next change
    ///   stores it.
    @discardableResult
    func add(_ wallet: StoredWallet, for uid: String, of order: String, unpaid: Set<String>) throws -> Bool {
        let isOutdated = { (suspect: Suspect) in
            !unpaid.contains(suspect.order) || (suspect.order == order && suspect.uid == uid)
        }
        let added = Suspect(order: order, uid: uid, wallet: wallet)
        // It replaces an earlier one that could not be stored.
        unstored.withLock { $0.removeAll(where: isOutdated) }
        var removed: Suspect?
        do {
            try change { suspects in
                suspects.removeAll(where: isOutdated)
                removed = Self.insert(added, into: &suspects)
            }
        } catch {
            displace(nil, replacing: isOutdated)
            unstored.withLock { $0 = Array(($0 + [added]).suffix(Self.maximumDisplaced)) }
            throw error
        }
        displace(removed, replacing: isOutdated)
        return removed != nil
    }

    /// Adds a wallet, and returns the one that has to make room; `nil` if there is room.
    private static func insert(_ added: Suspect, into suspects: inout [Suspect]) -> Suspect? {
        suspects.removeAll { $0.order == added.order && $0.uid == added.uid }
        let own = suspects.indices.filter { suspects[$0].order == added.order }
        var removed: Suspect?
        if own.count >= maximum {
            let latest = own.last { suspects[$0].misses != nil } ?? own.last
            removed = latest.map { suspects.remove(at: $0) }
        }
        suspects.append(added)
        return removed
    }

    /// Stores the wallets that could not be stored before, if there are any.
    ///
    /// - Throws: ``SecretStoreError`` if they still cannot be stored.
    func storeAll() throws {
        if !unstored.withLock(\.isEmpty) { try change { _ in } }
    }

    /// Keeps a wallet in memory, if there is one, in place of outdated ones.
    private func displace(_ suspect: Suspect?, replacing isOutdated: (Suspect) -> Bool) {
        displaced.withLock { displaced in
            displaced.removeAll(where: isOutdated)
            if let suspect { displaced = Array((displaced + [suspect]).suffix(Self.maximumDisplaced)) }
        }
    }

    /// Counts that the service does not know the purchases of an order's links.
    ///
    /// - Throws: ``SecretStoreError`` if the change cannot be stored.
    func miss(_ uids: [String], of order: String) throws {
        let isMissed = { (suspect: Suspect) in suspect.order == order && uids.contains { $0 == suspect.uid } }
        displaced.withLock { $0.removeAll(where: isMissed) }
        try change { suspects in
            for index in suspects.indices where isMissed(suspects[index]) {
                suspects[index].misses = min((suspects[index].misses ?? 0) + 1, Self.maximumMisses)
            }
        }
    }

    /// Returns the purchases that links have named with a wallet for an order.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func purchases(of order: String) throws -> [String] { try suspects(of: order).compactMap(\.uid) }

    /// Replaces a refresh token that was exchanged for a new one, because the service may refuse it afterwards.
    ///
    /// - Throws: ``SecretStoreError`` if the change cannot be stored.
    func rotate(_ token: String, of identity: StoredWallet.Identity, replacing former: String?) throws {
        let rotate = { (suspects: inout [Suspect]) in
            for index in suspects.indices
            where suspects[index].wallet.identity == identity && suspects[index].wallet.refreshToken == former {
                suspects[index].wallet.refreshToken = token
            }
        }
        displaced.withLock(rotate)
        unstored.withLock(rotate)
        try change(rotate)
    }

    /// Returns the wallet with which to look for a purchase; `nil` if no link has named one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func wallet(for uid: String, of order: String) throws -> StoredWallet? {
        let suspects = try suspects(of: order)
        return (suspects.first { $0.uid == uid } ?? suspects.first { $0.uid == nil })?.wallet
    }

    /// Returns the wallets that links have named for an order.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func wallets(of order: String) throws -> [StoredWallet] {
        try suspects(of: order).map(\.wallet)
    }

    private func suspects(of order: String) throws -> [Suspect] {
        // In memory first, because a change may store one during the write.
        let held = unstored.withLock(\.self) + displaced.withLock(\.self)
        return (held + Self.decode(try store.secret(Self.name))).filter { $0.order == order }
    }

    /// Removes the wallet for a purchase that belongs to another order; `nil` removes all wallets of the order.
    ///
    /// - Throws: ``SecretStoreError`` if the change cannot be stored.
    func remove(_ order: String, uid: String? = nil) throws {
        let isNamed = { (suspect: Suspect) in suspect.order == order && (uid == nil || suspect.uid == uid) }
        try change { $0.removeAll(where: isNamed) }
        displaced.withLock { $0.removeAll(where: isNamed) }
    }

    private static func decode(_ data: Data?) -> [Suspect] {
        data.flatMap { try? JSONDecoder().decode([Suspect].self, from: $0) } ?? []
    }

    private func change(_ body: (inout [Suspect]) -> Void) throws {
        let late = unstored.withLock(\.self)
        var removed: [Suspect] = []
        try store.update(Self.name) { data in
            let before = Self.decode(data)
            var suspects = before
            removed = late.compactMap { Self.insert($0, into: &suspects) }
            body(&suspects)
            if suspects != before { data = suspects.isEmpty ? nil : try JSONEncoder().encode(suspects) }
        }
        guard !late.isEmpty else { return }
        for suspect in removed { displace(suspect) { $0 == suspect } }
        unstored.withLock { $0.removeAll(where: late.contains) }
    }
}
