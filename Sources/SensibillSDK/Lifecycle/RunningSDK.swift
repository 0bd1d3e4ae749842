import APIRuntime
import Foundation

/// The objects of a started SDK.
final class RunningSDK: Sendable {
    let provider: any SensibillAPIProvider

    private let userIdentifier: String
    private let configuration: SensibillSDK.Configuration
    // The provider holds its delegate weakly.
    private let delegate: SessionTokenDelegate
    private let store: UploadStore

    /// Opens the upload storage and obtains a token.
    init(
        _ userIdentifier: String,
        _ tokenProvider: HeldTokenProvider,
        _ configuration: SensibillSDK.Configuration
    ) async throws {
        _ = try configuration.api.server()
        self.userIdentifier = userIdentifier
        self.configuration = configuration
        provider = SensibillAPIClient.get(configuration: configuration.api)
        let api = configuration.api
        delegate = await SessionTokenDelegate(cacheIdentifier: userIdentifier, store: configuration.tokenStore) {
            let credentials = try await tokenProvider.token(
                of: userIdentifier,
                within: api.tokenUpdateLimit,
                on: api.client.clock
            )
            return OAuthToken(accessToken: credentials.accessToken, expiresAt: credentials.expiresAt)
        }
        do {
            store = try UploadStore(directory: configuration.uploads.directory ?? UploadStore.defaultDirectory())
        } catch {
            throw SensibillSDK.ServiceError.cannotStart
        }
        try await delegate.prepare()
    }

    /// Sets the user's token delegate on the API client.
    func attach() {
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: userIdentifier)
    }

    /// Creates the engine that processes the user's uploads.
    func makeEngine(observers: UploadObservers) -> UploadEngine {
        UploadEngine(
            owner: userIdentifier,
            store: store,
            api: LiveUploadAPI(provider: provider),
            observers: observers,
            policy: configuration.uploads,
            clock: configuration.api.client.clock,
            now: configuration.api.client.now
        )
    }

    /// Removes the user from the API client.
    func takeDown(invalidatingToken: Bool) async {
        // Best effort: without a network, the token is still removed from the device.
        if invalidatingToken { _ = try? await provider.authentication.invalidate().value() }
        provider.resetUserAccessTokenDelegate()
        if invalidatingToken { try? await delegate.signOut() }
    }
}
