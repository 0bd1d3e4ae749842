import APIRuntime
import APITesting
import AnybillAPI
import AnybillServer
import AsyncHTTPTransport
import Foundation
import SandboxServer
import Testing

@Suite("Backends of partners and vendors", .timeLimit(.minutes(1)))
struct BackendTests {
    @Test("a service account signs in once for many calls, and again when its tokens are refused")
    func serviceAccount() async throws {
        try await run { server in
            let partner = partner(server)
            let user = server.credentials.anybill.user.id
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 { group.addTask { _ = try await partner.issueToken(userId: user) } }
                try await group.waitForAll()
            }
            #expect(server.counter.count("requestToken") == 1)
            server.tokens.revoke()
            _ = try await partner.issueToken(userId: user)
            #expect(server.counter.count("requestToken") == 3)
        }
    }

    @Test("a call whose refusal arrives after a new sign-in continues with the new token")
    func lateRefusal() async throws {
        let (isSecondSent, mayRefuse) = (ResponseGate<Void>(), ResponseGate<Void>())
        let (tokens, refused) = (LockedState(0), LockedState(0))
        let transport = ScriptedTransport { request in
            let body = String(decoding: request.body, as: UTF8.self)
            if body.contains("grant_type=refresh_token") {
                return .value(OAuthError(error: "invalid_grant"), status: 400)
            }
            if body.contains("grant_type=password") {
                let number = tokens.withLock { tokens in
                    tokens += 1
                    return tokens
                }
                return .value(TokenResponse(accessToken: "t\(number)", expiresIn: 86_400, refreshToken: "r\(number)"))
            }
            guard request.header("Authorization") == "Bearer t1" else {
                mayRefuse.open(())
                return .value(TokenUser(accessToken: "u", expiresIn: 3600, refreshToken: "ru"))
            }
            let isFirst = refused.withLock { refused in
                refused += 1
                return refused == 1
            }
            if isFirst {
                await isSecondSent.response()
            } else {
                isSecondSent.open(())
                await mayRefuse.response()
            }
            return .status(401)
        }
        let account = AnybillServiceAccount(username: "u", password: "p", clientID: "c", scope: "s")
        let partner = AnybillPartnerClient(account: account, transport: transport)
        let calls = (0..<2).map { _ in Task { try await partner.issueToken(userId: "user") } }
        for call in calls { #expect(try await call.value.accessToken == "u") }
        #expect(tokens.withLock { $0 } == 2)
    }

    @Test("a partner creates a user, issues tokens by ID, reads the receipts and deletes the user")
    func partnerUsers() async throws {
        try await run { server in
            let partner = partner(server)
            let id = try await partner.createUser(externalId: "made")
            #expect(try await partner.issueToken(userId: id).accessToken.isEmpty == false)
            var count = 0
            for try await _ in partner.receipts(userId: server.credentials.anybill.user.id, pageSize: 5).items {
                count += 1
            }
            #expect(count == 12)
            try await partner.deleteUser(userId: id)
            let error = try await #require(throws: IssueUserTokenError.self) {
                try await partner.issueToken(userId: id)
            }
            #expect(error.status == 404)
        }
    }

    @Test("tokens for an unknown external id are refused with the generated error")
    func unknownCustomer() async throws {
        try await run { server in
            let partner = partner(server)
            let error = try await #require(throws: IssueUserTokenError.self) {
                try await partner.issueToken(externalId: "new-customer")
            }
            guard case .notFound = error else { return #expect(Bool(false), "\(error)") }
        }
    }

    @Test("a vendor reserves an address, and its errors are those of its operations")
    func vendor() async throws {
        try await run { server in
            let vendor = AnybillVendorClient(
                account: account(server),
                servers: AnybillServers(all: server.baseURL),
                transport: .asyncHTTP
            )
            let store = server.credentials.anybill.storeID
            _ = try await vendor.reserveBillURL(storeId: store)
            let error = try await #require(throws: CancelBillError.self) {
                try await vendor.cancelBill(billId: "00000000-0000-0000-0000-000000000000")
            }
            #expect(error.status == 404)
        }
    }

    @Test("a wrong password is an error that says so, not a failed call of the operation")
    func wrongPassword() async throws {
        try await run { server in
            var account = account(server)
            account.password = "wrong"
            let partner = AnybillPartnerClient(
                account: account,
                servers: AnybillServers(all: server.baseURL),
                transport: .asyncHTTP
            )
            let error = try await #require(throws: CreateUserError.self) { try await partner.createUser() }
            guard case .unauthenticated(let reason)? = error.failure else {
                return #expect(Bool(false), "\(error)")
            }
            #expect(reason.code == .rejected)
            #expect(!"\(error)".contains("wrong"))
        }
    }

    // MARK: - Helpers

    private func run(_ body: (SandboxServer) async throws -> Void) async throws {
        let server = try await SandboxServer.start(SandboxConfiguration(receipts: 12))
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func partner(_ server: SandboxServer) -> AnybillPartnerClient {
        AnybillPartnerClient(
            account: account(server),
            servers: AnybillServers(all: server.baseURL),
            transport: .asyncHTTP
        )
    }

    private func account(_ server: SandboxServer) -> AnybillServiceAccount {
        let service = server.credentials.anybill.service
        return AnybillServiceAccount(
            username: service.username,
            password: service.password,
            clientID: server.credentials.anybill.clientID,
            scope: service.scope
        )
    }
}
