import APIRuntime
import Foundation
import Logging

/// The objects of an SDK that is being started or has been started.
///
/// Claims nothing until ``openQueue(observers:)`` is called, so a start that was interrupted leaves nothing behind.
final class RunningSDK: Sendable {
    let provider: LiveAPIProvider

    private let userIdentifier: String
    private let configuration: SensibillSDK.Configuration
    // The provider holds its delegate weakly.
    private let delegate: SessionTokenDelegate

    /// Checks the configuration and restores a token of an earlier launch.
    init(
        _ userIdentifier: String,
        _ tokenProvider: HeldTokenProvider,
        _ configuration: SensibillSDK.Configuration
    ) async throws {
        try configuration.api.check()
        self.userIdentifier = userIdentifier
        self.configuration = configuration
        let api = configuration.api
        provider = LiveAPIProvider(configuration: api, transfers: configuration.uploads.transfers)
        try provider.endpoints.check()
        let (limit, clock) = (api.tokenUpdateLimit, api.client.clock)
        delegate = await SessionTokenDelegate(
            cacheIdentifier: userIdentifier,
            store: configuration.tokenStore,
            now: api.client.now
        ) {
            let credentials = try await tokenProvider.token(of: userIdentifier, within: limit, on: clock)
            return OAuthToken(accessToken: credentials.accessToken, expiresAt: credentials.expiresAt)
        }
        // Best effort: the store may be unreadable until the device is unlocked. The first renewal reads it again.
        try? await delegate.restore()
    }

    /// Sets the user's token delegate on the API client, and opens the user's queue of uploads.
    ///
    /// - Parameter observers: The observers of the uploads.
    /// - Returns: The engine that processes the queue; not started.
    /// - Throws: ``SensibillSDK/ServiceError/cannotStart`` if the storage cannot be opened.
    func openQueue(observers: UploadObservers) throws(SensibillSDK.ServiceError) -> UploadEngine {
        let store: UploadStore
        do {
            let directory = try configuration.uploads.directory ?? UploadStore.defaultDirectory()
            let logger = configuration.api.client.logger
            store = try UploadStore(
                directory: directory,
                isReadableWhileLocked: configuration.uploads.transfers != nil
            ) { logger?.report($0) }
        } catch {
            throw .cannotStart
        }
        provider.setSessionDelegate(delegate, for: userIdentifier)
        return UploadEngine(
            owner: userIdentifier,
            store: store,
            api: LiveUploadAPI(provider: provider, desk: provider.endpoints.desk),
            observers: observers,
            policy: configuration.uploads,
            token: delegate.token,
            clock: configuration.api.client.clock
        )
    }

    /// Requests a token in the background if the user has none.
    func requestMissingToken() {
        guard delegate.token.value(for: userIdentifier) == nil else { return }
        // The calls that need a token report a failure.
        Task { [delegate] in try? await delegate.update() }
    }

    /// Removes the user from the API client.
    ///
    /// - Throws: The error of the token store, which may still have the token. All else is done.
    func takeDown(invalidatingToken: Bool) async throws {
        let token = delegate.token.value(for: userIdentifier)
        delegate.end()
        provider.resetUserAccessTokenDelegate()
        guard invalidatingToken else { return }
        // Best effort: without a network, the token is only removed from the device.
        defer {
            if let token { Task { [provider] in _ = try? await provider.invalidation(of: token).value() } }
        }
        var failure: (any Error)?
        do { try await delegate.signOut() } catch { failure = error }
        await configuration.api.client.cache?.removeAll(partition: userIdentifier, now: configuration.api.client.now())
        if let failure { throw failure }
    }
}

extension Logger {
    /// Reports what was copied from a damaged queue.
    fileprivate func report(_ salvage: UploadSalvage.Outcome) {
        error(
            "The upload queue was damaged. Its documents were copied as far as they can be read; the file was kept.",
            metadata: [
                "intact": "\(salvage.intact.count)",
                "damaged": "\(salvage.damaged.sorted())",
                "lost": "\(salvage.lost.sorted())",
                "unnamed": "\(salvage.unnamed)",
            ]
        )
    }
}
