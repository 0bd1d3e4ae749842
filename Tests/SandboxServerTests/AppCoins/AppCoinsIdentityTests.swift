import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes
import SandboxServer
import Testing

@Suite("AppCoins sandbox: attribution, wallets, reports")
struct AppCoinsIdentityTests {
    private let agent = "iOSAppCoinsSDK/4.3.2 (iPhone; iOS 18.5; 18; iPhone17,3; arm64; com.example.a; 1; m; 0x0; %)"

    private func agent(_ device: String) -> String { agent.replacingOccurrences(of: "%", with: device) }

    @Test("each device and app always has the same guest, and others have others")
    func attributionIsStable() async throws {
        try await AppCoinsHarness.run { sandbox in
            let attribution = sandbox.client().attribution
            let first = try await attribution.get(packageName: "com.example.a", userAgent: agent("D-1"))
            let again = try await attribution.get(packageName: "com.example.a", userAgent: agent("D-1"))
            let device = try await attribution.get(packageName: "com.example.a", userAgent: agent("D-2"))
            let app = try await attribution.get(packageName: "com.example.b", userAgent: agent("D-1"))
            #expect(first == again)
            #expect(first.packageName == "com.example.a")
            #expect(first.oemid == "a37f1d7a4599d0ba60f23f9ff7b9ce95")
            #expect(Set([first.guestUID, device.guestUID, app.guestUID]).count == 3)
        }
    }

    @Test("a guest has one wallet and gets a new token each time")
    func guestWallet() async throws {
        try await AppCoinsHarness.run { sandbox in
            let wallets = sandbox.client().wallets
            let first = try await wallets.guest(id: "guest-a")
            let again = try await wallets.guest(id: "guest-a")
            let other = try await wallets.guest(id: "guest-b")
            #expect(first.address == again.address)
            #expect(first.ewt != again.ewt)
            #expect(first.address != other.address)
            #expect(first.address.wholeMatch(of: /0x[0-9a-f]{40}/) != nil)
            #expect(first.ewt.split(separator: ".").count == 3)
        }
    }

    @Test("a guest token expires by the sandbox's clock")
    func tokenLifetime() async throws {
        try await AppCoinsHarness.run(SandboxConfiguration(tokenLifetime: 600, receipts: 0)) { sandbox in
            let guest = try await sandbox.guest()
            sandbox.server.clock.advance(by: 599)
            _ = try await guest.purchases.list(domain: AppCoinsHarness.domain)
            sandbox.server.clock.advance(by: 2)
            let error = await #expect(throws: ListPurchasesError.self) {
                try await guest.purchases.list(domain: AppCoinsHarness.domain)
            }
            #expect(error?.status == 401)
        }
    }

    @Test("a refresh returns new tokens, and the first refresh token stays valid")
    func userRefresh() async throws {
        try await AppCoinsHarness.run { sandbox in
            let account = sandbox.server.credentials.appCoins
            let wallets = sandbox.client(refresh: account.userRefreshToken).wallets
            let first = try await wallets.refreshUser(body: [:])
            let second = try await wallets.refreshUser(body: [:])
            #expect(first.address == account.userAddress)
            #expect(first.authToken != second.authToken)
            #expect(first.refreshToken != account.userRefreshToken)
            let page = try await sandbox.client(token: second.authToken).purchases.list(domain: account.domain)
            #expect(page.items.isEmpty)
        }
    }

    @Test("an access token cannot be used for a refresh")
    func wrongKindOfToken() async throws {
        try await AppCoinsHarness.run { sandbox in
            let ewt = try await sandbox.client().wallets.guest(id: "guest-a").ewt
            await #expect {
                _ = try await sandbox.client(refresh: ewt).wallets.refreshUser(body: [:])
            } throws: { error in
                guard case .unauthorized(let problem)? = error as? RefreshUserWalletError else { return false }
                return problem.code == "Authorization.Invalid" && problem.path == "/user_wallet"
            }
        }
    }

    @Test("a report is stored once per token, counts its repetitions and keeps its order")
    func reports() async throws {
        try await AppCoinsHarness.run { sandbox in
            let reports = sandbox.client().reports
            let token = ExternalPurchaseToken(
                appAppleID: 6_480_012_345,
                bundleID: AppCoinsHarness.domain,
                externalPurchaseID: "token-1",
                tokenType: "CORE_TECHNOLOGY"
            )
            let ordered = ExternalPurchaseReport(token: token, transaction: ReportedTransaction(uid: "ORDER1"))
            try await reports.record(body: ExternalPurchaseReport(token: token))
            try await reports.record(body: ordered)
            try await reports.record(body: ExternalPurchaseReport(token: token, locale: "PT"))
            let stored = try await sandbox.control(.get, "reports")
            #expect(stored["reports"]?.array?.count == 1)
            #expect(stored["reports"]?[0]?["count"] == 3)
            #expect(stored["reports"]?[0]?["report"]?["transaction"]?["uid"] == "ORDER1")
            #expect(sandbox.server.counter.count("recordReport") == 3)
        }
    }

    @Test("a malformed report is a bad request")
    func unreadableReport() async throws {
        try await AppCoinsHarness.run { sandbox in
            let response = try await sandbox.send(.put, "/sdk-ios/8.20251222/reports/record", ["token": "none"])
            let problem: ServiceProblem = try JSONCoding.decode(from: response.bytes)
            #expect(response.status == 400)
            #expect(problem.code == "Body.Fields.Invalid")
        }
    }
}
