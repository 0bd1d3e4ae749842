/// How a purchase ended.
public enum PurchaseResult: Sendable {
    /// The purchase was paid for; give the item when it is verified, then call ``Purchase/finish(domain:)``.
    case success(VerificationResult)

    /// The payment is not settled, or the purchase cannot be read yet. It then appears in
    /// ``Purchase/unfinished(domain:)``.
    case pending

    /// The user closed the checkout.
    case userCancelled

    /// The purchase failed.
    case failed(AppCoinsSDKError)
}

/// Whether a purchase that was paid for is genuine.
public enum VerificationResult: Sendable {
    /// Its signature is the app's own.
    case verified(Purchase)

    /// It is not, for the reason in the error's ``AppCoinsSDKError/verificationFailure``.
    ///
    /// It was not acknowledged. Consume it with ``Purchase/finish(domain:)`` to accept it all the same.
    case unverified(Purchase, AppCoinsSDKError)
}
