import APIRuntime
import AppCoinsAPI
import Foundation

/// The meaning of a link into the app.
enum RedirectLink: Sendable, Hashable {
    /// Enable or disable the SDK for tests.
    case toggle(Bool)
    /// Override the storefront; missing and unknown values are `nil`.
    case storefront(locale: String?, marketplace: AppcStorefront.Marketplace?)
    /// Create an intent to purchase a product.
    case purchase(sku: String, oemID: String?, discountPolicy: DiscountPolicy?)
    /// A checkout was paid for.
    case paid(CheckoutPurchaseResult)
    /// A checkout failed.
    case failed(CheckoutFailure)
    /// A checkout ended, but its link cannot be read.
    case malformedCheckout
    /// A link for the open checkout page, without its scheme.
    case forward(String)

    private static let host = "wallet.appcoins.io"

    /// Returns the scheme of the links into an app.
    static func scheme(of domain: String) -> String { "\(domain).iap" }

    /// Reads a link; `nil` for a different scheme and for an unknown path.
    ///
    /// The case of scheme and host is ignored (RFC 3986, section 6.2.2.1); browsers change it to lower case.
    init?(_ url: URL, domain: String) {
        let text = url.absoluteString
        guard let colon = text.firstIndex(of: ":"), let components = URLComponents(string: text),
            text[..<colon].lowercased() == Self.scheme(of: domain).lowercased()
        else { return nil }
        let rest = text[text.index(after: colon)...]
        guard components.host?.lowercased() == Self.host else {
            self = .forward(Self.forwarded(rest))
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
        default: self = .forward(Self.forwarded(rest))
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
