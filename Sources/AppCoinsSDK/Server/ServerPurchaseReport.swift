public import APIRuntime
import AppCoinsAPI

/// What the service told a developer's server about a purchase.
public struct ServerPurchaseReport: Sendable, Hashable, RedactedReflectable {
    /// Product that was asked for.
    public let sku: String

    /// Token that was asked for.
    public let purchaseToken: String

    /// Whether the purchase exists for this app and product, and was neither cancelled nor paid back.
    public let isGenuine: Bool

    /// Whether it was acknowledged or consumed.
    public let isAcknowledged: Bool

    /// Whether it was consumed.
    public let isConsumed: Bool

    /// The developer's payload; empty when there is none.
    public let developerPayload: String

    /// Identifier of the order; `nil` when it is not known.
    public let orderId: String?

    /// A purchase that the service does not know.
    init(sku: String, purchaseToken: String) {
        self.sku = sku
        self.purchaseToken = purchaseToken
        (isGenuine, isAcknowledged, isConsumed) = (false, false, false)
        developerPayload = ""
        orderId = nil
    }

    /// A purchase that the service knows.
    init(
        sku: String,
        purchaseToken: String,
        packageName: String,
        response: ServerPurchaseVerification,
        details: ServerPurchase
    ) {
        self.sku = sku
        self.purchaseToken = purchaseToken
        let isSame =
            details.uid == purchaseToken && (details.sku ?? sku) == sku
            && (details.domain ?? packageName) == packageName && (response.productId ?? sku) == sku
        isGenuine = isSame && response.purchaseState == 0 && details.status == .completed
        isConsumed = details.state == .consumed || response.consumptionState == 1
        isAcknowledged = isConsumed || details.state == .acknowledged || response.acknowledgementState == 1
        developerPayload = details.payload ?? response.developerPayload ?? ""
        orderId = details.order?.uid ?? response.orderId
    }
}
