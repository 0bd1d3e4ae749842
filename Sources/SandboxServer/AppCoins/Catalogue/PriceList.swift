import AppCoinsAPI
import Foundation

/// The prices of products in the currencies of the sandbox.
struct PriceList: Sendable {
    /// The fiat currencies, in list order.
    let currencies: [SandboxCurrency]

    /// Returns the currency with a code, including AppCoins, or `nil` if the code is unknown.
    func currency(_ code: String) -> SandboxCurrency? {
        let code = code.uppercased()
        return code == SandboxCurrency.appCoins.code ? .appCoins : currencies.first { $0.code == code }
    }

    /// Returns an amount in another currency, without rounding.
    func convert(_ amount: Decimal, from source: SandboxCurrency, to target: SandboxCurrency) -> Decimal {
        source == target ? amount : amount / source.perEuro * target.perEuro
    }

    /// Returns the list entry of a product.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - currency: The currency of the price.
    ///   - policy: The discount to apply; `nil` and unknown policies keep the full price.
    /// - Returns: The product with its price.
    func item(_ product: SandboxProduct, in currency: SandboxCurrency, policy: DiscountPolicy?) -> ProductItem {
        ProductItem(
            sku: product.sku,
            title: product.title,
            price: price(of: product, in: currency, policy: policy),
            description: product.description
        )
    }

    /// Returns the price of a product.
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
