import AppCoinsAPI
import Foundation

/// An amount of a currency, rounded like prices.
struct PriceAmount: Sendable, Hashable {
    /// The amount, with no more fraction digits than the currency has.
    let value: Decimal

    /// The currency of the amount.
    let currency: SandboxCurrency

    /// Creates a rounded amount.
    init(value: Decimal, currency: SandboxCurrency) {
        self.value = value.rounded(to: currency.fractionDigits)
        self.currency = currency
    }

    /// Creates an amount from millionths of a euro.
    init(micros: Int, in currency: SandboxCurrency) {
        self.init(value: Decimal(micros) / 1_000_000 * currency.perEuro, currency: currency)
    }

    /// The amount with a decimal point and all fraction digits of the currency.
    var text: String { value.text(fractionDigits: currency.fractionDigits) }

    /// The currency's sign, followed by the amount.
    var label: String { currency.sign + text }

    /// The amount in millionths.
    var micros: Int { NSDecimalNumber(decimal: (value * 1_000_000).rounded(to: 0)).intValue }

    /// The amount in the three representations of a price.
    var amount: ProductPriceAmount { ProductPriceAmount(value: text, label: label, micros: micros) }
}

extension Decimal {
    /// Returns the nearest number with the given number of fraction digits.
    ///
    /// Halves are rounded away from zero.
    func rounded(to fractionDigits: Int) -> Decimal {
        var source = self
        var result = Decimal()
        NSDecimalRound(&result, &source, fractionDigits, .plain)
        return result
    }

    /// Returns the number with a decimal point in every locale, padded with zeros to the given number of fraction
    /// digits.
    func text(fractionDigits: Int) -> String {
        let digits = "\(rounded(to: fractionDigits))"
        guard fractionDigits > 0 else { return digits }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)" + String(repeating: "0", count: max(0, fractionDigits - fraction.count))
    }
}
