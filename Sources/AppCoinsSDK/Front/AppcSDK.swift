public import Foundation

/// General purpose methods of the SDK.
public enum AppcSDK {
    /// Sets the SDK up.
    ///
    /// To be called at every entry point of the app, before anything else of the SDK.
    ///
    /// Any call but the first is cheap.
    public static func initialize() {
        AppcBilling.current.initialize()
    }

    /// Whether the SDK may be used: iOS 17.4 or later, and an app that does not come from Apple's App Store.
    public static func isAvailable() async -> Bool {
        await AppcBilling.current.isAvailable()
    }

    /// Handles links for payments and purchase intents.
    ///
    /// - Parameter redirectURL: The link; `nil` when there is none.
    /// - Returns: Whether the SDK processed the link.
    @discardableResult
    public static func handle(redirectURL: URL?) -> Bool {
        AppcBilling.current.handle(redirectURL: redirectURL)
    }

    /// Overrides the storefront in development builds; what is `nil` stays as it is.
    public static func configure(locale: String? = nil, marketplace: AppcStorefront.Marketplace? = nil) {
        AppcBilling.current.configure(locale: locale, marketplace: marketplace)
    }

    /// Makes the SDK use another environment than the app's own.
    ///
    /// To be called before ``initialize()``.
    public static func use(_ environment: AppcEnvironment) {
        AppcBilling.share(AppcBilling(environment))
    }

    /// Steps of the integration that the app's project is known to lack.
    public static var missingSetUp: [MissingSetUpStep] { AppcBilling.current.missingSetUp }
}

/// The sandbox of the service, in which purchases cost nothing.
public enum Sandbox {
    /// Address of the wallet to register for test payments; `nil` when none can be had.
    public static func getTestingWalletAddress() async -> String? {
        await AppcBilling.current.testingWalletAddress()
    }
}

extension AppcBilling {
    /// Address of the active wallet, or of the guest's, which becomes the active one.
    func testingWalletAddress() async -> String? {
        do {
            if let active = try await wallets.active() { return try await wallets.session(active).address() }
            let guest = StoredWallet.guest(try await attribution.guestUID())
            let address = try await wallets.session(guest).address()
            try await wallets.activate(guest)
            return address
        } catch {
            return nil
        }
    }
}
