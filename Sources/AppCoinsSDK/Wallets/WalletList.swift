import APIRuntime
import Foundation

/// The wallets of an installation in the order in which they became active, the latest last.
struct WalletList: Sendable, Hashable {
    /// The wallets; each identity occurs once.
    private(set) var wallets: [StoredWallet] = []

    /// The stored elements that this version cannot read, which are stored again unchanged.
    private(set) var unreadable: [JSONValue] = []

    /// Creates a list.
    init(_ wallets: [StoredWallet] = []) {
        self.wallets = wallets
    }

    /// Reads the stored form; data that is no list is kept as an unreadable element.
    init(stored data: Data?) {
        guard let data else { return }
        guard let slots = try? JSONDecoder().decode([Slot].self, from: data) else {
            unreadable = [.string(data.base64EncodedString())]
            return
        }
        for slot in slots {
            switch slot {
            case .wallet(let wallet): wallets.append(wallet)
            case .unreadable(let value): unreadable.append(value)
            }
        }
    }

    /// Returns the stored form, a list that the published versions of the SDK read as well.
    ///
    /// - Throws: `EncodingError`.
    func stored() throws -> Data {
        try JSONEncoder().encode(unreadable.map(Slot.unreadable) + wallets.map(Slot.wallet))
    }

    /// An element of the stored list, which may be of a later version.
    private enum Slot: Codable {
        case wallet(StoredWallet)
        case unreadable(JSONValue)

        init(from decoder: any Decoder) throws {
            if let wallet = try? StoredWallet(from: decoder) {
                self = .wallet(wallet)
            } else {
                self = .unreadable(try JSONValue(from: decoder))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .wallet(let wallet): try wallet.encode(to: encoder)
            case .unreadable(let value): try value.encode(to: encoder)
            }
        }
    }

    /// Returns the wallet with an identity; `nil` if there is none.
    subscript(identity: StoredWallet.Identity) -> StoredWallet? { wallets.first { $0.identity == identity } }

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

    /// Replaces the refresh token of a user's wallet; does nothing if the list does not contain the former one.
    mutating func rotate(_ token: String, of identity: StoredWallet.Identity, replacing former: String?) {
        guard let index = wallets.firstIndex(where: { $0.identity == identity && $0.refreshToken == former }) else {
            return
        }
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
