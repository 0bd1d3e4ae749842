import APIRuntime
import Foundation

/// The SDK: one user at a time, with an API client and a service for uploads.
///
/// ```swift
/// try await SensibillSDK.start(userIdentifier: "ada", tokenProvider: provider, configuration: configuration)
/// let me = try await SensibillSDK.shared.apiClient?.users.me().value()
/// ```
///
/// Use ``shared`` in an app. Servers and tests can make as many as they need, each with an upload folder of its own.
public final class SensibillSDK: Sendable {
    /// The one that an app uses.
    public static let shared = SensibillSDK()

    /// Uploads documents of the current user.
    public let documentUploadService = DocumentUploadService()

    private struct State {
        var lifeCycle = LifeCycle()
        var running: RunningSDK?
    }

    private let state = LockedState(State())

    /// Creates a stopped SDK.
    public init() {}

    /// The API client of the current user; `nil` until a start has succeeded, and after a stop.
    public var apiClient: (any SensibillAPIProvider)? {
        state.withLock { $0.running?.provider }
    }

    /// Starts the SDK for a user.
    ///
    /// Takes a token of an earlier run over, or asks the provider for one. When this returns, ``apiClient`` has the
    /// user's token delegate, and uploads go on.
    ///
    /// - Parameters:
    ///   - userIdentifier: Names the user; unique for an identity and the same in every session.
    ///   - tokenProvider: Gets tokens of the user; kept until the stop.
    ///   - configuration: How the SDK works.
    /// - Throws: ``StateError``; ``ServiceError/cannotStart`` when the uploads' storage cannot be opened;
    ///   ``SensibillAPIClient/TaskError``; what the provider fails with.
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
        guard !userIdentifier.isEmpty else { throw StateError.missingUserInContext }
        let start = try state.withLock { state throws(StateError) in try state.lifeCycle.start() }
        do {
            let running = try await RunningSDK(userIdentifier, tokenProvider, configuration)
            let isWanted = state.withLock { state in
                guard state.lifeCycle.isStarting(start) else { return false }
                running.attach()
                state.running = running
                return state.lifeCycle.started(start)
            }
            guard isWanted else { throw StateError.startWasInterrupted }
            documentUploadService.start(running.makeEngine(observers: documentUploadService.observers))
        } catch {
            let wasWanted = state.withLock { state in
                defer { state.lifeCycle.failed(start) }
                return state.lifeCycle.isStarting(start)
            }
            throw wasWanted ? error : StateError.startWasInterrupted
        }
    }

    /// Stops the SDK: the API client loses its user, and uploads rest until the same user is back.
    ///
    /// A start under way ends with ``StateError/startWasInterrupted``. Without a start this does nothing.
    ///
    /// - Parameter invalidateToken: Whether the user's token ends too, here and, as far as it can be reached, at the
    ///   service.
    /// - Throws: ``StateError/isAlreadyStopping``.
    public func stop(invalidateToken: Bool = true) async throws {
        let step = try state.withLock { state throws(StateError) in try state.lifeCycle.stop() }
        guard step == .takeDown else { return }
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        await documentUploadService.stop()
        await running?.takeDown(invalidatingToken: invalidateToken)
        state.withLock { $0.lifeCycle.stopped() }
    }
}
