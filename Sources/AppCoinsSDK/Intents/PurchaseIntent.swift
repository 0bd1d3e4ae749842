import APIRuntime
import AppCoinsAPI
public import Foundation

/// A user's wish to purchase something, expressed outside the app, such as by a link.
public struct PurchaseIntent: Sendable, Hashable, Identifiable, Codable {
    /// Identifier: the text of a UUID.
    public let id: String

    /// The product, with the price of the link's discount.
    public let product: Product

    /// When the intent was created.
    public let timestamp: Date

    /// Discount of the link, as its text; `nil` for none.
    let discountPolicy: String?

    /// OEM of the link; `nil` for none.
    let oemID: String?

    var origin = BillingReference()

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

    /// How long an intent can be confirmed, in seconds.
    static let lifetime: TimeInterval = 30 * 60

    /// Whether it can no longer be confirmed.
    func isExpired(at date: Date) -> Bool {
        date.timeIntervalSince(timestamp) >= Self.lifetime
    }

    /// The intent as one of an instance, after it was read from where it was kept.
    func bound(to billing: AppcBilling?) -> PurchaseIntent {
        var copy = self
        copy.origin = BillingReference(billing: billing)
        return copy
    }
}

extension PurchaseIntent {
    /// Purchases the product of the intent, which is used up by it.
    ///
    /// Otherwise like ``Product/purchase(domain:payload:orderID:)``.
    ///
    /// - Parameters:
    ///   - domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    ///   - payload: Text that goes with the purchase.
    ///   - orderID: Your reference of the order; `nil` makes one.
    /// - Returns: The result; `failed` with `purchaseNotAllowed` for an intent that was used, rejected or has expired.
    public func confirm(domain: String? = nil, payload: String? = nil, orderID: String? = nil) async -> PurchaseResult {
        await (origin.billing ?? .current).confirm(self, domain: domain, payload: payload, orderID: orderID)
    }

    /// Gives the intent up; it cannot be confirmed any more.
    public func reject() {
        (origin.billing ?? .current).reject(self)
    }
}
