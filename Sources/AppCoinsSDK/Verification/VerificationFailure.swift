/// Why a purchase is not verified.
public enum VerificationFailure: String, Sendable, Hashable, CaseIterable {
    /// The signature is not base64 of the standard alphabet with its padding.
    case malformedSignature

    /// The signature does not belong to the text, or was made with another key.
    case signatureMismatch

    /// The app's key is not an RSA public key that can be read.
    case unusableKey

    /// The signed text is not the documented JSON.
    case malformedData

    /// The signed text is about another app.
    case otherPackage

    /// The signed text is about another product than the purchase.
    case otherProduct

    /// The signed text is about another purchase.
    case otherPurchase

    /// The signed text is about another order.
    case otherOrder

    /// The purchase was cancelled or paid back.
    case cancelled

    /// A required member is empty.
    case missingField

    /// What it means, for developers.
    public var reason: String {
        switch self {
        case .malformedSignature: "The signature is not valid base64."
        case .signatureMismatch: "The signature does not fit the signed text."
        case .unusableKey: "The app's public key cannot be used."
        case .malformedData: "The signed text is not what it should be."
        case .otherPackage: "The signed text is about another app."
        case .otherProduct: "The signed text is about another product."
        case .otherPurchase: "The signed text is about another purchase."
        case .otherOrder: "The signed text is about another order."
        case .cancelled: "The purchase was cancelled."
        case .missingField: "The signed text lacks a required value."
        }
    }
}
