/// The reason why a purchase is not verified.
public enum VerificationFailure: String, Sendable, Hashable, CaseIterable {
    /// The signature is not Base64 of the standard alphabet with padding.
    case malformedSignature

    /// The signature does not match the signed string, or was made with another key.
    case signatureMismatch

    /// The app's key is not a readable RSA public key, which does not mean that the purchase is invalid.
    ///
    /// No purchase is returned with this reason: it is pending until the service has a readable key.
    case unusableKey

    /// The signed string is not the documented JSON.
    case malformedData

    /// The signed data names another app.
    case otherPackage

    /// The signed data names another product than the purchase.
    case otherProduct

    /// The signed data names another purchase.
    case otherPurchase

    /// The signed data names another order.
    case otherOrder

    /// The signed data has another developer's payload than the purchase.
    case otherPayload

    /// The purchase was cancelled or refunded.
    case cancelled

    /// A required property is empty.
    case missingField

    /// A description of the reason, for developers.
    public var reason: String {
        switch self {
        case .malformedSignature: "The signature is not valid Base64."
        case .signatureMismatch: "The signature does not match the signed data."
        case .unusableKey: "The app's public key cannot be used."
        case .malformedData: "The signed data does not have the documented format."
        case .otherPackage: "The signed data names another app."
        case .otherProduct: "The signed data names another product."
        case .otherPurchase: "The signed data names another purchase."
        case .otherOrder: "The signed data names another order."
        case .otherPayload: "The signed data has another developer's payload."
        case .cancelled: "The purchase was cancelled."
        case .missingField: "The signed data lacks a required value."
        }
    }
}
