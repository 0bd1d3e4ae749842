public import APIRuntime
import AppCoinsAPI

/// The service's report about a purchase, for a developer's server.
public struct ServerPurchaseReport: Sendable, Hashable, RedactedReflectable {
    /// The requested product.
    public let sku: String

    /// The requested token.
    public let purchaseToken: String

    /// Whether the purchase exists for this app and product, and was neither cancelled nor refunded.
    public let isGenuine: Bool

    /// Whether the purchase was acknowledged or consumed.
    public let isAcknowledged: Bool

    /// Whether the purchase was consumed.
    public let isConsumed: Bool

    /// The developer's payload; empty if there is none.
    public let developerPayload: String

    /// The identifier of the order; `nil` if unknown.
    public let orderId: String?

    /// Creates the report for a purchase that does not exist at the service.
    init(sku: String, purchaseToken: String) {
        self.sku = sku
        self.purchaseToken = purchaseToken
        (isGenuine, isAcknowledged, isConsumed) = (false, false, false)
        developerPayload = ""
        orderId = nil
    }

    /// Creates the report for a purchase that exists at the service.
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
