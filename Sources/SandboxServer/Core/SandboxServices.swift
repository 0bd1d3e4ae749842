import Hummingbird

/// The services of one sandbox with their routes.
struct SandboxServices: Sendable {
    private let core: SandboxCore
    private let anybill: AnybillService
    private let sensibill: SensibillService
    private let appCoins: AppCoinsService

    init(core: SandboxCore) {
        self.core = core
        anybill = AnybillService(core: core)
        sensibill = SensibillService(core: core)
        appCoins = AppCoinsService(core: core)
    }

    /// Returns a router with the routes of all services and the sandbox's own.
    func router() -> Router<SandboxContext> {
        let router = Router(context: SandboxContext.self)
        let routes = SandboxRouter(router: router, core: core)
        let state = PanelState(core: core, sources: [anybill, sensibill, appCoins], credentials: credentials())
        let services: [any SandboxService] = [
            anybill, sensibill, appCoins, ControlRoutes(core: core), PanelRoutes(state: state),
        ]
        for service in services { service.addRoutes(to: routes) }
        PanelRoutes.addEvents(of: core.journal, to: router)
        return router
    }

    /// Returns the predefined accounts of all services.
    func credentials() -> SandboxCredentials {
        SandboxCredentials(
            anybill: anybill.credentials,
            sensibill: sensibill.credentials,
            appCoins: appCoins.credentials
        )
    }
}
