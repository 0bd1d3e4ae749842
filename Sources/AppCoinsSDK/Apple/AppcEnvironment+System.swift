#if canImport(UIKit) && canImport(WebKit)
import Foundation
import StoreKit
import UIKit

#if canImport(MarketplaceKit)
import MarketplaceKit
#endif

extension AppcEnvironment {
    /// Sets the checkout, the Keychain, and the device and project information of the system.
    mutating func useSystem() {
        presenter = WebCheckoutPresenter()
        wallets = KeychainSecretStore()
        device = { await DeviceFacts.system() }
        setUp = SetUpFacts.system
        #if canImport(MarketplaceKit)
        purchaseTokens = SystemPurchaseTokens()
        #endif
        areDevToolsEnabled = ["YES", "1", "true"].contains(Bundle.main.infoText("AppCoinsDevToolsEnabled"))
        log = { text in NSLog("%@", text) }
    }
}

extension DeviceFacts {
    /// Returns the system's information about this device.
    @MainActor
    static func system() async -> DeviceFacts {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let locale = Locale.preferredLanguages.first.map { Locale(identifier: $0) } ?? Locale.current
        let isSimulator = ProcessInfo.processInfo.environment["SIMULATOR_DEVICE_NAME"] != nil
        return DeviceFacts(
            system: SystemVersion(version.majorVersion, version.minorVersion),
            isSimulator: isSimulator,
            distributor: await systemDistributor(),
            region: await Storefront.current.flatMap { StorefrontRegion.alpha2($0.countryCode) },
            languageRegion: locale.region?.identifier,
            language: locale.language.languageCode?.identifier,
            model: UIDevice.current.model,
            vendorID: UIDevice.current.identifierForVendor?.uuidString,
            appBuild: Bundle.main.infoText("CFBundleVersion"),
            isDevelopmentBuild: Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision") != nil
        )
    }

    private static func systemDistributor() async -> Distributor {
        #if canImport(MarketplaceKit)
        guard #available(iOS 17.4, *), let current = try? await AppDistributor.current else { return .unknown }
        // A separate condition, because a pattern cannot be checked for availability.
        if #available(iOS 17.5, *), case .web = current { return .web }
        switch current {
        case .appStore: return .appStore
        case .testFlight: return .testFlight
        case .marketplace(let id): return .marketplace(id)
        case .other: return .other
        default: return .unknown
        }
        #else
        return .unknown
        #endif
    }
}

extension SetUpFacts {
    /// The information about the app's project in the main bundle.
    static let system: @Sendable () -> SetUpFacts = {
        let types = Bundle.main.object(forInfoDictionaryKey: "CFBundleURLTypes") as? [[String: Any]] ?? []
        let digital = Bundle.main.object(forInfoDictionaryKey: "MKSellsDigitalGoods") as? Bool
        return SetUpFacts(
            hasKeychainGroup: hasKeychain(),
            urlSchemes: types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] },
            sellsDigitalGoods: digital ?? false
        )
    }

    private static func hasKeychain() -> Bool? {
        do {
            let store = KeychainSecretStore()
            try store.set(Data(), for: "set-up-check")
            try store.set(nil, for: "set-up-check")
            return true
        } catch {
            return (error as? SecretStoreError)?.isEntitlement == true ? false : nil
        }
    }
}

extension Bundle {
    /// Returns the string for a key of the bundle's property list.
    fileprivate func infoText(_ key: String) -> String? {
        object(forInfoDictionaryKey: key) as? String
    }
}
#endif
