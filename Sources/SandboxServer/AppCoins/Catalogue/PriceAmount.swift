import AppCoinsAPI
import Foundation

/// An amount of a currency, rounded as prices are.
struct PriceAmount: Sendable, Hashable {
    /// The amount, with no more digits than the currency has.
    let value: Decimal

    /// What it is an amount of.
    let currency: SandboxCurrency

    /// Rounds an amount.
    init(value: Decimal, currency: SandboxCurrency) {
        self.value = value.rounded(to: currency.fractionDigits)
        self.currency = currency
    }

    /// Converts an amount given in millionths of a euro.
    init(micros: Int, in currency: SandboxCurrency) {
        self.init(value: Decimal(micros) / 1_000_000 * currency.perEuro, currency: currency)
    }

    /// Digits with a point, and always as many after it as the currency has.
    var text: String { value.text(fractionDigits: currency.fractionDigits) }

    /// The text behind the currency's sign.
    var label: String { currency.sign + text }

    /// The amount in millionths.
    var micros: Int { NSDecimalNumber(decimal: (value * 1_000_000).rounded(to: 0)).intValue }

    /// The amount in the three spellings that prices have.
    var amount: ProductPriceAmount { ProductPriceAmount(value: text, label: label, micros: micros) }
}

extension Decimal {
    /// The nearest number with so many digits after the point; halves go away from zero.
    func rounded(to fractionDigits: Int) -> Decimal {
        var source = self
        var result = Decimal()
        NSDecimalRound(&result, &source, fractionDigits, .plain)
        return result
    }

    /// Digits with a point, whatever the locale, padded with zeros to so many after it.
    func text(fractionDigits: Int) -> String {
        let digits = "\(rounded(to: fractionDigits))"
        guard fractionDigits > 0 else { return digits }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)" + String(repeating: "0", count: max(0, fractionDigits - fraction.count))
    }
}
