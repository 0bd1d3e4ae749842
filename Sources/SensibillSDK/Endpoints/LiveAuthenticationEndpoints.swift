import APIRuntime
import SensibillAPI

struct LiveAuthenticationEndpoints: AuthenticationEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v1 }

    func accessToken(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        try token(AccessTokenRequestDto(grantType: .clientCredentials), clientCredentials)
    }

    func accessToken(
        withAuthorizationCode authorizationCode: String,
        redirectUri: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        try InputCheck.nonEmpty(authorizationCode, "The authorization code")
        try InputCheck.nonEmpty(redirectUri, "The redirect URI")
        let request = AccessTokenRequestDto(
            grantType: .authorizationCode,
            redirectUri: redirectUri,
            code: authorizationCode
        )
        return try token(request, clientCredentials)
    }

    func accessToken(
        withRefreshToken refreshToken: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        try InputCheck.nonEmpty(refreshToken, "The refresh token")
        return try token(AccessTokenRequestDto(grantType: .refreshToken, refreshToken: refreshToken), clientCredentials)
    }

    func authorizationGrant(
        userCredentials: SensibillAPIModel.UserCredentials,
        clientKey: String,
        redirectUri: String,
        credentialType: String?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AuthorizationGrant> {
        try InputCheck.nonEmpty(clientKey, "The client key")
        try InputCheck.nonEmpty(redirectUri, "The redirect URI")
        return try endpoints.task(try .user(userCredentials)) {
            try await $0.authenticationV1.authorizationGrant(
                clientKey: clientKey,
                responseType: .code,
                redirectUri: redirectUri,
                credentialType: credentialType,
                redirect: .no
            )
        }
    }

    func jwtAuthenticate(
        jwt: String,
        clientID: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        try InputCheck.nonEmpty(clientID, "The client id")
        return try endpoints.task(try .jwt(jwt)) {
            try await $0.authenticationV1.jwtAuthenticate(body: JwtAuthenticateRequestDto(client: clientID))
        }
    }

    func clientInfo() throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo> {
        try endpoints.task(.user) { try await $0.authenticationV1.clientInfo() }
    }

    func clientInfo(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo> {
        try endpoints.task(try .client(clientCredentials)) { try await $0.authenticationV1.clientInfo() }
    }

    func invalidate() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try endpoints.task(.user) { client in
            try await client.authenticationV1.invalidate()
            return SensibillAPIModel.Empty()
        }
    }

    func logout() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try endpoints.task(.user) { client in
            try await client.authenticationV1.logout()
            return SensibillAPIModel.Empty()
        }
    }

    private func token(
        _ request: AccessTokenRequestDto,
        _ credentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        try endpoints.task(try .client(credentials)) { try await $0.authenticationV1.accessToken(body: request) }
    }
}
