/// Whether the SDK may be used, from what is known of app and device.
struct AvailabilityRules: Sendable, Hashable {
    /// Bundle identifier of the app.
    var domain: String
    /// The toggle that a test link has set; `nil` when none has.
    var toggle: Bool?
    /// The override of a development build; `nil` when none is allowed or set.
    var storefront: AppcStorefront?
    /// The device.
    var device: DeviceFacts

    /// The first rule that applies decides.
    var isAvailable: Bool {
        if domain == AppcEnvironment.developmentDomain { return true }
        if let toggle { return toggle }
        if let storefront, storefront.locale != nil {
            guard storefront.isInEU else { return false }
            if let marketplace = storefront.marketplace { return marketplace == .aptoide }
        }
        guard device.system >= DeviceFacts.SystemVersion(17, 4) else { return false }
        if device.isSimulator { return true }
        return switch device.distributor {
        case .marketplace, .web, .other: true
        case .appStore, .testFlight, .unknown: false
        }
    }
}
