import APIRuntime
import AppCoinsAPI

extension AppcBilling {
    /// Returns the app's products in the order of the service.
    ///
    /// - Parameters:
    ///   - domain: The bundle identifier of the app; `nil` uses the environment's.
    ///   - identifiers: The identifiers of the products to return; `nil` for all. Unknown products are omitted.
    /// - Returns: The products.
    /// - Throws: ``AppCoinsSDKError/productUnavailable(_:)`` if the app has no products, because it has not been
    ///   reviewed and approved; another ``AppCoinsSDKError`` if the products cannot be read.
    public func products(domain: String? = nil, for identifiers: [String]? = nil) async throws -> [Product] {
        try await documented("The products could not be read") {
            let domain = domain ?? environment.domain
            guard let identifiers else {
                let products = try await items(domain, skus: nil)
                guard !products.isEmpty else { throw Self.unapproved }
                return products.map { Product($0, billing: self) }
            }
            var items: [ProductItem] = []
            for skus in Self.batches(of: identifiers) { items += try await self.items(domain, skus: skus) }
            let wanted = Set(identifiers)
            let products = items.filter { wanted.contains($0.sku) }.map { Product($0, billing: self) }
            if products.isEmpty, !wanted.isEmpty, try await isWithoutProducts(domain) { throw Self.unapproved }
            return products
        }
    }

    private static var unapproved: AppCoinsSDKError {
        AppCoinsSDKError(.productUnavailable, "The app has no products; it may not have been reviewed and approved.")
    }

    /// The largest number of identifiers in one request.
    private static let largestBatch = 100

    /// Returns the identifiers without repetitions, in the batches that the service accepts.
    static func batches(of identifiers: [String]) -> [[String]] {
        var known: Set<String> = []
        let distinct = identifiers.filter { known.insert($0).inserted }
        return stride(from: 0, to: distinct.count, by: largestBatch).map {
            Array(distinct[$0..<min($0 + largestBatch, distinct.count)])
        }
    }

    private func items(_ domain: String, skus: [String]?) async throws -> [ProductItem] {
        let pages = client.products.listPages(
            domain: domain,
            skus: skus,
            currency: try await userCurrency(),
            platform: .ios
        )
        var items: [ProductItem] = []
        for try await page in pages { items += page.items }
        return items
    }

    private func isWithoutProducts(_ domain: String) async throws -> Bool {
        let page = try await client.products.list(
            domain: domain,
            currency: try await userCurrency(),
            platform: .ios,
            limit: 1
        )
        return page.items.isEmpty
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
