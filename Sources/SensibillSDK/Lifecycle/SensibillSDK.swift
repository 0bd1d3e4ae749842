import APIRuntime
import Foundation

/// The SDK for one user at a time, with an API client and an upload service.
///
/// ```swift
/// try await SensibillSDK.start(userIdentifier: "ada", tokenProvider: provider, configuration: configuration)
/// let me = try await SensibillSDK.shared.apiClient?.users.me().value()
/// ```
///
/// Use ``shared`` in an app. Servers and tests can create several instances, each with its own upload folder.
public final class SensibillSDK: Sendable {
    /// The instance that an app uses.
    public static let shared = SensibillSDK()

    /// The service that uploads documents of the current user.
    public let documentUploadService = DocumentUploadService()

    private struct State {
        var lifeCycle = LifeCycle()
        var running: RunningSDK?
    }

    private let state = LockedState(State())
    /// A lock that a start holds while it opens the queue; a stop waits for it, but not the readers of the state.
    private let opening = LockedState(())

    /// Creates a stopped SDK.
    public init() {}

    /// The API client of the current user; `nil` until a start has succeeded and after a stop.
    public var apiClient: (any SensibillAPIProvider)? {
        state.withLock { $0.running?.provider }
    }

    /// Starts the SDK for a user.
    ///
    /// Needs neither the network nor a token: the SDK restores a token of an earlier launch, if the configuration's
    /// ``Configuration/tokenStore`` persists, and requests one from the provider in the background if there is none. If
    /// the token store cannot be read yet, the first call that needs a token reads it again. When this method returns,
    /// ``apiClient`` has the user's token delegate, documents can be added, and uploads resume. A failure of the provider
    /// is reported by the calls that need a token; each of them requests one again.
    ///
    /// - Parameters:
    ///   - userIdentifier: The identifier of the user; unique for a user and the same in every session.
    ///   - tokenProvider: The provider of the user's tokens; retained until the SDK is stopped.
    ///   - configuration: The configuration of the SDK.
    /// - Throws: ``StateError`` if the SDK cannot be started now; ``ServiceError/cannotStart`` if the upload storage
    ///   cannot be opened; ``SensibillAPIClient/TaskError`` if the configuration is invalid.
    public func start(
        userIdentifier: String,
        tokenProvider: any TokenProvider,
        configuration: Configuration
    ) async throws {
        let provider = HeldTokenProvider(tokenProvider)
        try await start(userIdentifier, provider, configuration)
    }

    func start(
        _ userIdentifier: String,
        _ tokenProvider: HeldTokenProvider,
        _ configuration: Configuration
    ) async throws {
        try await finish(begin(userIdentifier), userIdentifier, tokenProvider, configuration)
    }

    /// Takes the first step of a start.
    ///
    /// - Returns: The number of the start.
    /// - Throws: ``StateError`` if the SDK cannot be started now.
    func begin(_ userIdentifier: String) throws(StateError) -> Int {
        guard !userIdentifier.isEmpty else { throw StateError.missingUserInContext }
        return try state.withLock { state throws(StateError) in try state.lifeCycle.start() }
    }

    /// Finishes a start.
    func finish(
        _ start: Int,
        _ userIdentifier: String,
        _ tokenProvider: HeldTokenProvider,
        _ configuration: Configuration
    ) async throws {
        do {
            let running = try await RunningSDK(userIdentifier, tokenProvider, configuration)
            guard try open(running, for: start) else { throw StateError.startWasInterrupted }
            running.requestMissingToken()
        } catch {
            let wasWanted = state.withLock { state in
                defer { state.lifeCycle.failed(start) }
                return state.lifeCycle.isStarting(start)
            }
            throw wasWanted ? error : StateError.startWasInterrupted
        }
    }

    /// Opens the queue of a start, unless it was interrupted.
    ///
    /// A stop comes before, and leaves nothing to release, or in between, so that the queue is closed here, or after,
    /// and stops the uploads.
    private func open(_ running: RunningSDK, for start: Int) throws -> Bool {
        try opening.withLock { _ in
            guard state.withLock({ $0.lifeCycle.isStarting(start) }) else { return false }
            documentUploadService.start(try running.openQueue(observers: documentUploadService.observers))
            let isStarted = state.withLock { state in
                guard state.lifeCycle.started(start) else { return false }
                state.running = running
                return true
            }
            if !isStarted { documentUploadService.stop() }
            return isStarted
        }
    }

    /// Stops the SDK: the API client loses its user, and uploads pause until the SDK starts again for the same user.
    ///
    /// A start in progress fails with ``StateError/startWasInterrupted``. Stopping an SDK that is not started has no
    /// effect. Does not wait for the network: the service is informed in the background.
    ///
    /// - Parameter invalidateToken: Whether to invalidate the user's token as well, on the device and, if the service
    ///   is reachable, at the service. The user's responses are then deleted from the configuration's cache, too.
    /// - Throws: ``StateError/isAlreadyStopping``; or the error of the token store if it could not remove the token, which
    ///   it may still have. The SDK has stopped then.
    public func stop(invalidateToken: Bool = true) async throws {
        try await finish(beginStop(), invalidateToken: invalidateToken)
    }

    /// Takes the first step of a stop.
    ///
    /// - Throws: ``StateError/isAlreadyStopping``.
    func beginStop() throws(StateError) -> LifeCycle.StopStep {
        try state.withLock { state throws(StateError) in try state.lifeCycle.stop() }
    }

    /// Finishes a stop.
    ///
    /// - Throws: The error of the token store. The SDK has stopped then.
    func finish(_ step: LifeCycle.StopStep, invalidateToken: Bool) async throws {
        // An interrupted start may have opened the queue, which it closes again.
        if step == .interrupt { opening.withLock { _ in } }
        guard step == .takeDown else { return }
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        documentUploadService.stop()
        defer { state.withLock { $0.lifeCycle.stopped() } }
        try await running?.takeDown(invalidatingToken: invalidateToken)
    }
}
