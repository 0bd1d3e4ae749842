import AppCoinsAPI
import APIRuntime
import Foundation

/// A purchase in the sandbox's records.
struct StoredPurchase: Sendable, Hashable {
    /// The identifier, which is also the purchase token.
    let uid: String

    /// The identifier of the order.
    let orderUID: String

    /// The bundle identifier of the app.
    let domain: String

    /// The product.
    let sku: String

    /// The address of the wallet that paid.
    let wallet: String

    /// The developer's payload; `nil` if there is none.
    let payload: String?

    /// The identifier of the payment.
    let transactionUID: String

    /// The country of the buyer, ISO 3166 alpha-2; `nil` if the checkout did not specify it.
    let country: String?

    /// The time at which the payment was started.
    let ordered: Date

    /// The time at which the purchase was paid.
    let created: Date

    /// The processing state.
    ///
    /// A refund does not change it.
    var state = PurchaseState.pending

    /// Whether the purchase was refunded.
    var isVoided = false

    /// The number of successful acknowledge calls.
    var acknowledgements = 0

    /// The number of successful consume calls.
    var consumptions = 0

    /// The time at which the purchase was paid, in milliseconds since 1970 UTC.
    var milliseconds: Int { Int((created.timeIntervalSince1970 * 1000).rounded()) }

    /// The signed properties.
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

    /// The signed string: the JSON of the signed properties.
    var signedText: String {
        String(decoding: JSONCoding.encode(signedMembers), as: UTF8.self)
    }
}
