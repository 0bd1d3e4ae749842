/// An app whose products the sandbox sells.
public struct SandboxApp: Sendable, Hashable {
    /// The bundle identifier.
    public var domain: String

    /// The products of the app, in list order.
    public var products: [SandboxProduct]

    /// Whether the app has been approved.
    ///
    /// The product list of an unapproved app is empty.
    public var isApproved: Bool

    /// Creates an app.
    public init(domain: String, products: [SandboxProduct], isApproved: Bool = true) {
        self.domain = domain
        self.products = products
        self.isApproved = isApproved
    }

    /// Returns the product with an identifier, or `nil` if it cannot be bought.
    func product(_ sku: String) -> SandboxProduct? {
        guard isApproved else { return nil }
        return products.first { $0.sku == sku } ?? SandboxProduct(outcomeSKU: sku)
    }
}

extension SandboxApp {
    /// Two apps: one with seven products, and one that is still under review.
    public static let samples: [SandboxApp] = [
        SandboxApp(
            domain: "com.example.orchardtale",
            products: [
                SandboxProduct(
                    sku: "seed_pack_small",
                    title: "Small seed pack",
                    description: "Twelve seeds of your choice.",
                    euroMicros: 1_490_000
                ),
                SandboxProduct(
                    sku: "seed_pack_large",
                    title: "Large seed pack",
                    description: "Sixty seeds and a rare bulb.",
                    euroMicros: 5_990_000
                ),
                SandboxProduct(
                    sku: "golden_spade",
                    title: "Golden spade",
                    description: "Digs twice as fast.",
                    euroMicros: 4_990_000,
                    discountPercentage: 10
                ),
                SandboxProduct(sku: "watering_day", title: "Watering day", euroMicros: 790_000),
                SandboxProduct(
                    sku: "greenhouse_week",
                    title: "Greenhouse, one week",
                    description: "Frost cannot touch your plants.",
                    euroMicros: 2_990_000,
                    discountPercentage: 25
                ),
                SandboxProduct(
                    sku: "honey_jar",
                    title: "Honey & “friends”",
                    description: "Bees <3 your orchard.",
                    euroMicros: 990_000
                ),
                SandboxProduct(sku: "orchard_deed", title: "Orchard deed", euroMicros: 19_990_000),
            ]
        ),
        SandboxApp(
            domain: "com.example.underreview",
            products: [SandboxProduct(sku: "early_bird", title: "Early bird", euroMicros: 1_990_000)],
            isApproved: false
        ),
    ]
}
