import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import SensibillAPI

/// The operations of the tag "authentication", of both API generations.
struct SensibillAuthentication: SensibillAuthenticationService, SensibillAuthenticationV1Service {
    let store: SensibillStore

    /// Exchanges a JSON Web Token for an access token.
    ///
    /// If the subject is the client's ID, issues the client's token.
    func jwtAuthenticate(
        body: JwtAuthenticateRequestDto,
        request: ServerRequest
    ) throws(JwtAuthenticateError) -> ServerResponse<AccessToken> {
        try store.perform(JwtAuthenticateError.self) { () throws(SensibillRefusal) in
            let token = try store.webToken(request, client: body.client)
            if token.subject == store.credentials.clientID {
                return store.webResponse(store.issue(.client))
            }
            let type = store.credentials.credentialType
            let user = store.withState { $0.user(accessID: token.subject, credentialType: type) }
            guard let user, user.status == .registered else {
                throw .unauthorized("The token's subject is no registered user.", .invalidCredentialError)
            }
            return store.webResponse(store.issue(.user(user.id)))
        }
    }

    /// Revokes the token of the request.
    func invalidate(request: ServerRequest) throws(InvalidateTokenError) -> ServerResponse<Void> {
        try endToken(request, failing: InvalidateTokenError.self)
    }

    /// Ends the token that the request carries.
    func logout(request: ServerRequest) throws(LogoutError) -> ServerResponse<Void> {
        try endToken(request, failing: LogoutError.self)
    }

    private func endToken<Failure: OperationError>(
        _ request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> ServerResponse<Void> {
        let reply = try store.perform(failing) { () throws(SensibillRefusal) in
            _ = try store.caller(request)
            if let token = request.bearer { store.end(accessToken: token) }
            return true
        }
        return .empty(reply.status)
    }

    /// Returns the client's settings.
    func clientInfo(request: ServerRequest) throws(GetClientInfoError) -> ServerResponse<ClientInfo> {
        try store.perform(GetClientInfoError.self) { () throws(SensibillRefusal) in
            guard request.basic == nil else {
                try store.checkClientCredentials(request)
                return store.clientInfo(expiry: nil)
            }
            guard try store.caller(request) == .client, let token = request.bearer else {
                return store.clientInfo(expiry: nil)
            }
            let issued = try? store.core.tokens.check(token, realm: SensibillStore.clientRealm)
            return store.clientInfo(expiry: issued?.accessExpiry)
        }
    }

    /// Exchanges a user's access ID and secret for an authorization code.
    func authorizationGrant(
        clientKey: String,
        responseType: GrantResponseType,
        redirectUri: String,
        credentialType: String,
        redirect: GrantRedirect,
        request: ServerRequest
    ) throws(GetAuthorizationGrantError) -> ServerResponse<AuthorizationGrant> {
        var reply = try store.perform(GetAuthorizationGrantError.self) { () throws(SensibillRefusal) in
            guard clientKey == store.credentials.clientKey else { throw .badRequest("The client is not known.") }
            guard responseType == .code else { throw .badRequest("The response type is not `code`.") }
            guard redirectUri == store.credentials.redirectURI else {
                throw .badRequest("The redirect address is not the client's.")
            }
            guard credentialType == store.credentials.credentialType else {
                throw .badRequest("The client may not use this credential type.")
            }
            guard redirect.isKnown else { throw .badRequest("`redirect` is neither true nor false.") }
            return AuthorizationGrant(code: try store.issueCode(request, credentialType: credentialType, redirectUri))
        }
        if redirect != .no {
            reply.status = 302
            reply.headers[.location] = "\(redirectUri)?code=\(reply.body.code ?? "")"
        }
        return reply
    }

    /// Issues or renews an access token.
    func accessToken(
        body: AccessTokenRequestDto,
        request: ServerRequest
    ) throws(RequestAccessTokenError) -> ServerResponse<AccessToken> {
        try store.perform(RequestAccessTokenError.self) { () throws(SensibillRefusal) in
            try store.checkClientCredentials(request)
            switch body.grantType {
            case .clientCredentials: return store.response(store.issue(.client))
            case .authorizationCode: return try store.redeem(code: body.code, redirectURI: body.redirectUri)
            case .refreshToken: return try store.refresh(body.refreshToken)
            case .unknown: throw .badRequest("The grant type is not known.", .invalidParameterError)
            }
        }
    }
}
