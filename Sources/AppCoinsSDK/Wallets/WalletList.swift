import Foundation

/// The wallets of an installation in the order in which they became active, the latest last.
struct WalletList: Sendable, Hashable {
    /// The wallets; no two with one identity.
    private(set) var wallets: [StoredWallet] = []

    /// Creates a list.
    init(_ wallets: [StoredWallet] = []) {
        self.wallets = wallets
    }

    /// Makes a wallet the latest; an entry with the same identity is replaced.
    mutating func activate(_ wallet: StoredWallet) {
        wallets.removeAll { $0.identity == wallet.identity }
        wallets.append(wallet)
    }

    /// Puts a wallet at the start unless it is there already.
    mutating func include(_ wallet: StoredWallet) {
        guard !wallets.contains(where: { $0.identity == wallet.identity }) else { return }
        wallets.insert(wallet, at: 0)
    }

    /// Replaces the refresh token of a user's wallet; nothing changes when it is not in the list.
    mutating func rotate(_ token: String, of identity: StoredWallet.Identity) {
        guard let index = wallets.firstIndex(where: { $0.identity == identity }) else { return }
        wallets[index].refreshToken = token
    }

    /// Positions of the entries to ask, one per address: a user's wallet before a guest's, at the first's place.
    ///
    /// - Parameters:
    ///   - wallets: The entries.
    ///   - addresses: The address of each, in order.
    /// - Returns: The positions, in the order of the entries.
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
