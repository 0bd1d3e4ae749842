public import Foundation

/// Every error that the SDK gives back or throws.
///
/// The six cases are the documented ones. What happened exactly is in ``debugInfo``, which holds no token, no signature
/// and no identifier of a guest.
public enum AppCoinsSDKError: Error, Sendable {
    /// Network related errors: no connection, a lost one, or no response in time.
    case networkError(DebugInfo)

    /// Internal errors of the service or of the SDK.
    case systemError(DebugInfo)

    /// The host app does not have the entitlements that the SDK needs.
    case notEntitled(DebugInfo)

    /// The product is not on sale: it is not known, or the app has not been approved.
    case productUnavailable(DebugInfo)

    /// The user was not allowed to perform the purchase.
    case purchaseNotAllowed(DebugInfo)

    /// Other errors.
    case unknown(DebugInfo)

    /// What happened, for developers.
    public var debugInfo: DebugInfo {
        switch self {
        case .networkError(let info), .systemError(let info), .notEntitled(let info), .productUnavailable(let info),
            .purchaseNotAllowed(let info), .unknown(let info):
            info
        }
    }

    /// Name of the case, as in the documentation.
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

    /// Why a purchase did not stand the check of its signature; `nil` for all other errors.
    public var verificationFailure: VerificationFailure? { debugInfo.verificationFailure }
}

extension AppCoinsSDKError: CustomStringConvertible, LocalizedError {
    /// A JSON object with `type`, `message`, `description` and `request`.
    public var description: String { debugInfo.json(type: type) }

    /// The short title.
    public var errorDescription: String? { debugInfo.message }
}
