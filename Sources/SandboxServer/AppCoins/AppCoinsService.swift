import APIServer
import AppCoinsAPI
import APIRuntime

/// The AppCoins service of the sandbox: attribution, wallets, products, purchases, the checkout and server-side
/// lookups.
struct AppCoinsService: SandboxService {
    let world: AppCoinsWorld

    /// The predefined apps, users and tokens.
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

    /// Adds the operations of the spec, and the control operations below `/sandbox/appcoins`.
    func addRoutes(to router: SandboxRouter) {
        let options = ServerOptions(
            ignoresCaseOfQueryNames: true,
            errors: AppCoinsRefusal.reply,
            paths: AppCoinsPaths.paths
        )
        let routes = router.routes(options, prepare: Self.prepare, finish: Self.finish)
        let wallets = world.wallets
        let security = ServerSecurity.checked { credential, _ in wallets.verdict(credential) }
        SandboxApplications(world: world).addAppCoinsApplicationsRoutes(to: routes)
        SandboxAttribution(world: world).addAppCoinsAttributionRoutes(to: routes)
        SandboxCheckout(world: world).addAppCoinsCheckoutRoutes(to: routes, security: security)
        SandboxCurrencies(world: world).addAppCoinsCurrenciesRoutes(to: routes)
        SandboxProducts(world: world).addAppCoinsProductsRoutes(to: routes)
        SandboxPurchases(world: world).addAppCoinsPurchasesRoutes(to: routes, security: security)
        SandboxReports(world: world).addAppCoinsReportsRoutes(to: routes)
        SandboxServerPurchases(world: world).addAppCoinsServerPurchasesRoutes(to: routes)
        SandboxWallets(world: world).addAppCoinsWalletsRoutes(to: routes, security: security)
        let control = router.routes(ServerOptions(errors: AppCoinsRefusal.reply))
        AppCoinsControlRoutes(world: world).addRoutes(to: control)
        addPanelRoutes(to: control)
    }

    /// Checks the version, and removes empty query parameters of the checkout page.
    @Sendable
    private static func prepare(_ input: inout ServerInput) throws {
        try AppCoinsPaths.checkVersion(input)
        if input.about.operation == "getCheckoutPage" { input.query.removeAll { $0.rawValue.isEmpty } }
    }

    /// Escapes every slash of a key as `\/`, as the service does.
    ///
    /// Clients must remove the escapes themselves.
    @Sendable
    private static func finish(_ reply: inout RawServerResponse, to request: ServerRequest) {
        guard request.operation == "getApplicationPublicKey", reply.status == 200 else { return }
        reply.bytes = reply.bytes.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }
}

extension AppCoinsWorld {
    /// The wallet address of the sample user.
    static let sampleUserAddress = WalletTokens.address(of: "user:sample")
}
