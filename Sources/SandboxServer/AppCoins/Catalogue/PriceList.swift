import AppCoinsAPI
import Foundation

/// Prices of products in the currencies of the sandbox.
struct PriceList: Sendable {
    /// Money, in the order in which it is listed.
    let currencies: [SandboxCurrency]

    /// The currency of that code, AppCoins included; `nil` when it is not known.
    func currency(_ code: String) -> SandboxCurrency? {
        let code = code.uppercased()
        return code == SandboxCurrency.appCoins.code ? .appCoins : currencies.first { $0.code == code }
    }

    /// An amount in another currency, not rounded.
    func convert(_ amount: Decimal, from source: SandboxCurrency, to target: SandboxCurrency) -> Decimal {
        source == target ? amount : amount / source.perEuro * target.perEuro
    }

    /// A product as it is listed.
    ///
    /// - Parameters:
    ///   - product: What is sold.
    ///   - currency: The currency to show the price in.
    ///   - policy: The discount to apply; `nil` and unknown policies leave the full price.
    /// - Returns: The product with its price.
    func item(_ product: SandboxProduct, in currency: SandboxCurrency, policy: DiscountPolicy?) -> ProductItem {
        ProductItem(
            sku: product.sku,
            title: product.title,
            price: price(of: product, in: currency, policy: policy),
            description: product.description
        )
    }

    /// What a product costs.
    func price(of product: SandboxProduct, in currency: SandboxCurrency, policy: DiscountPolicy?) -> ProductPrice {
        let full = PriceAmount(micros: product.euroMicros, in: currency)
        guard policy == .directToConsumer, let percentage = product.discountPercentage else {
            return listed(full, euroMicros: product.euroMicros, discount: nil)
        }
        let reducedMicros = product.euroMicros * (100 - percentage) / 100
        let reduced = PriceAmount(micros: reducedMicros, in: currency)
        let off = PriceAmount(value: full.value - reduced.value, currency: currency)
        let discount = ProductDiscount(
            percentage: "\(percentage).00",
            value: off.text,
            label: off.label,
            micros: off.micros,
            policy: .directToConsumer,
            original: full.amount
        )
        return listed(reduced, euroMicros: reducedMicros, discount: discount)
    }

    private func listed(_ amount: PriceAmount, euroMicros: Int, discount: ProductDiscount?) -> ProductPrice {
        ProductPrice(
            currency: amount.currency.code,
            value: amount.text,
            label: amount.label,
            symbol: amount.currency.sign.trimmingCharacters(in: .whitespaces),
            micros: amount.micros,
            appc: PriceAmount(micros: euroMicros, in: .appCoins).amount,
            discount: discount
        )
    }
}
