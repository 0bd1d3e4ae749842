import Foundation

/// The wallets that links name for orders, which are used for nothing but the search for the named purchases.
///
/// Any web page can open a link, so no link replaces or removes the wallet of another one.
struct SuspectWallets: Sendable {
    /// A wallet that a link names.
    private struct Suspect: Codable, Equatable {
        /// The order that the link may be for.
        let order: String
        /// The purchase that the link names; `nil` in wallets that an earlier version has stored.
        var uid: String?
        /// The wallet.
        var wallet: StoredWallet
    }

    private static let name = "unverified-wallets"

    /// The largest number of wallets for one order; further ones are not stored.
    static let maximum = 8

    private let store: any SecretStore

    /// Creates the wallets of a store.
    init(store: any SecretStore) {
        self.store = store
    }

    /// Stores a wallet for the search for a purchase, in place of the wallet of an earlier link for the same purchase.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - uid: The purchase that the link names.
    ///   - order: The order that the purchase may have paid for.
    ///   - unpaid: The orders without a purchase; the wallets of all others are removed.
    /// - Throws: ``SecretStoreError`` if the wallet cannot be stored.
    func add(_ wallet: StoredWallet, for uid: String, of order: String, unpaid: Set<String>) throws {
        try change { suspects in
            suspects.removeAll { !unpaid.contains($0.order) || ($0.order == order && $0.uid == uid) }
            guard suspects.filter({ $0.order == order }).count < Self.maximum else { return }
            suspects.append(Suspect(order: order, uid: uid, wallet: wallet))
        }
    }

    /// Replaces a refresh token that was exchanged for a new one, because the service may refuse it afterwards.
    ///
    /// - Throws: ``SecretStoreError`` if the change cannot be stored.
    func rotate(_ token: String, of identity: StoredWallet.Identity, replacing former: String?) throws {
        try change { suspects in
            for index in suspects.indices
            where suspects[index].wallet.identity == identity && suspects[index].wallet.refreshToken == former {
                suspects[index].wallet.refreshToken = token
            }
        }
    }

    /// Returns the wallet with which to look for a purchase; `nil` if no link has named one.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func wallet(for uid: String, of order: String) throws -> StoredWallet? {
        let suspects = Self.decode(try store.secret(Self.name)).filter { $0.order == order }
        return (suspects.first { $0.uid == uid } ?? suspects.first { $0.uid == nil })?.wallet
    }

    /// Returns the wallets that links have named for an order.
    ///
    /// - Throws: ``SecretStoreError`` if the wallets cannot be read.
    func wallets(of order: String) throws -> [StoredWallet] {
        Self.decode(try store.secret(Self.name)).filter { $0.order == order }.map(\.wallet)
    }

    /// Removes the wallet for a purchase that belongs to another order; `nil` removes all wallets of the order.
    ///
    /// - Throws: ``SecretStoreError`` if the change cannot be stored.
    func remove(_ order: String, uid: String? = nil) throws {
        try change { $0.removeAll { $0.order == order && (uid == nil || $0.uid == uid) } }
    }

    private static func decode(_ data: Data?) -> [Suspect] {
        data.flatMap { try? JSONDecoder().decode([Suspect].self, from: $0) } ?? []
    }

    private func change(_ body: (inout [Suspect]) -> Void) throws {
        try store.update(Self.name) { data in
            let before = Self.decode(data)
            var suspects = before
            body(&suspects)
            if suspects != before { data = suspects.isEmpty ? nil : try JSONEncoder().encode(suspects) }
        }
    }
}
