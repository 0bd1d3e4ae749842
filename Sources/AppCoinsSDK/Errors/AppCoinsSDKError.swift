public import Foundation

/// An error that the SDK returns or throws.
///
/// The six cases are the documented ones. ``debugInfo`` has the details, and contains no token, no signature and no
/// identifier of a guest.
public enum AppCoinsSDKError: Error, Sendable {
    /// A network error: no connection, a lost connection, or no response in time.
    case networkError(DebugInfo)

    /// An internal error of the service or the SDK.
    case systemError(DebugInfo)

    /// The host app does not have the entitlements that the SDK needs.
    case notEntitled(DebugInfo)

    /// The product is not on sale: it is unknown, or the app has not been approved.
    case productUnavailable(DebugInfo)

    /// The user is not allowed to make the purchase.
    case purchaseNotAllowed(DebugInfo)

    /// Any other error.
    case unknown(DebugInfo)

    /// The details of the error, for developers.
    public var debugInfo: DebugInfo {
        switch self {
        case .networkError(let info), .systemError(let info), .notEntitled(let info), .productUnavailable(let info),
            .purchaseNotAllowed(let info), .unknown(let info):
            info
        }
    }

    /// The name of the case, as in the documentation.
    public var type: String {
        switch self {
        case .networkError: "networkError"
        case .systemError: "systemError"
        case .notEntitled: "notEntitled"
        case .productUnavailable: "productUnavailable"
        case .purchaseNotAllowed: "purchaseNotAllowed"
        case .unknown: "unknown"
        }
    }

    /// The reason why the verification of a purchase failed; `nil` for all other errors.
    public var verificationFailure: VerificationFailure? { debugInfo.verificationFailure }
}

extension AppCoinsSDKError: CustomStringConvertible, LocalizedError {
    /// A JSON object with `type`, `message`, `description` and `request`.
    public var description: String { debugInfo.json(type: type) }

    /// The short title.
    public var errorDescription: String? { debugInfo.message }

    /// The failure, in one sentence for developers.
    public var failureReason: String? { debugInfo.description }
}
