public import ArgumentParser
public import SandboxServer

/// The command-line options for AppCoins.
struct AppCoinsOptions: ParsableArguments {
    @Option(name: .customLong("appcoins-currency"), help: "Code of the currency that callers seem to use.")
    var currency = "EUR"

    @Option(name: .customLong("appcoins-country"), help: "Country that callers seem to be in, ISO 3166 alpha-2.")
    var country = "PT"

    @Option(name: .customLong("appcoins-refund"), help: "Which purchases are paid back after 24 hours.")
    var refundRule = RefundRule.unacknowledged

    @Option(name: .customLong("appcoins-page-size"), help: "Items on a page when the caller names no number.")
    var pageSize = 50

    @Option(name: .customLong("appcoins-polls"), help: "How often a payment is seen in progress before it ends.")
    var pollsBeforeEnd = 1

    @Option(name: .customLong("appcoins-signature-fault"), help: "What is wrong with signatures and keys.")
    var signatureFault: SignatureFault?

    @Option(name: .customLong("appcoins-checkout"), help: "How payments go that nothing else says anything about.")
    var checkout = CheckoutOutcome.success

    func validate() throws {
        guard (1...100).contains(pageSize) else { throw ValidationError("A page has 1 to 100 items.") }
        guard pollsBeforeEnd >= 0 else { throw ValidationError("A payment is seen in progress 0 times or more.") }
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
