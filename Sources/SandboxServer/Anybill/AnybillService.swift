import AnybillAPI
import APIRuntime
import Foundation

/// The sandbox's Anybill: App API, partner platform, vendor API and identity service.
struct AnybillService: SandboxService {
    let credentials: AnybillSandboxCredentials

    private let core: SandboxCore
    private let environment: AnybillEnvironment

    init(core: SandboxCore) {
        self.core = core
        environment = AnybillEnvironment(core: core)
        let seed = AnybillSeed(core: core)
        environment.store.withLock { seed.fill(&$0) }
        credentials = seed.credentials(environment)
    }

    func addRoutes(to router: SandboxRouter) {
        let router = router.mappingErrors(AnybillErrors(problems: environment.problems).reply)
        AnybillIdentityRoutes(identity: AnybillIdentity(environment)).addRoutes(to: router)
        AnybillReceiptRoutes(receipts: AnybillReceipts(environment)).addRoutes(to: router)
        AnybillUserRoutes(
            users: AnybillUsers(environment),
            contentAreas: AnybillContentAreas(environment),
            pushTokens: AnybillPushTokens(environment)
        ).addRoutes(to: router)
        AnybillPartnerRoutes(
            users: AnybillPartnerUsers(environment),
            receipts: AnybillPartnerReceipts(environment)
        ).addRoutes(to: router)
        AnybillVendorRoutes(bills: AnybillVendorBills(environment)).addRoutes(to: router)
    }
}
