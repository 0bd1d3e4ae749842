/// A product that an app of the sandbox sells.
public struct SandboxProduct: Sendable, Hashable {
    /// The identifier within its app.
    public var sku: String

    /// The displayed name.
    public var title: String

    /// The description displayed below the name; `nil` omits the property.
    public var description: String?

    /// The full price in millionths of a euro; 0 or more.
    public var euroMicros: Int

    /// The discount in percent under the policy `D2C`, from 1 to 99; `nil` if the product has no discount.
    public var discountPercentage: Int?

    /// The outcome of every payment for the product; `nil` if the payload, the script or the page decides.
    public var outcome: CheckoutOutcome?

    /// Creates a product.
    public init(
        sku: String,
        title: String,
        description: String? = nil,
        euroMicros: Int,
        discountPercentage: Int? = nil,
        outcome: CheckoutOutcome? = nil
    ) {
        self.sku = sku
        self.title = title
        self.description = description
        self.euroMicros = euroMicros
        self.discountPercentage = discountPercentage
        self.outcome = outcome
    }
}

extension SandboxProduct {
    /// The prefix of products that only exist to end a payment with a certain outcome.
    static let outcomePrefix = "sandbox."

    /// Creates the product `sandbox.<outcome>`, which every app sells without listing it.
    ///
    /// Returns `nil` for any other identifier.
    init?(outcomeSKU sku: String) {
        guard sku.hasPrefix(Self.outcomePrefix),
            let outcome = CheckoutOutcome(rawValue: String(sku.dropFirst(Self.outcomePrefix.count)))
        else { return nil }
        self.init(
            sku: sku,
            title: "Test: \(outcome.rawValue)",
            description: "A payment for this product always ends the same way.",
            euroMicros: 990_000,
            outcome: outcome
        )
    }
}
