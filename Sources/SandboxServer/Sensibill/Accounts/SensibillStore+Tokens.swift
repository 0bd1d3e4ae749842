import APIRuntime
import APIServer
import Foundation
import SensibillAPI

extension SensibillStore {

    /// Issues tokens.
    ///
    /// Only users receive a refresh token.
    func issue(_ caller: Caller) -> SandboxTokens.Issued {
        guard case .user(let id) = caller else {
            return core.tokens.issue(realm: Self.clientRealm, subject: credentials.clientID, isRefreshable: false)
        }
        return remember(core.tokens.issue(realm: Self.userRealm, subject: id))
    }

    /// Returns a new authorization code for the user whose access ID and secret the request contains.
    func issueCode(
        _ request: ServerRequest,
        credentialType: String,
        _ redirectURI: String
    ) throws(SensibillRefusal) -> String {
        guard let basic = request.basic else {
            throw .unauthorized("The request has no access id and secret.", .missingCredentialsError)
        }
        let code = nextID("cod")
        let now = now
        return try withState { (state) throws(SensibillRefusal) in
            guard let user = state.user(accessID: basic.user, credentialType: credentialType),
                user.status == .registered, !user.secret.isEmpty, user.secret == basic.password
            else { throw .unauthorized("The access id or secret is wrong.", .invalidCredentialError) }
            let expiry = now.addingTimeInterval(state.settings.codeLifetime)
            state.codes[code] = .init(userID: user.id, redirectURI: redirectURI, expiry: expiry)
            return code
        }
    }

    /// Exchanges an authorization code for tokens.
    ///
    /// A code works once.
    func redeem(code: String?, redirectURI: String?) throws(SensibillRefusal) -> AccessToken {
        guard let code else { throw .badRequest("The grant needs a code.", .missingParameterError) }
        let grant = withState { $0.codes.removeValue(forKey: code) }
        guard let grant, grant.expiry > now else { throw .badRequest("The code is not good, or not any more.") }
        guard redirectURI == grant.redirectURI else {
            throw .badRequest("The redirect address is not the one of the code.")
        }
        let isRegistered = withState { $0.users[grant.userID]?.status == .registered }
        guard isRegistered else { throw .unauthorized("The user is disabled or deleted.", .invalidCredentialError) }
        return response(issue(.user(grant.userID)))
    }

    /// Exchanges a refresh token for a new pair.
    ///
    /// The old pair becomes invalid.
    func refresh(_ token: String?) throws(SensibillRefusal) -> AccessToken {
        guard let token else { throw .badRequest("The grant needs a refresh token.", .missingParameterError) }
        guard let issued = try? core.tokens.rotate(token, realm: Self.userRealm) else {
            throw .unauthorized("The refresh token is not good, or not any more.", .invalidCredentialError)
        }
        if let old = withState({ $0.accessTokens.removeValue(forKey: token) }) { core.tokens.revoke(token: old) }
        return response(remember(issued))
    }

    /// Revokes an access token and the refresh token issued with it.
    func end(accessToken: String) {
        core.tokens.revoke(token: accessToken)
        let refreshTokens = withState { state in state.accessTokens.filter { $0.value == accessToken }.map(\.key) }
        for token in refreshTokens { core.tokens.revoke(token: token) }
    }

    /// Returns the claims of the request's JSON Web Token.
    ///
    /// - Throws: A refusal with status 400 for a malformed token or an unknown client, or 401 for a missing or expired
    ///   token.
    func webToken(_ request: ServerRequest, client: String) throws(SensibillRefusal) -> WebToken {
        guard let bearer = request.bearer else {
            throw .unauthorized("The request has no JSON Web Token.", .missingCredentialsError)
        }
        let token = try WebToken(bearer)
        guard client == credentials.clientID else { throw .badRequest("The client is not known.") }
        if let expiry = token.expiry, expiry <= now { throw .unauthorized("The JSON Web Token is past its end.") }
        return token
    }

    /// Returns tokens in the format of the token operation.
    func response(_ issued: SandboxTokens.Issued) -> AccessToken {
        AccessToken(
            tokenId: nextID("tok"),
            accessToken: issued.accessToken,
            refreshToken: issued.refreshToken,
            tokenType: "bearer",
            expiresIn: seconds(until: issued.accessExpiry),
            refreshExpiresIn: issued.refreshToken.map { _ in seconds(until: issued.refreshExpiry) }
        )
    }

    /// Returns a token in the format of the operations for JSON Web Tokens, without type and refresh token.
    func webResponse(_ issued: SandboxTokens.Issued) -> AccessToken {
        AccessToken(
            tokenId: nextID("tok"),
            accessToken: issued.accessToken,
            expiresIn: seconds(until: issued.accessExpiry)
        )
    }

    private func seconds(until date: Date) -> Int { max(0, Int(date.timeIntervalSince(core.clock.now).rounded())) }

    private func remember(_ issued: SandboxTokens.Issued) -> SandboxTokens.Issued {
        if let token = issued.refreshToken { withState { $0.accessTokens[token] = issued.accessToken } }
        return issued
    }
}

extension SensibillStore {

    /// Returns the client's settings and policies.
    ///
    /// - Parameter expiry: The expiry of the client's token; `nil` if the caller has another credential.
    /// - Returns: The settings and policies.
    func clientInfo(expiry: Date?) -> ClientInfo {
        let settings = withState(\.settings)
        let configuration = core.configuration
        return ClientInfo(
            clientID: credentials.clientID,
            type: "bank",
            status: "active",
            name: "Sandbox Bank",
            key: credentials.clientKey,
            redirectURI: credentials.redirectURI,
            policies: [policies(settings)],
            authenticationSettings: ClientAuthenticationSettings(
                oauth: true,
                jwt: true,
                refreshTokenExpiryDays: Int(configuration.refreshTokenLifetime / 86_400),
                accessTokenExpiryMinutes: Int(configuration.tokenLifetime / 60),
                setTempAccessSecret: false,
                disablePasswordStrengthCheck: false,
                allowResetTempPassword: true
            ),
            notificationSettings: ClientNotificationSettings(accountUpdates: true),
            accessTokenExpiry: expiry
        )
    }

    private func policies(_ settings: SensibillSandboxSettings) -> ClientPoliciesDto {
        ClientPoliciesDto(
            id: "pol00000000000000001",
            features: ["documents", "folders", "exports"],
            allowedFeatures: ClientAllowedFeatures(
                clientCanDisableUser: settings.allowsUserManagement,
                clientCanRetrieveUserData: settings.allowsUserManagement,
                clientCanDestroyUsers: settings.allowsUserManagement,
                editing: true,
                nonEmailUsernames: true
            ),
            credentialTypes: [credentials.credentialType],
            receiptEmailDomains: [SensibillTables.receiptEmailDomain]
        )
    }
}
