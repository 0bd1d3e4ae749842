public import Foundation

/// The purchases that could be read, and the failures that may hide others.
public struct PurchaseList: Sendable {
    /// The purchases, newest first.
    public let purchases: [Purchase]

    /// The purchases that the app has finished and whose consumption the service has not confirmed, newest first; empty
    /// unless only unfinished purchases were read.
    ///
    /// The SDK repeats the consumption until the service confirms it. Do not deliver these purchases again.
    public let finishing: [Purchase]

    /// The wallets and purchases that could not be read, and, if only unfinished purchases were read, those that are not
    /// genuine or could not be verified; empty if the list is complete.
    public let failures: [PurchaseListFailure]

    /// Whether every purchase could be read and, if only unfinished ones were read, is verified.
    public var isComplete: Bool { failures.isEmpty }
}

/// A wallet or a purchase that could not be read, or a purchase that is not verified.
public struct PurchaseListFailure: Error, Sendable, CustomStringConvertible {
    /// The part of a list that could not be read or verified.
    public enum Subject: Sendable, Hashable {
        /// All or some purchases of a wallet, by the wallet's address; `nil` if the address is unknown.
        case wallet(address: String?)
        /// A purchase, by its identifier or its position in the service's list.
        case purchase(String)
    }

    /// The part that could not be read or verified.
    public let subject: Subject

    /// The reason.
    public let error: AppCoinsSDKError

    /// Whether the service refuses the wallet's token, so that only a new sign-in makes it readable.
    public let isWalletRefused: Bool

    /// The part and the reason, for logs.
    public var description: String {
        switch subject {
        case .wallet(let address):
            "The wallet \(address ?? "of the guest") could not be read: \(error.debugInfo.description)"
        case .purchase(let uid): "The purchase \(uid) could not be used: \(error.debugInfo.description)"
        }
    }
}

extension PurchaseListFailure: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
