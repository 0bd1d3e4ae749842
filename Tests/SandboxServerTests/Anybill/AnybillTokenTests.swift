import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Anybill tokens", .timeLimit(.minutes(1)))
struct AnybillTokenTests {
    @Test("without a valid token, the response is 401 with problem details and a challenge")
    func unauthorized() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 1)) { fixture in
            let none = try await fixture.send(.get, "/api/v4/user")
            #expect(none.status == 401 && none.headers[.wwwAuthenticate] == "Bearer")
            fixture.server.clock.advance(by: 86_401)
            let error = await #expect(throws: GetCurrentUserError.self) { try await fixture.user.users.current() }
            guard case .unauthorized(let problem) = error else { throw Unexpected() }
            #expect(problem.status == 401 && problem.title == "Unauthorized")
        }
    }

    @Test("ten calls with an expired token cause one refresh, and all succeed")
    func oneRefresh() async throws {
        try await AnybillFixture.run { fixture in
            let token = fixture.accounts.user.token
            let session = TokenSession(refresher: fixture.client().userTokenRefresher(clientID: "sandbox-app"))
            try await session.signIn(
                OAuthToken(accessToken: token.accessToken, refreshToken: token.refreshToken, expiresIn: token.expiresIn)
            )
            let client = fixture.client(user: session)
            fixture.server.tokens.expireAccessTokens(realm: "anybill.user")
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...10 { group.addTask { try await client.users.current().id } }
                for try await id in group { #expect(id == fixture.accounts.user.id) }
            }
            #expect(fixture.server.counter.count("requestToken") == 1)
        }
    }

    @Test("a correct password returns tokens for both policies, and a wrong one is refused")
    func password() async throws {
        try await AnybillFixture.run(SandboxConfiguration(tokenLifetime: 120, receipts: 1)) { fixture in
            let accounts = fixture.accounts
            let identity = fixture.client().identity
            let user = try await identity.requestToken(
                policy: .mobile,
                body: .password(accounts.user.email, accounts.user.password, scope: "openid offline_access")
            )
            #expect((118...120).contains(user.expiresIn ?? 0) && user.refreshToken != nil && user.tokenType == "Bearer")
            let current = try await fixture.client(user: StaticCredential.bearer(user.accessToken)).users.current()
            #expect(current.id == accounts.user.id && !current.isAnonymous)
            let service = try await identity.requestToken(
                policy: .vendor,
                body: .password(accounts.service.username, accounts.service.password, scope: accounts.service.scope)
            )
            let backend = fixture.client(service: StaticCredential.bearer(service.accessToken))
            #expect(try await backend.vendorBills.url(storeId: "S-1").type == .url)
            let error = await #expect(throws: RequestTokenError.self) {
                try await identity.requestToken(policy: .mobile, body: .password(accounts.user.email, "wrong"))
            }
            guard case .badRequest(let refusal) = error else { throw Unexpected() }
            #expect(refusal.error == "access_denied")
        }
    }

    @Test("used, expired and revoked refresh tokens are invalid grants")
    func invalidGrant() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 1)) { fixture in
            let identity = fixture.client().identity
            let first = fixture.accounts.user.refreshToken
            let second = try await identity.requestToken(policy: .mobile, body: .refresh(first))
            #expect(try await refusal(of: first, identity).errorDescription?.hasPrefix("AADB2C90129") == true)
            fixture.server.tokens.expireRefreshTokens()
            let expired = try await refusal(of: second.refreshToken ?? "", identity)
            #expect(expired.errorDescription?.hasPrefix("AADB2C90080") == true)
            #expect(try await refusal(of: "made-up", identity).error == "invalid_grant")
        }
    }

    private func refusal(of refreshToken: String, _ identity: IdentityOperations) async throws -> OAuthError {
        let error = await #expect(throws: RequestTokenError.self) {
            try await identity.requestToken(policy: .mobile, body: .refresh(refreshToken))
        }
        guard case .badRequest(let refusal) = error else { throw Unexpected() }
        #expect(refusal.error == "invalid_grant")
        return refusal
    }

    @Test("a service token without the scope is refused with 403, a user's token with 401")
    func scopes() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 1)) { fixture in
            let accounts = fixture.accounts
            let narrow = try await fixture.client().identity.requestToken(
                policy: .vendor,
                body: .password(
                    accounts.service.username,
                    accounts.service.password,
                    scope: "https://ad.anybill.de/vendor/bill"
                )
            )
            #expect(narrow.refreshToken == nil)
            for (token, status) in [(narrow.accessToken, 403), (accounts.user.accessToken, 401)] {
                let error = await #expect(throws: IssueUserTokenError.self) {
                    try await fixture.client(service: StaticCredential.bearer(token)).partnerUsers
                        .issueToken(body: UserTokenRequest(externalId: "C-1001"))
                }
                #expect(error?.status == status)
            }
        }
    }
}

extension TokenRequest {
    fileprivate static func password(_ name: String, _ password: String, scope: String? = nil) -> TokenRequest {
        TokenRequest(
            grantType: .password,
            username: name,
            password: password,
            clientId: "sandbox-app",
            scope: scope,
            responseType: "token"
        )
    }

    fileprivate static func refresh(_ token: String) -> TokenRequest {
        TokenRequest(grantType: .refreshToken, refreshToken: token, clientId: "sandbox-app")
    }
}
