import APIRuntime
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
