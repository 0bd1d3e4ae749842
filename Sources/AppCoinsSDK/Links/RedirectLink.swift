import APIRuntime
import AppCoinsAPI
import Foundation

/// What a link into the app asks for.
enum RedirectLink: Sendable, Hashable {
    /// Switch the SDK on or off for tests.
    case toggle(Bool)
    /// Override the storefront; members that are absent or not known are `nil`.
    case storefront(locale: String?, marketplace: AppcStorefront.Marketplace?)
    /// Begin an intent to purchase a product.
    case purchase(sku: String, oemID: String?, discountPolicy: DiscountPolicy?)
    /// A checkout has been paid for.
    case paid(CheckoutPurchaseResult)
    /// A checkout failed.
    case failed(CheckoutFailure)
    /// A checkout ended, but its link is not understood.
    case malformedCheckout
    /// Something for the open checkout page: the link without its scheme.
    case forward(String)

    private static let host = "wallet.appcoins.io"

    /// Scheme of the links into an app.
    static func scheme(of domain: String) -> String { "\(domain).iap" }

    /// Reads a link; `nil` for a foreign scheme and for a path that has no meaning.
    init?(_ url: URL, domain: String) {
        let text = url.absoluteString
        let prefix = Self.scheme(of: domain) + ":"
        guard text.hasPrefix(prefix), let components = URLComponents(string: text) else { return nil }
        guard components.host == Self.host else {
            self = .forward(Self.forwarded(text.dropFirst(prefix.count)))
            return
        }
        let path = components.path.split(separator: "/").map(String.init)
        let query = LinkQuery(components)
        switch (path.first, path.dropFirst().first, path.count) {
        case ("default", nil, 1): self.init(toggle: query)
        case ("default", "storefront", 2): self.init(storefront: query)
        case ("default", _, _): return nil
        case ("purchase", nil, 1): self.init(purchase: query)
        case ("checkout", "success", 2):
            self = CheckoutPurchaseResult(link: query).map { .paid($0) } ?? .malformedCheckout
        case ("checkout", "failure", 2):
            self = CheckoutFailure(link: query).map { .failed($0) } ?? .malformedCheckout
        case ("checkout", _, _), (nil, _, _): return nil
        default: self = .forward(Self.forwarded(text.dropFirst(prefix.count)))
        }
    }

    private init?(toggle query: LinkQuery) {
        guard let value = query["value"] else { return nil }
        self = .toggle(value.lowercased() == "true")
    }

    private init?(storefront query: LinkQuery) {
        let locale = query["locale"].flatMap { AppcStorefront.isKnown($0) ? $0 : nil }
        let marketplace = query["marketplace"].flatMap { AppcStorefront.Marketplace(rawValue: $0) }
        guard locale != nil || marketplace != nil else { return nil }
        self = .storefront(locale: locale, marketplace: marketplace)
    }

    private init?(purchase query: LinkQuery) {
        guard let sku = query["product"], !sku.isEmpty else { return nil }
        let policy = query["discount_policy"].map { DiscountPolicy(rawValue: $0) }
        self = .purchase(
            sku: sku,
            oemID: query["oemid"].flatMap { $0.isEmpty ? nil : $0 },
            discountPolicy: policy == .directToConsumer ? policy : nil
        )
    }

    private static func forwarded(_ rest: Substring) -> String {
        var rest = rest
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        if rest.hasSuffix("#") { rest = rest.dropLast() }
        return String(rest)
    }
}
