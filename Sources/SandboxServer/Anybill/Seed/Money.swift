import AnybillAPI
import Foundation

/// Calculations in whole cents, so that the amounts of seeded receipts add up exactly.
enum Money {
    /// Returns cents as a decimal amount.
    ///
    /// Without a division, which would take most of the time in which a sandbox starts.
    static func amount(_ cents: Int) -> Decimal {
        var (digits, exponent) = (cents.magnitude, -2)
        while exponent < 0, digits.isMultiple(of: 10) { (digits, exponent) = (digits / 10, exponent + 1) }
        return Decimal(sign: cents < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
    }

    /// Returns a price multiplied by a quantity in thousandths, rounded half away from zero.
    static func times(_ cents: Int, thousandths: Int) -> Int { divided(cents * thousandths, by: 1000) }

    /// Returns the net, tax and gross parts of a gross sum at a tax rate in percent.
    static func vat(_ rate: Int, gross: Int) -> VatAmount {
        let net = divided(gross * 100, by: 100 + rate)
        return VatAmount(
            percentage: Decimal(rate),
            inclVat: amount(gross),
            exclVat: amount(net),
            vat: amount(gross - net)
        )
    }

    /// Returns a quotient rounded half away from zero.
    ///
    /// The divisor must be positive.
    private static func divided(_ value: Int, by divisor: Int) -> Int {
        (abs(value) * 2 + divisor) / (2 * divisor) * value.signum()
    }
}
