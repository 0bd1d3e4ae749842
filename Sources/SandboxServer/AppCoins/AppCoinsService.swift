import APIServer
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
        let options = ServerOptions(
            ignoresCaseOfQueryNames: true,
            errors: AppCoinsRefusal.reply,
            paths: AppCoinsPaths.paths
        )
        let routes = router.routes(options, prepare: Self.prepare, finish: Self.finish)
        SandboxApplications(world: world).addAppCoinsApplicationsRoutes(to: routes)
        SandboxAttribution(world: world).addAppCoinsAttributionRoutes(to: routes)
        SandboxCheckout(world: world).addAppCoinsCheckoutRoutes(to: routes)
        SandboxCurrencies(world: world).addAppCoinsCurrenciesRoutes(to: routes)
        SandboxProducts(world: world).addAppCoinsProductsRoutes(to: routes)
        SandboxPurchases(world: world).addAppCoinsPurchasesRoutes(to: routes)
        SandboxReports(world: world).addAppCoinsReportsRoutes(to: routes)
        SandboxServerPurchases(world: world).addAppCoinsServerPurchasesRoutes(to: routes)
        SandboxWallets(world: world).addAppCoinsWalletsRoutes(to: routes)
        AppCoinsControlRoutes(world: world).addRoutes(to: router.routes(ServerOptions(errors: AppCoinsRefusal.reply)))
    }

    /// Checks the version, and takes an empty parameter of the page for an absent one.
    @Sendable
    private static func prepare(_ input: inout ServerInput) throws {
        try AppCoinsPaths.checkVersion(input)
        if input.about.operation == "getCheckoutPage" { input.query.removeAll { $0.rawValue.isEmpty } }
    }

    /// Writes every slash of a key as `\/`, as the service does, and as clients undo it by hand.
    @Sendable
    private static func finish(_ reply: inout RawServerResponse, to request: ServerRequest) {
        guard request.operation == "getApplicationPublicKey", reply.status == 200 else { return }
        reply.bytes = reply.bytes.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}

extension AppCoinsWorld {
    /// Address of the wallet of the sample user.
    static let sampleUserAddress = WalletTokens.address(of: "user:sample")
}
