import AnybillAPI
import APIRuntime
import APIServer
import Foundation

/// The Anybill service of the sandbox: App API, partner platform, vendor API and identity service.
struct AnybillService: SandboxService {
    let credentials: AnybillSandboxCredentials

    let core: SandboxCore
    let environment: AnybillEnvironment

    init(core: SandboxCore) {
        self.core = core
        environment = AnybillEnvironment(core: core)
        let seed = AnybillSeed(core: core)
        environment.store.withLock { seed.fill(&$0) }
        credentials = seed.credentials(environment)
    }

    func addRoutes(to router: SandboxRouter) {
        let routes = router.routes(
            ServerOptions(
                ignoresCaseOfQueryNames: true,
                errors: AnybillErrors(problems: environment.problems).reply
            ),
            prepare: prepare
        )
        let gate = environment.gate
        let security = ServerSecurity.checked { credential, _ in gate.verdict(credential) }
        AnybillIdentity(environment).addAnybillIdentityRoutes(to: routes)
        AnybillReceipts(environment).addAnybillReceiptsRoutes(to: routes, security: security)
        AnybillUsers(environment).addAnybillUsersRoutes(to: routes, security: security)
        AnybillContentAreas(environment).addAnybillContentAreasRoutes(to: routes, security: security)
        AnybillPushTokens(environment).addAnybillPushTokensRoutes(to: routes, security: security)
        AnybillPartnerUsers(environment).addAnybillPartnerUsersRoutes(to: routes, security: security)
        AnybillPartnerReceipts(environment).addAnybillPartnerReceiptsRoutes(to: routes, security: security)
        let bills = AnybillVendorBills(environment)
        bills.addAnybillVendorBillsRoutes(to: routes, security: security)
        // The page at the address of an anonymous bill.
        router.routes().raw("sandbox.billPage", .get, "/bill/{billId}") { input in
            bills.page(billId: input.pathValue("billId")) ?? .empty(404)
        }
        addPanelRoutes(to: router.routes())
    }

    /// Converts the policy of a token request to lower case.
    ///
    /// Reports all missing parameters of a list's sort order in one response.
    @Sendable
    private func prepare(_ input: inout ServerInput) throws {
        switch input.about.operation {
        case "requestToken":
            for index in input.query.indices where input.query[index].name == "p" {
                input.query[index].rawValue = input.query[index].rawValue.lowercased()
            }
        case "listReceipts":
            let given = Set(input.query.map(\.name))
            let missing = ["orderBy", "orderByDirection"].filter { !given.contains($0) }
            guard missing.isEmpty else { throw MissingFields(names: missing) }
        default: break
        }
    }
}
