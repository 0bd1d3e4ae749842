/// How the sandbox's AppCoins behaves; can be changed while it runs.
public struct AppCoinsSandboxSettings: Sendable, Hashable {
    /// Code of the currency of the country that all callers seem to be in.
    public var userCurrency: String

    /// That country, ISO 3166 alpha-2.
    public var country: String

    /// Which purchases are paid back after 24 hours.
    public var refundRule: RefundRule

    /// Number of items on a page when the caller names none, 1 to 100.
    public var pageSize: Int

    /// How often a payment is seen in progress before it ends; 0 or more.
    public var pollsBeforeEnd: Int

    /// What is wrong with signatures and keys; `nil` when nothing is.
    public var signatureFault: SignatureFault?

    /// How payments go that nothing else says anything about.
    public var checkout: CheckoutOutcome

    /// Creates settings: a caller in Portugal, who pays in euros.
    public init(
        userCurrency: String = "EUR",
        country: String = "PT",
        refundRule: RefundRule = .unacknowledged,
        pageSize: Int = 50,
        pollsBeforeEnd: Int = 1,
        signatureFault: SignatureFault? = nil,
        checkout: CheckoutOutcome = .success
    ) {
        self.userCurrency = userCurrency
        self.country = country
        self.refundRule = refundRule
        self.pageSize = pageSize
        self.pollsBeforeEnd = pollsBeforeEnd
        self.signatureFault = signatureFault
        self.checkout = checkout
    }
}
