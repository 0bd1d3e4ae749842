import APIRuntime
import SensibillAPI

/// A provider that sends requests to a server.
final class LiveAPIProvider: SensibillAPIProvider {
    let endpoints: LiveEndpoints

    init(
        configuration: SensibillAPIClient.Configuration,
        transfers: BackgroundTransfers? = nil
    ) {
        endpoints = LiveEndpoints(
            configuration: configuration,
            tokens: UserTokens(),
            transfers: transfers
        )
    }

    var home: any HomeEndpointsProvider { LiveHomeEndpoints(endpoints: endpoints) }
    var authentication: any AuthenticationEndpointsProvider { LiveAuthenticationEndpoints(endpoints: endpoints) }
    var documents: any DocumentsEndpointsProvider { LiveDocumentsEndpoints(endpoints: endpoints) }
    var exports: any ExportsEndpointsProvider { LiveExportsEndpoints(endpoints: endpoints) }
    var folders: any FoldersEndpointsProvider { LiveFoldersEndpoints(endpoints: endpoints) }
    var lookups: any LookupsEndpointsProvider { LiveLookupsEndpoints(endpoints: endpoints) }
    var users: any UsersEndpointsProvider { LiveUsersEndpoints(endpoints: endpoints) }
    var merchants: any MerchantsEndpointsProvider { LiveMerchantsEndpoints(endpoints: endpoints) }
    var receipts: any ReceiptsEndpointsProvider { LiveReceiptsEndpoints(endpoints: endpoints) }

    /// Makes a task that invalidates a token, whichever user the provider has when it is executed.
    func invalidation(of token: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Empty> {
        try endpoints.task(.given(SensibillCredentials(userToken: StaticCredential.bearer(token)))) { client in
            try await client.authenticationV1.invalidate()
            return SensibillAPIModel.Empty()
        }
    }

    /// Sets a delegate from which the calls request a missing or rejected token, whatever the task's options are.
    func setSessionDelegate(_ delegate: SessionTokenDelegate, for cacheIdentifier: String) {
        endpoints.tokens.set(delegate, for: cacheIdentifier, renewsByItself: true)
    }

    func setUserAccessTokenDelegate(
        _ delegate: any UserAccessTokenDelegate,
        withCacheIdentifier cacheIdentifier: String
    ) {
        endpoints.tokens.set(delegate, for: cacheIdentifier)
    }

    func resetUserAccessTokenDelegate() {
        endpoints.tokens.reset()
    }
}
