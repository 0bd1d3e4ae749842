import APIRuntime
import Foundation

/// The objects of a started SDK.
final class RunningSDK: Sendable {
    let provider: LiveAPIProvider

    private let userIdentifier: String
    private let configuration: SensibillSDK.Configuration
    // The provider holds its delegate weakly.
    private let delegate: SessionTokenDelegate
    private let store: UploadStore

    /// Opens the upload storage and restores a token of an earlier launch.
    init(
        _ userIdentifier: String,
        _ tokenProvider: HeldTokenProvider,
        _ configuration: SensibillSDK.Configuration
    ) async throws {
        _ = try configuration.api.server()
        try configuration.api.checkPins()
        self.userIdentifier = userIdentifier
        self.configuration = configuration
        let api = configuration.api
        provider = LiveAPIProvider(configuration: api, transfers: configuration.uploads.transfers)
        try provider.endpoints.check()
        let (limit, clock) = (api.tokenUpdateLimit, api.client.clock)
        delegate = await SessionTokenDelegate(cacheIdentifier: userIdentifier, store: configuration.tokenStore) {
            let credentials = try await tokenProvider.token(of: userIdentifier, within: limit, on: clock)
            return OAuthToken(accessToken: credentials.accessToken, expiresAt: credentials.expiresAt)
        }
        do {
            store = try UploadStore(directory: configuration.uploads.directory ?? UploadStore.defaultDirectory())
        } catch {
            throw SensibillSDK.ServiceError.cannotStart
        }
        try await delegate.restore()
    }

    /// Sets the user's token delegate on the API client.
    func attach() {
        provider.setSessionDelegate(delegate, for: userIdentifier)
    }

    /// Creates the engine that processes the user's uploads.
    func makeEngine(observers: UploadObservers) -> UploadEngine {
        UploadEngine(
            owner: userIdentifier,
            store: store,
            api: LiveUploadAPI(provider: provider, desk: provider.endpoints.desk),
            observers: observers,
            policy: configuration.uploads,
            clock: configuration.api.client.clock
        )
    }

    /// Requests a token in the background if the user has none.
    ///
    /// - Parameter onNewToken: A closure that is called for each new token of the user.
    func requestMissingToken(onNewToken: @escaping @Sendable () -> Void) {
        let (delegate, user) = (delegate, userIdentifier)
        Task { @MainActor in
            delegate.onNewToken = onNewToken
            // The calls that need a token report a failure.
            if delegate.currentAccessToken(for: user) == nil { try? await delegate.update() }
        }
    }

    /// Removes the user from the API client.
    func takeDown(invalidatingToken: Bool) async {
        let token = await delegate.currentAccessToken(for: userIdentifier)
        await delegate.end()
        provider.resetUserAccessTokenDelegate()
        guard invalidatingToken else { return }
        try? await delegate.signOut()
        // Best effort: without a network, the token is only removed from the device.
        guard let token else { return }
        Task { [provider] in _ = try? await provider.invalidation(of: token).value() }
    }
}
