import APIRuntime
import AppCoinsAPI
import Foundation

/// What a message of the checkout page asks for, read from the generated models.
enum BridgeMessage: Sendable, Hashable {
    /// A purchase has been paid for.
    case paid(CheckoutPurchaseResult)
    /// The payment failed.
    case failed(CheckoutFailure)
    /// The buyer has become another wallet; with a user's token and address, or a guest's identifier.
    case activeWallet(StoredWalletChange)
    /// The buyer is to be sent elsewhere.
    case redirect(CheckoutRedirection)

    /// Reads a message; `nil` for one that is not understood, which leaves the checkout open.
    init?(_ json: Data) {
        guard let message = try? JSONCoding.decode(CheckoutMessage.self, from: json) else { return nil }
        switch message {
        case .purchaseResultMessage(let message): self = .paid(message.params)
        case .checkoutErrorMessage(let message): self = .failed(message.params)
        case .activeWalletMessage(let message):
            guard let change = StoredWalletChange(message.params) else { return nil }
            self = .activeWallet(change)
        case .authenticationRedirectMessage(let message): self.init(message.params, CheckoutRedirection.authentication)
        case .externalRedirectMessage(let message): self.init(message.params, CheckoutRedirection.external)
        case .applicationRedirectMessage(let message): self.init(message.params, CheckoutRedirection.application)
        case .internalRedirectMessage(let message): self.init(message.params, CheckoutRedirection.inApp)
        case .unknown: return nil
        }
    }

    private init?(_ redirect: CheckoutRedirect, _ kind: (URL) -> CheckoutRedirection) {
        guard let url = URL(string: redirect.url), url.scheme != nil else { return nil }
        self = .redirect(kind(url))
    }
}

/// A wallet that a checkout names.
enum StoredWalletChange: Sendable, Hashable, RedactedReflectable {
    /// A signed-in user.
    case user(address: String, refreshToken: String)
    /// A guest.
    case guest(String)

    /// The wallet of a message; `nil` for a kind that is not known.
    init?(_ wallet: ActiveWallet) {
        switch wallet {
        case .activeUserWallet(let user):
            self = .user(address: user.wallet.address, refreshToken: user.wallet.refreshToken)
        case .activeGuestWallet(let guest): self = .guest(guest.wallet.guestUID)
        case .unknown: return nil
        }
    }

    /// The wallet that paid; `nil` for a kind that is not known.
    init?(_ wallet: PayingWallet?) {
        switch wallet {
        case .payingUserWallet(let user):
            self = .user(address: user.user.address, refreshToken: user.user.refreshToken)
        case .payingGuestWallet(let guest): self = .guest(guest.guest.guestUID)
        case .unknown, nil: return nil
        }
    }

    /// The wallet as it is kept.
    func stored(at date: Date) -> StoredWallet {
        switch self {
        case .user(let address, let token): .user(address: address, refreshToken: token, added: date)
        case .guest(let uid): .guest(uid)
        }
    }
}
