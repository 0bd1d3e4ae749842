import AppCoinsAPI

extension AppCoinsWorld {
    /// Returns a purchase in the list format, with its signature.
    ///
    /// - Throws: An error if there is no key.
    func record(_ purchase: StoredPurchase) throws -> PurchaseRecord {
        PurchaseRecord(
            uid: purchase.uid,
            sku: purchase.sku,
            state: purchase.state,
            orderUid: purchase.orderUID,
            created: MicrosecondStamp.text(purchase.created),
            verification: SignedPurchaseData(
                type: .google,
                data: purchase.signedText,
                signature: try signature(of: purchase)
            ),
            payload: purchase.payload
        )
    }

    /// Returns the signature of a purchase, or of a different string if that fault is enabled.
    ///
    /// - Throws: An error if there is no key.
    func signature(of purchase: StoredPurchase) throws -> String {
        let isWrong = settings.signatureFault == .wrongSignature
        return try SigningKeys.key(of: purchase.domain).signature(for: purchase.signedText + (isWrong ? " " : ""))
    }

    /// Returns the PEM string that is served as an app's key.
    ///
    /// - Throws: An error if there is no key.
    func publicKey(of domain: String) throws -> String {
        switch settings.signatureFault {
        case .foreignKey: try SigningKeys.foreignKey().publicKeyPEM
        case .malformedKey: "-----BEGIN PUBLIC KEY-----\r\nbm90IGEga2V5\r\n-----END PUBLIC KEY-----"
        case .wrongSignature, nil: try SigningKeys.key(of: domain).publicKeyPEM
        }
    }
}
