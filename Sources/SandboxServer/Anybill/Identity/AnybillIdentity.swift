import AnybillAPI
import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The operations of the tag `identity`: tokens of end users and of service accounts.
struct AnybillIdentity: AnybillIdentityService {
    private let environment: AnybillEnvironment
    private var tokens: SandboxTokens { environment.core.tokens }

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Exchanges a password or a refresh token for tokens.
    func requestToken(
        policy: TokenPolicy,
        body: TokenRequest,
        request: ServerRequest
    ) throws(RequestTokenError) -> ServerResponse<TokenResponse> {
        guard policy.isKnown else { throw .refused("invalid_request", "AADB2C90002: There is no such policy.") }
        guard let clientID = body.clientId, !clientID.isEmpty else {
            throw .refused("invalid_request", "AADB2C90079: A client id is required.")
        }
        let issued =
            switch body.grantType {
            case .password: try signIn(policy, body)
            case .refreshToken: try renew(policy, body)
            case .unknown: throw .refused("unsupported_grant_type", "AADB2C90086: The grant is not supported.")
            }
        return ServerResponse(response(issued), headers: [.cacheControl: "no-store"])
    }

    private func signIn(_ policy: TokenPolicy, _ body: TokenRequest) throws(RequestTokenError) -> SandboxTokens.Issued {
        guard let subject = subject(policy, body.username ?? "", body.password ?? "") else {
            throw .refused("access_denied", "AADB2C90225: The user name or password is wrong.")
        }
        let scopes = (body.scope ?? "").split(separator: " ")
        return tokens.issue(
            realm: policy.realm,
            subject: subject,
            scope: scopes.filter { $0 != "offline_access" && $0 != "openid" }.joined(separator: " "),
            isRefreshable: scopes.contains("offline_access")
        )
    }

    private func subject(_ policy: TokenPolicy, _ username: String, _ password: String) -> String? {
        guard policy == .mobile else {
            return username == AnybillSeed.serviceUsername && password == AnybillSeed.servicePassword ? username : nil
        }
        let account = environment.store.withLock { $0.account(email: username) }
        return account.flatMap { $0.password == password ? $0.id : nil }
    }

    private func renew(_ policy: TokenPolicy, _ body: TokenRequest) throws(RequestTokenError) -> SandboxTokens.Issued {
        do {
            return try tokens.rotate(body.refreshToken ?? "", realm: policy.realm)
        } catch {
            switch error {
            case .expired: throw .refused("invalid_grant", "AADB2C90080: The refresh token has expired.")
            case .revoked: throw .refused("invalid_grant", "AADB2C90129: The refresh token has been revoked.")
            case .unknown: throw .refused("invalid_grant", "AADB2C90088: The refresh token was not issued here.")
            }
        }
    }

    private func response(_ issued: SandboxTokens.Issued) -> TokenResponse {
        let now = environment.core.clock.now
        return TokenResponse(
            accessToken: issued.accessToken,
            tokenType: "Bearer",
            expiresIn: Int(issued.accessExpiry.timeIntervalSince(now).rounded()),
            refreshToken: issued.refreshToken,
            refreshTokenExpiresIn: issued.refreshToken.map { _ in
                Int(issued.refreshExpiry.timeIntervalSince(now).rounded())
            }
        )
    }
}

extension TokenPolicy {
    /// The realm of the tokens that the policy issues.
    fileprivate var realm: String { self == .mobile ? AnybillGate.userRealm : AnybillGate.serviceRealm }
}

extension RequestTokenError {
    fileprivate static func refused(_ code: String, _ description: String) -> RequestTokenError {
        .badRequest(OAuthError(error: code, errorDescription: description))
    }
}
