import AppCoinsAPI
public import Foundation

/// A currency for prices in the sandbox.
public struct SandboxCurrency: Sendable, Hashable {
    /// The currency code: ISO 4217 for money, `APPC` for AppCoins.
    public var code: String

    /// The English name.
    public var label: String

    /// The sign before an amount.
    public var sign: String

    /// The amount that one euro buys; more than 0.
    public var perEuro: Decimal

    /// The number of fraction digits in prices, from 0 to 6.
    public var fractionDigits: Int

    /// Creates a currency.
    public init(code: String, label: String, sign: String, perEuro: Decimal, fractionDigits: Int = 2) {
        self.code = code
        self.label = label
        self.sign = sign
        self.perEuro = perEuro
        self.fractionDigits = fractionDigits
    }
}

extension SandboxCurrency {
    /// AppCoins, at a fixed rate of 0.0094 euro for one.
    public static let appCoins = SandboxCurrency(
        code: "APPC",
        label: "AppCoins",
        sign: "APPC ",
        perEuro: 1 / Decimal(sign: .plus, exponent: -4, significand: 94)
    )

    /// Eight currencies at fixed rates, without AppCoins.
    public static let samples: [SandboxCurrency] = [
        SandboxCurrency(code: "EUR", label: "Euro", sign: "€", perEuro: 1),
        SandboxCurrency(code: "USD", label: "US dollar", sign: "$", perEuro: rate(108)),
        SandboxCurrency(code: "GBP", label: "Pound sterling", sign: "£", perEuro: rate(86)),
        SandboxCurrency(code: "PLN", label: "Zloty", sign: "zł", perEuro: rate(428)),
        SandboxCurrency(code: "SEK", label: "Swedish krona", sign: "kr", perEuro: rate(1120)),
        SandboxCurrency(code: "CHF", label: "Swiss franc", sign: "CHF ", perEuro: rate(95)),
        SandboxCurrency(code: "BRL", label: "Brazilian real", sign: "R$", perEuro: rate(590)),
        SandboxCurrency(code: "JPY", label: "Yen", sign: "¥", perEuro: rate(16_200), fractionDigits: 0),
    ]

    private static func rate(_ hundredths: Int) -> Decimal {
        Decimal(hundredths) / 100
    }
}
