import APIRuntime
import AppCoinsAPI
public import Foundation

/// A user's intent to purchase a product, created outside the app, for example by a link.
public struct PurchaseIntent: Sendable, Hashable, Identifiable, Codable {
    /// The identifier of the intent: the string form of a UUID.
    public let id: String

    /// The product, with the price of the link's discount.
    public let product: Product

    /// The time at which the intent was created.
    public let timestamp: Date

    /// The discount of the link, in its string form; `nil` for none.
    let discountPolicy: String?

    /// The OEM of the link; `nil` for none.
    let oemID: String?

    var origin = BillingReference()

    /// The names of the stored properties.
    private enum CodingKeys: String, CodingKey {
        case id, product, timestamp, discountPolicy, oemID
    }

    init(
        id: String = UUID().uuidString,
        product: Product,
        timestamp: Date,
        discountPolicy: DiscountPolicy? = nil,
        oemID: String? = nil,
        billing: AppcBilling?
    ) {
        self.id = id
        self.product = product
        self.timestamp = timestamp
        self.discountPolicy = discountPolicy?.rawValue
        self.oemID = oemID
        origin = BillingReference(billing: billing)
    }

    /// The time during which an intent can be confirmed, in seconds.
    static let lifetime: TimeInterval = 30 * 60

    /// Returns whether the intent can no longer be confirmed.
    func isExpired(at date: Date) -> Bool {
        date.timeIntervalSince(timestamp) >= Self.lifetime
    }

    /// Returns the intent bound to an instance, after it was read from the store.
    func bound(to billing: AppcBilling?) -> PurchaseIntent {
        var copy = self
        copy.origin = BillingReference(billing: billing)
        return copy
    }
}

extension PurchaseIntent {
    /// Purchases the product of the intent and consumes the intent.
    ///
    /// Apart from that, behaves like ``Product/purchase(domain:payload:orderID:)``.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses that of the environment.
    ///   - payload: A string that is attached to the purchase.
    ///   - orderID: Your order reference; `nil` creates one.
    /// - Returns: The result; `failed` with `purchaseNotAllowed` for an intent that was used or rejected, or has
    ///   expired.
    public func confirm(domain: String? = nil, payload: String? = nil, orderID: String? = nil) async -> PurchaseResult {
        await (origin.billing ?? .current).confirm(self, domain: domain, payload: payload, orderID: orderID)
    }

    /// Rejects the intent, which can then no longer be confirmed.
    public func reject() {
        (origin.billing ?? .current).reject(self)
    }
}
