import APIRuntime

/// The values that a signed purchase is compared with.
struct ExpectedPurchase: Sendable, Hashable {
    /// The bundle identifier of the app.
    var domain: String
    /// The product of the purchase.
    var sku: String
    /// The identifier of the purchase.
    var uid: String
    /// The identifier of the order; `nil` skips the comparison.
    var orderUid: String?
    /// The developer's payload, empty without one; `nil` skips the comparison.
    var payload: String?
}

/// A verifier that decides whether a purchase is genuine, from its signed string and the app's key alone.
enum PurchaseVerifier {
    /// Verifies a purchase.
    ///
    /// - Parameters:
    ///   - signed: The exact signed string and the signature.
    ///   - expected: The values that the signed data must have.
    ///   - key: The app's key in the service's format.
    /// - Returns: `nil` if the purchase is genuine, or the first reason why it is not.
    static func failure(
        of signed: SignedPurchaseData,
        expecting expected: ExpectedPurchase,
        key: String
    ) -> VerificationFailure? {
        guard let check = PublicKeyText.der(key).flatMap(SignatureCheck.init(der:)) else { return .unusableKey }
        guard let signature = StrictBase64.decode(signed.signature), !signature.isEmpty else {
            return .malformedSignature
        }
        guard check.isValid(signature, for: Array(signed.data.utf8)) else { return .signatureMismatch }
        guard let data = PurchaseVerificationData(signedText: signed.data) else { return .malformedData }
        return failure(of: data, expecting: expected)
    }

    /// Compares the signed data with the expected values.
    static func failure(
        of data: PurchaseVerificationData,
        expecting expected: ExpectedPurchase
    ) -> VerificationFailure? {
        let required = [data.orderId, data.packageName, data.productId, data.purchaseToken]
        if required.contains("") { return .missingField }
        if data.packageName != expected.domain { return .otherPackage }
        if data.productId != expected.sku { return .otherProduct }
        if data.purchaseToken != expected.uid { return .otherPurchase }
        if let order = expected.orderUid, data.orderId != order { return .otherOrder }
        if let payload = expected.payload, data.developerPayload != payload { return .otherPayload }
        return data.purchaseState == 0 ? nil : .cancelled
    }
}

extension PurchaseVerificationData {
    /// Decodes the signed string; a missing payload becomes an empty string.
    init?(signedText: String) {
        guard var value = try? JSONCoding.decode(JSONValue.self, from: Array(signedText.utf8)), value.object != nil
        else {
            return nil
        }
        // The last generated name is the developer's payload, which servers omit if there is none.
        if let name = Self.keys.names.last, value[name] == nil { value[name] = "" }
        guard let data = try? value.decode(PurchaseVerificationData.self) else { return nil }
        self = data
    }
}
