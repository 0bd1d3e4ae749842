import AppCoinsAPI

extension AppCoinsWorld {
    /// A purchase as it is listed, with its signature.
    ///
    /// - Throws: When there is no key.
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

    /// The signature over a purchase's text; over another text when that fault is switched on.
    func signature(of purchase: StoredPurchase) throws -> String {
        let isWrong = settings.signatureFault == .wrongSignature
        return try keys.key(of: purchase.domain).signature(for: purchase.signedText + (isWrong ? " " : ""))
    }

    /// The PEM text that is served as an app's key.
    func publicKey(of domain: String) throws -> String {
        switch settings.signatureFault {
        case .foreignKey: try keys.foreignKey().publicKeyPEM
        case .malformedKey: "-----BEGIN PUBLIC KEY-----\r\nbm90IGEga2V5\r\n-----END PUBLIC KEY-----"
        case .wrongSignature, nil: try keys.key(of: domain).publicKeyPEM
        }
    }
}
