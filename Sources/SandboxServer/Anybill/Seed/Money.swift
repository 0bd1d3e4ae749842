import AnybillAPI
import Foundation

/// Sums in whole cents, so that seeded receipts add up exactly.
enum Money {
    /// Cents as an amount.
    static func amount(_ cents: Int) -> Decimal { Decimal(cents) / 100 }

    /// A price times a quantity in thousandths, rounded half away from zero.
    static func times(_ cents: Int, thousandths: Int) -> Int { divided(cents * thousandths, by: 1000) }

    /// The parts of a gross sum at a rate in percent.
    static func vat(_ rate: Int, gross: Int) -> VatAmount {
        let net = divided(gross * 100, by: 100 + rate)
        return VatAmount(
            percentage: Decimal(rate),
            inclVat: amount(gross),
            exclVat: amount(net),
            vat: amount(gross - net)
        )
    }

    /// A quotient rounded half away from zero; the divisor is positive.
    private static func divided(_ value: Int, by divisor: Int) -> Int {
        (abs(value) * 2 + divisor) / (2 * divisor) * value.signum()
    }
}
