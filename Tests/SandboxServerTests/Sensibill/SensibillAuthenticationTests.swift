import APIRuntime
import Foundation
import HTTPTypes
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: access rights")
struct SensibillAuthenticationTests {

    @Test("six requests lead from a client's key to a user's refreshed token")
    func sixSteps() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.newUser("customer-six")
            #expect(try await user.users.get(userID: "me").accessID == "customer-six")

            let first = try await sandbox.tokens(accessID: "customer-six", secret: "secret-1")
            #expect(first.tokenType == "bearer")
            let refresh = AccessTokenRequestDto(grantType: .refreshToken, refreshToken: first.refreshToken)
            let second = try await sandbox.basicClient().authentication.accessToken(body: refresh)
            #expect(second.accessToken != first.accessToken)
            #expect(second.refreshToken != first.refreshToken)
            let renewed = sandbox.client(token: second.accessToken ?? "")
            #expect(try await renewed.documents.list().count == 0)
        }
    }

    @Test("a refresh token works once, and its use ends the old access token")
    func rotation() async throws {
        try await SensibillHarness.run { sandbox in
            let first = try await sandbox.tokens()
            let refresh = AccessTokenRequestDto(grantType: .refreshToken, refreshToken: first.refreshToken)
            _ = try await sandbox.basicClient().authentication.accessToken(body: refresh)
            await #expect(throws: (any Error).self) {
                try await sandbox.basicClient().authentication.accessToken(body: refresh)
            }
            let old = sandbox.client(token: first.accessToken ?? "")
            let error = try await #require(throws: GetDocumentsError.self) { try await old.documents.list() }
            #expect(error.status == 401)
        }
    }

    @Test("an authorization code works once and only for its redirect URL")
    func codes() async throws {
        try await SensibillHarness.run { sandbox in
            let basic = sandbox.basicClient()
            let account = sandbox.account
            let code = try await basic.authentication.authorizationGrant(
                clientKey: account.clientKey,
                responseType: .code,
                redirectUri: account.redirectURI,
                redirect: .no
            ).code
            let good = AccessTokenRequestDto(
                grantType: .authorizationCode,
                redirectUri: account.redirectURI,
                code: code
            )
            _ = try await basic.authentication.accessToken(body: good)
            let again = try await #require(throws: RequestAccessTokenError.self) {
                try await basic.authentication.accessToken(body: good)
            }
            #expect(again.status == 400)
            let elsewhere = try await #require(throws: GetAuthorizationGrantError.self) {
                try await basic.authentication.authorizationGrant(
                    clientKey: account.clientKey,
                    responseType: .code,
                    redirectUri: "https://other.example",
                    redirect: .no
                )
            }
            #expect(elsewhere.status == 400)
        }
    }

    @Test("wrong secrets are refused with 401 and a named error")
    func wrongSecrets() async throws {
        try await SensibillHarness.run { sandbox in
            let error = try await #require(throws: GetAuthorizationGrantError.self) {
                try await sandbox.tokens(secret: "wrong")
            }
            guard case .unauthorized(let body) = error else { throw error }
            #expect(body.name == .invalidCredentialError)
            #expect(body.extras?.code == "cannot_authenticate")
            #expect(!body.correlationID.isEmpty)
        }
    }

    @Test("a client token is forbidden where a user token is required; a missing or expired one is 401")
    func tokenKinds() async throws {
        try await SensibillHarness.run { sandbox in
            let client = try await sandbox.clientWithClientToken()
            let forbidden = try await #require(throws: GetDocumentsError.self) { try await client.documents.list() }
            #expect(forbidden.status == 403)
            #expect(try await client.lookups.locales().locales.count == 3)

            #expect(try await sandbox.send(.get, "/api/v2/documents").status == 401)

            let user = try await sandbox.readyMadeUser()
            sandbox.server.clock.advance(by: 86_401)
            let expired = try await #require(throws: GetDocumentsError.self) { try await user.documents.list() }
            #expect(expired.status == 401)
        }
    }

    @Test("invalidate and logout revoke the token in use", arguments: ["invalidate", "logout"])
    func ending(_ way: String) async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.readyMadeUser()
            if way == "logout" {
                try await user.authentication.logout()
            } else {
                try await user.authentication.invalidate()
            }
            let error = try await #require(throws: GetUserByIdError.self) { try await user.users.get(userID: "me") }
            #expect(error.status == 401)
        }
    }

    @Test("a JSON Web Token is exchanged for a token of the user or client that it names")
    func webTokens() async throws {
        try await SensibillHarness.run { sandbox in
            let body = JwtAuthenticateRequestDto(client: sandbox.account.clientID)
            let user = sandbox.client(token: Self.unsigned(subject: sandbox.account.accessID))
            let token = try await user.authentication.jwtAuthenticate(body: body)
            #expect(token.refreshToken == nil)
            let signedIn = sandbox.client(token: token.accessToken ?? "")
            #expect(try await signedIn.documents.list(limit: 1).count == 25)

            let client = sandbox.client(token: Self.unsigned(subject: sandbox.account.clientID))
            let clientToken = try await client.authentication.jwtAuthenticate(body: body)
            let manager = sandbox.client(token: clientToken.accessToken ?? "")
            #expect(try await manager.authentication.clientInfo().accessTokenExpiry != nil)

            let stranger = sandbox.client(token: Self.unsigned(subject: "nobody"))
            let error = try await #require(throws: JwtAuthenticateError.self) {
                try await stranger.authentication.jwtAuthenticate(body: body)
            }
            #expect(error.status == 401)
        }
    }

    @Test("a second registration with the same JSON Web Token is refused with 400")
    func webRegistration() async throws {
        try await SensibillHarness.run { sandbox in
            let client = sandbox.client(token: Self.unsigned(subject: "customer-jwt"))
            let body = JwtUserRequestDto(client: sandbox.account.clientID, defaultCurrency: "EUR")
            #expect(try await client.users.jwtRegister(body: body).id.hasPrefix("usr"))
            let error = try await #require(throws: RegisterWithJwtError.self) {
                try await client.users.jwtRegister(body: body)
            }
            guard case .badRequest(let problem) = error else { throw error }
            #expect(problem.name == .invalidParametersError)
        }
    }

    @Test("without redirect=false the code is in a redirect")
    func redirect() async throws {
        try await SensibillHarness.run { sandbox in
            let account = sandbox.account
            let secret = Data("\(account.accessID):\(account.accessSecret)".utf8).base64EncodedString()
            let path =
                "/api/v2/authorizationGrant?client_id=\(account.clientKey)&response_type=code"
                + "&redirect_uri=\(account.redirectURI)"
            let headers: HTTPFields = [.authorization: "Basic \(secret)"]
            let response = try await sandbox.send(.get, path, headers: headers)
            #expect(response.status == 302)
            #expect(response.headers[.location]?.hasPrefix("\(account.redirectURI)?code=") == true)
        }
    }

    @Test("the client's settings are returned for its secret, its token and a user's token")
    func clientInfo() async throws {
        try await SensibillHarness.run { sandbox in
            let byUser = try await sandbox.readyMadeUser().authentication.clientInfo()
            #expect(byUser.clientID == sandbox.account.clientID)
            #expect(byUser.accessTokenExpiry == nil)
            let basic = SensibillCredentials(
                clientCredentials: .basic(user: sandbox.account.clientKey, password: sandbox.account.clientSecret)
            )
            let bySecret = try await sandbox.client(basic).authenticationV1.clientInfo()
            #expect(bySecret.redirectURI == sandbox.account.redirectURI)
        }
    }

    private static func unsigned(subject: String) -> String {
        let parts = [#"{"alg":"none","typ":"JWT"}"#, #"{"sub":"\#(subject)","iat":1714564800}"#]
        return parts.map { part in
            Data(part.utf8).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }.joined(separator: ".") + "."
    }
}
