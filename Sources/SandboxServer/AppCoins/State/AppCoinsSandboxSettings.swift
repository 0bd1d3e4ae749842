/// The settings of the sandbox's AppCoins, which can be changed at runtime.
public struct AppCoinsSandboxSettings: Sendable, Hashable {
    /// The currency code for the country of all callers.
    public var userCurrency: String

    /// The country of all callers, ISO 3166 alpha-2.
    public var country: String

    /// The rule for refunding purchases after 24 hours.
    public var refundRule: RefundRule

    /// The default number of items on a page, from 1 to 100.
    public var pageSize: Int

    /// The number of times that a payment is reported as in progress before it ends; 0 or more.
    public var pollsBeforeEnd: Int

    /// The fault of signatures and keys; `nil` for none.
    public var signatureFault: SignatureFault?

    /// The outcome of payments for which nothing else specifies one.
    public var checkout: CheckoutOutcome

    /// Creates settings, by default for a caller in Portugal who pays in euros.
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
