import AppCoinsAPI
import APIRuntime
import Foundation

/// A purchase as the sandbox keeps it.
struct StoredPurchase: Sendable, Hashable {
    /// Identifier, which is also the purchase token.
    let uid: String

    /// Identifier of the order.
    let orderUID: String

    /// Bundle identifier of the app.
    let domain: String

    /// The product.
    let sku: String

    /// Address of the wallet that paid.
    let wallet: String

    /// The developer's payload; `nil` when there is none.
    let payload: String?

    /// The payment behind it.
    let transactionUID: String

    /// Country of the buyer, ISO 3166 alpha-2; `nil` when the checkout did not say.
    let country: String?

    /// When the payment was started.
    let ordered: Date

    /// When it was paid.
    let created: Date

    /// How far it has been processed.
    ///
    /// A refund leaves it as it was.
    var state = PurchaseState.pending

    /// Whether it was paid back.
    var isVoided = false

    /// Number of acknowledge calls that were responded with a success.
    var acknowledgements = 0

    /// Number of consume calls that were responded with a success.
    var consumptions = 0

    /// When it was paid, in milliseconds since 1970 UTC.
    var milliseconds: Int { Int((created.timeIntervalSince1970 * 1000).rounded()) }

    /// What is signed, member by member.
    var signedMembers: PurchaseVerificationData {
        PurchaseVerificationData(
            orderId: orderUID,
            packageName: domain,
            productId: sku,
            purchaseTime: milliseconds,
            purchaseToken: uid,
            purchaseState: isVoided ? 1 : 0,
            developerPayload: payload ?? ""
        )
    }

    /// The text that is signed.
    var signedText: String {
        String(decoding: JSONCoding.encode(signedMembers), as: UTF8.self)
    }
}
