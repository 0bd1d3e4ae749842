import AppCoinsAPI
import APIRuntime
import APIServer
import Foundation

/// The operations of the tag `products`.
struct SandboxProducts: AppCoinsProductsService {
    let world: AppCoinsWorld

    /// Returns the products of an app, optionally only those in `skus`.
    ///
    /// The products keep the order of the app, and unknown ones are omitted.
    func list(
        domain: String,
        skus: [String]?,
        currency: String?,
        platform: ClientPlatform?,
        discountPolicy: DiscountPolicy?,
        limit: Int?,
        cursor: String?,
        request: ServerRequest
    ) async throws(ListProductsError) -> ServerResponse<ProductPage> {
        let app = try world.app(domain, for: request, failing: ListProductsError.self)
        if let skus, skus.count > 100 {
            throw .badRequest(.invalid(request, "skus", "skus names at most 100 products."))
        }
        guard let shown = currency.map({ world.prices.currency($0) }) ?? world.userCurrency else {
            throw .badRequest(.invalid(request, "currency", value: currency, "currency is not known."))
        }
        if case .unknown(let value)? = discountPolicy {
            throw .badRequest(.invalid(request, "discount_policy", value: value, "discount_policy is not known."))
        }
        let page = try world.page(
            Self.selected(skus, of: app),
            id: \.sku,
            limit: limit,
            cursor: cursor,
            for: request,
            failing: ListProductsError.self
        )
        let addresses = PageAddresses(
            request: request,
            query: [
                ("skus", skus?.joined(separator: ",")), ("currency", currency), ("platform", platform?.rawValue),
                ("discount_policy", discountPolicy?.rawValue), ("limit", limit.map(String.init)),
            ]
        )
        return ServerResponse(
            ProductPage(
                items: page.items.map { world.prices.item($0, in: shown, policy: discountPolicy) },
                next: addresses.link(page.next),
                previous: addresses.link(page.previous)
            )
        )
    }

    private static func selected(_ skus: [String]?, of app: SandboxApp) -> [SandboxProduct] {
        guard app.isApproved else { return [] }
        guard let skus else { return app.products }
        return app.products.filter { skus.contains($0.sku) } + skus.compactMap { SandboxProduct(outcomeSKU: $0) }
    }
}
