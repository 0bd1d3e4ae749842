import APIRuntime
import AppCoinsAPI
import Foundation

/// An in-app product.
public struct Product: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of the product, such as `gas`.
    public let sku: String

    /// The display title.
    public let title: String

    /// The display description; `nil` if there is none.
    public let description: String?

    /// The currency of the user, ISO 4217, such as `EUR`.
    public let priceCurrency: String

    /// The price in that currency as a decimal string, such as `0.93`.
    public let priceValue: String

    /// The formatted price, such as `€0.93`.
    public let priceLabel: String

    /// The symbol of the currency, such as `€`.
    public let priceSymbol: String

    /// The price before a discount, as a decimal string; `nil` without a discount.
    public let priceDiscountOriginal: String?

    /// The discount in percent, as a decimal string; `nil` without a discount.
    public let priceDiscountPercentage: String?

    /// The same value as ``sku``.
    public var id: String { sku }

    /// The instance that sells the product; not part of the product's value.
    var origin = BillingReference()

    /// The names of the stored properties.
    private enum CodingKeys: String, CodingKey {
        case sku, title, description, priceCurrency, priceValue, priceLabel, priceSymbol, priceDiscountOriginal,
            priceDiscountPercentage
    }

    /// Creates a product from the service's response.
    init(_ item: ProductItem, billing: AppcBilling?) {
        sku = item.sku
        title = item.title
        description = item.description
        priceCurrency = item.price.currency
        priceValue = item.price.value
        priceLabel = item.price.label
        priceSymbol = item.price.symbol
        priceDiscountOriginal = item.price.discount?.original.value
        priceDiscountPercentage = item.price.discount?.percentage
        origin = BillingReference(billing: billing)
    }
}

extension Product {
    /// Returns the app's products.
    ///
    /// Only an app that was reviewed and approved has products.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses that of the environment.
    ///   - identifiers: The identifiers of the products to return; `nil` for all. Unknown products are omitted.
    /// - Returns: The products in the order of the service.
    /// - Throws: ``AppCoinsSDKError`` if the products cannot be read.
    public static func products(domain: String? = nil, for identifiers: [String]? = nil) async throws -> [Product] {
        try await AppcBilling.current.products(domain: domain, for: identifiers)
    }

    /// Presents the checkout and returns its result.
    ///
    /// Continues when the calling task is cancelled, because cancellation cannot revoke a payment.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses that of the environment.
    ///   - payload: A string that is attached to the purchase, such as the user's identifier.
    ///   - orderID: Your order reference; `nil` creates one.
    /// - Returns: The result; errors are in ``PurchaseResult/failed(_:)``.
    public func purchase(domain: String? = nil, payload: String? = nil, orderID: String? = nil) async -> PurchaseResult
    {
        await (origin.billing ?? .current).purchase(self, domain: domain, payload: payload, orderID: orderID)
    }
}

/// A reference to an instance; all references are equal, so that values are compared by their content only.
struct BillingReference: Sendable, Hashable {
    /// The instance; `nil` means the shared one.
    var billing: AppcBilling?

    static func == (first: BillingReference, second: BillingReference) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
