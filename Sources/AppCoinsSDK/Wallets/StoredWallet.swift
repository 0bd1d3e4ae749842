import APIRuntime
import Foundation

/// A wallet in its stored form, with the data for fetching its tokens.
struct StoredWallet: Sendable, Hashable, Codable, RedactedReflectable {
    /// The kind of a wallet and its identifier.
    enum Identity: Sendable, Hashable, RedactedReflectable {
        /// A guest, by the identifier from attribution.
        case guest(String)
        /// A signed-in user, by the address.
        case user(String)
    }

    /// The identity of the wallet.
    let identity: Identity

    /// The token that is exchanged for the next pair of tokens; `nil` for guests.
    var refreshToken: String?

    /// The time at which a user's wallet was added, in seconds since 2001; `nil` for guests.
    var added: TimeInterval?

    /// Returns a guest's wallet.
    static func guest(_ uid: String) -> StoredWallet {
        StoredWallet(identity: .guest(uid), refreshToken: nil, added: nil)
    }

    /// Returns a user's wallet.
    static func user(address: String, refreshToken: String, added: Date) -> StoredWallet {
        StoredWallet(
            identity: .user(address),
            refreshToken: refreshToken,
            added: added.timeIntervalSinceReferenceDate
        )
    }

    /// The address of a user's wallet; `nil` for guests.
    var address: String? {
        if case .user(let address) = identity { address } else { nil }
    }

    /// Whether the wallet belongs to a signed-in user.
    var isUser: Bool {
        if case .user = identity { true } else { false }
    }
}

// The stored form is that of the published versions of the SDK, so that their wallets are found after an update.
extension StoredWallet {
    /// The names of the properties in the stored form.
    private enum Keys: String, CodingKey {
        case type, wallet, guestUID, address, refreshToken, added
    }

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Keys.self)
        let inner = try outer.nestedContainer(keyedBy: Keys.self, forKey: .wallet)
        switch try outer.decode(String.self, forKey: .type) {
        case "GUEST_WALLET":
            self = .guest(try inner.decode(String.self, forKey: .guestUID))
        case "USER_WALLET":
            self.init(
                identity: .user(try inner.decode(String.self, forKey: .address)),
                refreshToken: try inner.decode(String.self, forKey: .refreshToken),
                added: try inner.decodeIfPresent(TimeInterval.self, forKey: .added)
            )
        default:
            throw DecodingError.dataCorruptedError(forKey: .type, in: outer, debugDescription: "unknown kind of wallet")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Keys.self)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .wallet)
        switch identity {
        case .guest(let uid):
            try outer.encode("GUEST_WALLET", forKey: .type)
            try inner.encode(uid, forKey: .guestUID)
        case .user(let address):
            try outer.encode("USER_WALLET", forKey: .type)
            try inner.encode(address, forKey: .address)
            try inner.encode(refreshToken, forKey: .refreshToken)
            try inner.encode(added, forKey: .added)
        }
    }
}
