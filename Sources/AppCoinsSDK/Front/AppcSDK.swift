public import Foundation

/// The general-purpose methods of the SDK.
public enum AppcSDK {
    /// Initializes the SDK.
    ///
    /// Call this method at every entry point of the app, before any other method of the SDK.
    ///
    /// Repeated calls are cheap.
    public static func initialize() {
        AppcBilling.current.initialize()
    }

    /// Returns whether the SDK may be used: iOS 17.4 or later, and an app that was not installed from Apple's App
    /// Store.
    public static func isAvailable() async -> Bool {
        await AppcBilling.current.isAvailable()
    }

    /// Handles links for payments and purchase intents.
    ///
    /// - Parameter redirectURL: The link; `nil` if there is none.
    /// - Returns: Whether the SDK processed the link.
    @discardableResult
    public static func handle(redirectURL: URL?) -> Bool {
        AppcBilling.current.handle(redirectURL: redirectURL)
    }

    /// Overrides the storefront in development builds; arguments that are `nil` change nothing.
    public static func configure(locale: String? = nil, marketplace: AppcStorefront.Marketplace? = nil) {
        AppcBilling.current.configure(locale: locale, marketplace: marketplace)
    }

    /// Sets the environment that the SDK uses instead of the system's.
    ///
    /// Call this method before ``initialize()``.
    public static func use(_ environment: AppcEnvironment) {
        AppcBilling.share(AppcBilling(environment))
    }

    /// The steps of the integration that the app's project is known to lack.
    public static var missingSetUp: [MissingSetUpStep] { AppcBilling.current.missingSetUp }
}

/// The sandbox of the service, in which purchases are free.
public enum Sandbox {
    /// Returns the address of the wallet to register for test payments; `nil` if none is available.
    public static func getTestingWalletAddress() async -> String? {
        await AppcBilling.current.testingWalletAddress()
    }
}

extension AppcBilling {
    /// Returns the address of the active wallet, or of the guest's wallet, which then becomes active.
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
