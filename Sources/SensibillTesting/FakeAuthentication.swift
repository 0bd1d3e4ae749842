public import SensibillSDK

/// Endpoints for tokens whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeAuthentication: AuthenticationEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v1

    /// The response of a task that requests a client access token for a client's key and secret.
    public var clientToken:
        @Sendable (
            SensibillAPIModel.ClientCredentials
        ) async throws -> SensibillAPIModel.AccessToken = { _ in
            throw FakeResponseMissing("authentication.clientToken")
        }

    /// The response of a task that exchanges an authorization code for a user access token.
    public var userToken:
        @Sendable (
            String,
            String,
            SensibillAPIModel.ClientCredentials
        ) async throws -> SensibillAPIModel.AccessToken = { _, _, _ in
            throw FakeResponseMissing("authentication.userToken")
        }

    /// The response of a task that exchanges a refresh token for a new user access token.
    public var refreshedToken:
        @Sendable (
            String,
            SensibillAPIModel.ClientCredentials
        ) async throws -> SensibillAPIModel.AccessToken = { _, _ in
            throw FakeResponseMissing("authentication.refreshedToken")
        }

    /// The response of a task that requests an authorization code for a user's access id and secret.
    public var grant:
        @Sendable (
            SensibillAPIModel.UserCredentials,
            String,
            String,
            String?
        ) async throws -> SensibillAPIModel.AuthorizationGrant = { _, _, _, _ in
            throw FakeResponseMissing("authentication.grant")
        }

    /// The response of a task that exchanges a JSON Web Token for an access token of a user or of the client.
    public var jwtToken: @Sendable (String, String) async throws -> SensibillAPIModel.AccessToken =
        { _, _ in throw FakeResponseMissing("authentication.jwtToken") }

    /// The response of a task that reads the client of the current user.
    public var client: @Sendable () async throws -> SensibillAPIModel.ClientInfo =
        { throw FakeResponseMissing("authentication.client") }

    /// The response of a task that reads the client that a key and secret belong to.
    public var clientOfCredentials:
        @Sendable (
            SensibillAPIModel.ClientCredentials
        ) async throws -> SensibillAPIModel.ClientInfo = { _ in
            throw FakeResponseMissing("authentication.clientOfCredentials")
        }

    /// The response of a task that invalidates the current user token.
    public var invalidation: @Sendable () async throws -> SensibillAPIModel.Empty =
        { throw FakeResponseMissing("authentication.invalidation") }

    /// The response of a task that signs the current user out and invalidates the user token.
    public var signOut: @Sendable () async throws -> SensibillAPIModel.Empty =
        { throw FakeResponseMissing("authentication.signOut") }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeAuthentication {
    /// Creates a task that requests a client access token for a client's key and secret.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func accessToken(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        .init { [clientToken] _ in try await clientToken(clientCredentials) }
    }

    /// Creates a task that exchanges an authorization code for a user access token.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func accessToken(
        withAuthorizationCode authorizationCode: String,
        redirectUri: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        .init { [userToken] _ in try await userToken(authorizationCode, redirectUri, clientCredentials) }
    }

    /// Creates a task that exchanges a refresh token for a new user access token.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func accessToken(
        withRefreshToken refreshToken: String,
        clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        .init { [refreshedToken] _ in try await refreshedToken(refreshToken, clientCredentials) }
    }

    /// Creates a task that requests an authorization code for a user's access id and secret.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func authorizationGrant(
        userCredentials: SensibillAPIModel.UserCredentials,
        clientKey: String,
        redirectUri: String,
        credentialType: String?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AuthorizationGrant> {
        .init { [grant] _ in try await grant(userCredentials, clientKey, redirectUri, credentialType) }
    }

    /// Creates a task that exchanges a JSON Web Token for an access token of a user or of the client.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func jwtAuthenticate(
        jwt: String,
        clientID: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.AccessToken> {
        .init { [jwtToken] _ in try await jwtToken(jwt, clientID) }
    }

    /// Creates a task that reads the client of the current user.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func clientInfo() throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo> {
        .init { [client] _ in try await client() }
    }

    /// Creates a task that reads the client that a key and secret belong to.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func clientInfo(
        withClientCredentials clientCredentials: SensibillAPIModel.ClientCredentials
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ClientInfo> {
        .init { [clientOfCredentials] _ in try await clientOfCredentials(clientCredentials) }
    }

    /// Creates a task that invalidates the current user token.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func invalidate() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [invalidation] _ in try await invalidation() }
    }

    /// Creates a task that signs the current user out and invalidates the user token.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func logout() throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        .init { [signOut] _ in try await signOut() }
    }
}
