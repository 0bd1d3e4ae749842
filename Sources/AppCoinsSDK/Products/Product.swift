import APIRuntime
import AppCoinsAPI
import Foundation

/// An in-app product.
public struct Product: Sendable, Hashable, Codable, Identifiable {
    /// Identifier of the product, such as `gas`.
    public let sku: String

    /// Title to show.
    public let title: String

    /// Text to show below the title; `nil` when there is none.
    public let description: String?

    /// Currency of the user, ISO 4217, such as `EUR`.
    public let priceCurrency: String

    /// Price in that currency as decimal text, such as `0.93`.
    public let priceValue: String

    /// Price ready to show, such as `€0.93`.
    public let priceLabel: String

    /// Symbol of the currency, such as `€`.
    public let priceSymbol: String

    /// Price before a discount, as decimal text; `nil` without one.
    public let priceDiscountOriginal: String?

    /// Discount in percent, as decimal text; `nil` without one.
    public let priceDiscountPercentage: String?

    /// Same as ``sku``.
    public var id: String { sku }

    /// What the product is bought through; not part of its value.
    var origin = BillingReference()

    private enum CodingKeys: String, CodingKey {
        case sku, title, description, priceCurrency, priceValue, priceLabel, priceSymbol, priceDiscountOriginal,
            priceDiscountPercentage
    }

    /// Reads a product of the service.
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
    /// The app's products.
    ///
    /// Only an app that was reviewed and approved has any.
    ///
    /// - Parameters:
    ///   - domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    ///   - identifiers: Products to return; `nil` for all. Those that are not known are left out.
    /// - Returns: The products in the order of the service.
    /// - Throws: ``AppCoinsSDKError``.
    public static func products(domain: String? = nil, for identifiers: [String]? = nil) async throws -> [Product] {
        try await AppcBilling.current.products(domain: domain, for: identifiers)
    }

    /// Shows the checkout and gives its result.
    ///
    /// Goes on when the calling task is cancelled: a payment cannot be taken back by that.
    ///
    /// - Parameters:
    ///   - domain: Bundle identifier of the app; `nil` for the one that the SDK runs in.
    ///   - payload: Text that goes with the purchase, such as the user's identifier.
    ///   - orderID: Your reference of the order; `nil` makes one.
    /// - Returns: The result; errors are in ``PurchaseResult/failed(_:)``.
    public func purchase(domain: String? = nil, payload: String? = nil, orderID: String? = nil) async -> PurchaseResult
    {
        await (origin.billing ?? .current).purchase(self, domain: domain, payload: payload, orderID: orderID)
    }
}

/// What a value goes back to; all references are equal, so that values compare by what they say.
struct BillingReference: Sendable, Hashable {
    /// The instance; `nil` takes the shared one.
    var billing: AppcBilling?

    static func == (first: BillingReference, second: BillingReference) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
