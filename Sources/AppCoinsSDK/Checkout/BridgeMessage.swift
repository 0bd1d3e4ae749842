import APIRuntime
import AppCoinsAPI
import Foundation

/// A message of the checkout page, decoded with the generated models.
enum BridgeMessage: Sendable, Hashable {
    /// The purchase has been paid for.
    case paid(CheckoutPurchaseResult)
    /// The payment failed.
    case failed(CheckoutFailure)
    /// The active wallet has changed, to a user with token and address or to a guest with identifier.
    case activeWallet(StoredWalletChange)
    /// The page requests a redirection.
    case redirect(CheckoutRedirection)

    /// Decodes a message; `nil` for an unknown message, which leaves the checkout open.
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
        let redirection = kind(url)
        guard !redirection.needsWebPage || url.isWebPage else { return nil }
        self = .redirect(redirection)
    }
}

extension CheckoutRedirection {
    /// Whether the URL must be that of a web page.
    ///
    /// The views of the system for web pages end the process for any other URL.
    fileprivate var needsWebPage: Bool {
        switch self {
        case .authentication, .inApp: true
        case .external, .application: false
        }
    }
}

extension URL {
    fileprivate var isWebPage: Bool {
        ["http", "https"].contains(scheme?.lowercased()) && host?.isEmpty == false
    }
}

/// A wallet named by a checkout.
enum StoredWalletChange: Sendable, Hashable, RedactedReflectable {
    /// A signed-in user.
    case user(address: String, refreshToken: String)
    /// A guest.
    case guest(String)

    /// Creates the wallet of a message; `nil` for an unknown kind.
    init?(_ wallet: ActiveWallet) {
        switch wallet {
        case .userWallet(let user):
            self = .user(address: user.wallet.address, refreshToken: user.wallet.refreshToken)
        case .guestWallet(let guest): self = .guest(guest.wallet.guestUID)
        case .unknown: return nil
        }
    }

    /// Creates the wallet that paid; `nil` for an unknown kind.
    init?(_ wallet: PayingWallet?) {
        switch wallet {
        case .userWallet(let user):
            self = .user(address: user.user.address, refreshToken: user.user.refreshToken)
        case .guestWallet(let guest): self = .guest(guest.guest.guestUID)
        case .unknown, nil: return nil
        }
    }

    /// Returns the wallet in its stored form.
    func stored(at date: Date) -> StoredWallet {
        switch self {
        case .user(let address, let token): .user(address: address, refreshToken: token, added: date)
        case .guest(let uid): .guest(uid)
        }
    }
}
