import AnybillAPI
import APIRuntime

/// The initial data of the sandbox's Anybill: two users of a partner, a service account, and receipts.
struct AnybillSeed: Sendable {
    static let clientID = "sandbox-app"
    static let email = "demo@mail.example"
    static let password = "sandbox-password"
    static let serviceUsername = "backend@partner.example"
    static let servicePassword = "sandbox-service-password"

    private let core: SandboxCore
    private let account: AnybillAccount
    private let otherAccount: AnybillAccount

    init(core: SandboxCore) {
        self.core = core
        var random = core.random("anybill.users")
        var account = AnybillAccount(id: random.uuid(), externalID: "C-1001")
        account.email = Self.email
        account.password = Self.password
        self.account = account
        otherAccount = AnybillAccount(id: random.uuid(), externalID: "C-2002")
    }

    /// Adds users and receipts to the records.
    func fill(_ records: inout AnybillRecords) {
        for (account, count) in [(account, core.configuration.receipts), (otherAccount, 5)] {
            records.save(account)
            let random = core.random("anybill.receipts.\(account.externalID ?? "")")
            var maker = ReceiptMaker(random: random, owner: account.id, end: core.clock.now)
            for stored in maker.receipts(count) { records.save(stored) }
        }
    }

    /// Returns the predefined accounts, with issued tokens.
    func credentials(_ environment: AnybillEnvironment) -> AnybillSandboxCredentials {
        AnybillSandboxCredentials(
            clientID: Self.clientID,
            user: user(account, environment),
            otherUser: user(otherAccount, environment),
            service: service,
            storeID: "S-1",
            webhookKey: core.configuration.webhookKey
        )
    }

    private func user(_ account: AnybillAccount, _ environment: AnybillEnvironment) -> AnybillSandboxCredentials.User {
        let token = environment.tokenUser(for: account.id)
        return AnybillSandboxCredentials.User(
            id: account.id,
            externalID: account.externalID ?? "",
            email: account.email,
            password: account.password ?? "",
            accessToken: token.accessToken,
            refreshToken: token.refreshToken,
            expiresIn: token.expiresIn
        )
    }

    private var service: AnybillSandboxCredentials.Service {
        let scopes = AnybillScope.allCases.map(\.rawValue).joined(separator: " ")
        let issued = core.tokens.issue(realm: AnybillGate.serviceRealm, subject: Self.serviceUsername, scope: scopes)
        return AnybillSandboxCredentials.Service(
            username: Self.serviceUsername,
            password: Self.servicePassword,
            scope: "\(scopes) offline_access",
            accessToken: issued.accessToken,
            refreshToken: issued.refreshToken ?? ""
        )
    }
}
