/// A product that an app of the sandbox sells.
public struct SandboxProduct: Sendable, Hashable {
    /// Identifier within its app.
    public var sku: String

    /// Name that a buyer sees.
    public var title: String

    /// Text below the name; `nil` leaves the member out.
    public var description: String?

    /// Full price in millionths of a euro; 0 or more.
    public var euroMicros: Int

    /// Percentage taken off under the policy `D2C`, 1 to 99; `nil` when the product has no discount.
    public var discountPercentage: Int?

    /// How every payment for the product ends; `nil` leaves it to the payload, the script and the page.
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
    /// What the products begin with that only exist to end a payment in a certain way.
    static let outcomePrefix = "sandbox."

    /// The product `sandbox.<outcome>`, which every app sells without listing it; `nil` for any other identifier.
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
