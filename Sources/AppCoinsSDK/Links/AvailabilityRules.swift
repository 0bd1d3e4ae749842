/// The rules that decide from the app and the device whether the SDK may be used.
struct AvailabilityRules: Sendable, Hashable {
    /// The bundle identifier of the app.
    var domain: String
    /// The toggle that a test link has set; `nil` if none has.
    var toggle: Bool?
    /// The override of a development build; `nil` if none is allowed or set.
    var storefront: AppcStorefront?
    /// The device.
    var device: DeviceFacts

    /// Whether the SDK may be used, according to the first rule that applies.
    var isAvailable: Bool {
        if domain == AppcEnvironment.developmentDomain { return true }
        if let toggle, isTestBuildPossible { return toggle }
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

    /// Whether the app may be a build for tests.
    ///
    /// Any web page can open the link of the toggle, so it has no effect on an app from the App Store.
    private var isTestBuildPossible: Bool {
        if device.isSimulator || device.isDevelopmentBuild { return true }
        // Before iOS 17.4, and if the system fails, an app from the App Store has no known distributor.
        return device.distributor != .appStore && device.distributor != .unknown
    }
}
