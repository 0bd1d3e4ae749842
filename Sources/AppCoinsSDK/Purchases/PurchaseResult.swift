/// The result of a purchase.
public enum PurchaseResult: Sendable {
    /// The purchase was paid for; deliver the item if it is verified, then call ``Purchase/finish(domain:)``.
    case success(VerificationResult)

    /// The payment is not settled, or the purchase cannot be read yet.
    ///
    /// If it is paid, it appears in ``Purchase/unfinished(domain:)`` later, or has already appeared there while the checkout
    /// was open. A payment that the buyer abandons, and a purchase that was refunded or finished elsewhere, does not.
    case pending

    /// The user closed the checkout.
    case userCancelled

    /// The purchase failed.
    case failed(AppCoinsSDKError)
}

extension PurchaseResult {
    /// The purchase of a success; `nil` for all other results.
    var purchase: Purchase? {
        guard case .success(let verification) = self else { return nil }
        switch verification {
        case .verified(let purchase), .unverified(let purchase, _): return purchase
        }
    }
}

/// The result of the verification of a paid purchase.
public enum VerificationResult: Sendable {
    /// The purchase is signed with the app's key.
    case verified(Purchase)

    /// The purchase is not genuine; ``AppCoinsSDKError/verificationFailure`` of the error has the reason.
    ///
    /// It was not acknowledged, and ``Purchase/unfinished(domain:)`` does not return it. To accept it nevertheless,
    /// consume it with ``Purchase/finish(domain:)``; ``Purchase/all(domain:)`` returns it as well.
    case unverified(Purchase, AppCoinsSDKError)
}
