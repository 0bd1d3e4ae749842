/// A step of the integration that the app's project lacks.
public enum MissingSetUpStep: String, Sendable, Hashable, CaseIterable {
    /// The Keychain group `com.aptoide.appcoins-wallet` in "Keychain Sharing".
    case keychainGroup

    /// The URL type `$(PRODUCT_BUNDLE_IDENTIFIER).iap`.
    case urlType

    /// The build setting `MKSellsDigitalGoods`.
    case digitalGoods

    /// The remedy for the missing step.
    public var advice: String {
        switch self {
        case .keychainGroup:
            "Add the capability Keychain Sharing with the group com.aptoide.appcoins-wallet."
        case .urlType:
            "Add a URL type with the scheme $(PRODUCT_BUNDLE_IDENTIFIER).iap and the role Editor."
        case .digitalGoods:
            "Set the build setting MKSellsDigitalGoods to YES."
        }
    }
}

/// The known settings of the app's project; `nil` for unknown ones.
public struct SetUpFacts: Sendable, Hashable {
    /// Whether the app can use the Keychain group.
    public var hasKeychainGroup: Bool?

    /// The URL schemes that the app declares.
    public var urlSchemes: [String]?

    /// Whether the target declares that it sells digital goods.
    public var sellsDigitalGoods: Bool?

    /// Creates facts.
    public init(hasKeychainGroup: Bool? = nil, urlSchemes: [String]? = nil, sellsDigitalGoods: Bool? = nil) {
        self.hasKeychainGroup = hasKeychainGroup
        self.urlSchemes = urlSchemes
        self.sellsDigitalGoods = sellsDigitalGoods
    }

    /// Returns the steps that are known to be missing, in the order of the integration guide.
    func missing(domain: String) -> [MissingSetUpStep] {
        var steps: [MissingSetUpStep] = []
        if hasKeychainGroup == false { steps.append(.keychainGroup) }
        let scheme = RedirectLink.scheme(of: domain).lowercased()
        if let urlSchemes, !urlSchemes.contains(where: { $0.lowercased() == scheme }) { steps.append(.urlType) }
        if sellsDigitalGoods == false { steps.append(.digitalGoods) }
        return steps
    }
}
