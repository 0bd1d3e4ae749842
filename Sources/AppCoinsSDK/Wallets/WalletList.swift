import Foundation

/// The wallets of an installation in the order in which they became active, the latest last.
struct WalletList: Sendable, Hashable {
    /// The wallets; each identity occurs once.
    private(set) var wallets: [StoredWallet] = []

    /// Creates a list.
    init(_ wallets: [StoredWallet] = []) {
        self.wallets = wallets
    }

    /// Makes a wallet the latest one and replaces an entry with the same identity.
    mutating func activate(_ wallet: StoredWallet) {
        wallets.removeAll { $0.identity == wallet.identity }
        wallets.append(wallet)
    }

    /// Inserts a wallet at the start unless the list contains it.
    mutating func include(_ wallet: StoredWallet) {
        guard !wallets.contains(where: { $0.identity == wallet.identity }) else { return }
        wallets.insert(wallet, at: 0)
    }

    /// Replaces the refresh token of a user's wallet; does nothing if the list does not contain the wallet.
    mutating func rotate(_ token: String, of identity: StoredWallet.Identity) {
        guard let index = wallets.firstIndex(where: { $0.identity == identity }) else { return }
        wallets[index].refreshToken = token
    }

    /// Returns the indices of the entries to query, one per address.
    ///
    /// A user's wallet takes precedence over a guest's wallet with the same address, at the position of the first
    /// entry.
    ///
    /// - Parameters:
    ///   - wallets: The entries.
    ///   - addresses: The address of each entry, in order.
    /// - Returns: The indices, in the order of the entries.
    static func distinct(_ wallets: [StoredWallet], addresses: [String]) -> [Int] {
        var chosen: [String: Int] = [:]
        var order: [String] = []
        for (index, address) in addresses.enumerated() {
            guard let former = chosen[address] else {
                chosen[address] = index
                order.append(address)
                continue
            }
            if wallets[index].isUser, !wallets[former].isUser { chosen[address] = index }
        }
        return order.compactMap { chosen[$0] }
    }
}
