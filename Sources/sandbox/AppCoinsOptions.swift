public import ArgumentParser
public import SandboxServer

/// The command-line options for AppCoins.
struct AppCoinsOptions: ParsableArguments {
    @Option(name: .customLong("appcoins-currency"), help: "The currency code of all callers.")
    var currency = "EUR"

    @Option(name: .customLong("appcoins-country"), help: "The country code of all callers (ISO 3166 alpha-2).")
    var country = "PT"

    @Option(name: .customLong("appcoins-refund"), help: "The purchases that are refunded after 24 hours.")
    var refundRule = RefundRule.unacknowledged

    @Option(name: .customLong("appcoins-page-size"), help: "The default number of items on a page.")
    var pageSize = 50

    @Option(
        name: .customLong("appcoins-polls"),
        help: "The number of times that a payment is reported as in progress before it ends."
    )
    var pollsBeforeEnd = 1

    @Option(name: .customLong("appcoins-signature-fault"), help: "The fault of signatures and keys to simulate.")
    var signatureFault: SignatureFault?

    @Option(name: .customLong("appcoins-checkout"), help: "The default outcome of payments.")
    var checkout = CheckoutOutcome.success

    func validate() throws {
        guard (1...100).contains(pageSize) else { throw ValidationError("--appcoins-page-size must be from 1 to 100.") }
        guard pollsBeforeEnd >= 0 else { throw ValidationError("--appcoins-polls must be 0 or more.") }
    }

    /// The settings that correspond to the options.
    var settings: AppCoinsSandboxSettings {
        AppCoinsSandboxSettings(
            userCurrency: currency,
            country: country,
            refundRule: refundRule,
            pageSize: pageSize,
            pollsBeforeEnd: pollsBeforeEnd,
            signatureFault: signatureFault,
            checkout: checkout
        )
    }
}

extension RefundRule: ExpressibleByArgument {}
extension SignatureFault: ExpressibleByArgument {}
extension CheckoutOutcome: ExpressibleByArgument {}
