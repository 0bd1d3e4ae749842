import AppCoinsAPI
import APIRuntime

/// The sandbox's AppCoins: attribution, wallets, products, purchases, the checkout and what servers look up.
struct AppCoinsService: SandboxService {
    private let world: AppCoinsWorld

    /// What is known from the start.
    let credentials: AppCoinsSandboxCredentials

    /// Creates the service with its sample apps and one signed-in user.
    init(core: SandboxCore) {
        world = AppCoinsWorld(core: core)
        let user = world.wallets.user(AppCoinsWorld.sampleUserAddress)
        credentials = AppCoinsSandboxCredentials(
            domain: SandboxApp.samples[0].domain,
            unapprovedDomain: SandboxApp.samples[1].domain,
            guestUID: "guest-sample",
            userAddress: user.address,
            userRefreshToken: user.refreshToken
        )
    }

    /// Adds the operations of the spec, and the control calls below `/sandbox/appcoins`.
    func addRoutes(to router: SandboxRouter) {
        let router = router.mappingErrors(AppCoinsRefusal.reply)
        AppCoinsIdentityRoutes(world: world).addRoutes(to: router)
        AppCoinsProductRoutes(world: world).addRoutes(to: router)
        AppCoinsPurchaseRoutes(world: world).addRoutes(to: router)
        AppCoinsCheckoutRoutes(world: world).addRoutes(to: router)
        AppCoinsServerRoutes(world: world).addRoutes(to: router)
        AppCoinsControlRoutes(world: world).addRoutes(to: router)
    }
}

extension AppCoinsWorld {
    /// Address of the wallet of the sample user.
    static let sampleUserAddress = WalletTokens.address(of: "user:sample")
}
