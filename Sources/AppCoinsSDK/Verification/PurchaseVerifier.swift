import APIRuntime

/// What a signed purchase is compared with.
struct ExpectedPurchase: Sendable, Hashable {
    /// Bundle identifier of the app.
    var domain: String
    /// Product of the purchase.
    var sku: String
    /// Identifier of the purchase.
    var uid: String
    /// Identifier of the order; `nil` leaves it out.
    var orderUid: String?
}

/// Decides whether a purchase is genuine, from nothing but its texts and the app's key.
enum PurchaseVerifier {
    /// Checks a purchase.
    ///
    /// - Parameters:
    ///   - signed: Exact text and signature.
    ///   - expected: What the text must be about.
    ///   - key: The app's key as the service gave it.
    /// - Returns: `nil` when the purchase is genuine, otherwise the first reason why it is not.
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

    /// Compares what is signed with what is expected.
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
        return data.purchaseState == 0 ? nil : .cancelled
    }
}

extension PurchaseVerificationData {
    /// Reads the text that is signed; an absent payload reads as empty.
    init?(signedText: String) {
        guard var value = try? JSONCoding.decode(JSONValue.self, from: Array(signedText.utf8)), value.object != nil
        else {
            return nil
        }
        // The last of the generated names is the developer's payload, which servers leave out when there is none.
        if let name = Self.keys.names.last, value[name] == nil { value[name] = "" }
        guard let data = try? value.decode(PurchaseVerificationData.self) else { return nil }
        self = data
    }
}
