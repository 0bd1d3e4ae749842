import APIRuntime
import AppCoinsAPI

extension AppcBilling {
    /// Returns the app's products in the order of the service.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses the environment's.
    ///   - identifiers: The identifiers of the products to return; `nil` for all. Unknown products are omitted.
    /// - Returns: The products.
    /// - Throws: ``AppCoinsSDKError`` if the products cannot be read.
    public func products(domain: String? = nil, for identifiers: [String]? = nil) async throws -> [Product] {
        try await documented("The products could not be read") {
            let wanted = identifiers.map(Set.init)
            if wanted?.isEmpty == true { return [] }
            let pages = client.products.listPages(
                domain: domain ?? environment.domain,
                currency: try await userCurrency(),
                platform: .ios
            )
            var products: [Product] = []
            for try await page in pages { products += page.items.map { Product($0, billing: self) } }
            return products.filter { wanted?.contains($0.sku) ?? true }
        }
    }

    /// Returns a product with the price of a discount.
    ///
    /// - Throws: ``AppCoinsSDKError/productUnavailable(_:)`` if the product is unknown or the app is not approved.
    func product(_ sku: String, discountPolicy: DiscountPolicy?) async throws -> Product {
        try await documented("The product could not be read") {
            let page = try await client.products.list(
                domain: environment.domain,
                skus: [sku],
                currency: try await userCurrency(),
                platform: .ios,
                discountPolicy: discountPolicy
            )
            guard let item = page.items.first(where: { $0.sku == sku }) else {
                throw AppCoinsSDKError(.productUnavailable, "The product is unknown, or the app is not approved.")
            }
            return Product(item, billing: self)
        }
    }

    /// Returns the user's currency, which is cached for the lifetime of the process.
    private func userCurrency() async throws -> String {
        if let known = currency.withLock({ $0 }) { return known }
        let response = try await client.currencies.convert(from: "APPC", amount: "1.0")
        currency.withLock { $0 = response.currency }
        return response.currency
    }
}
