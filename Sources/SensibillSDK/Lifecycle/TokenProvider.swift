import APIRuntime
public import Foundation

/// A type that requests a user's tokens from the app's backend.
///
/// The SDK calls it on the main actor when it starts and whenever a token has expired or was rejected. Always call the
/// completion, and do not cache tokens: the SDK stores them.
@preconcurrency @MainActor
public protocol TokenProvider: AnyObject {
    /// Requests a token.
    ///
    /// - Parameters:
    ///   - userIdentifier: The user that the SDK was started for.
    ///   - completion: A closure to call exactly once, on any thread.
    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    )
}

extension SensibillSDK {
    /// A user's access token.
    public struct Credentials: Hashable, Sendable {
        /// The token without the `Bearer` prefix.
        public let accessToken: String

        /// The time at which the token expires; `nil` if unknown.
        public let expiresAt: Date?

        /// Creates credentials.
        public init(accessToken: String, expiresAt: Date? = nil) {
            self.accessToken = accessToken
            self.expiresAt = expiresAt
        }
    }
}

extension SensibillSDK.Credentials: CustomStringConvertible, CustomReflectable {
    /// The name of the type, without the token.
    public var description: String { "Credentials(redacted)" }

    /// A mirror without children, so that `dump` and test failures reveal no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A token provider that can be sent to the main actor.
///
/// Unchecked because the provider's class need not be Sendable: the reference never changes, and the object is used
/// only on the main actor, to which its protocol is isolated.
final class HeldTokenProvider: @unchecked Sendable {
    private let provider: any TokenProvider

    init(_ provider: any TokenProvider) {
        self.provider = provider
    }

    /// Requests a token.
    ///
    /// - Parameters:
    ///   - userIdentifier: The user.
    ///   - limit: The longest time to wait for the response.
    ///   - clock: The clock that measures the time.
    /// - Returns: The token.
    /// - Throws: The error of the provider; ``TokenUpdateTimeout`` if it does not respond in time;
    ///   `CancellationError` if the task is cancelled.
    func token(
        of userIdentifier: String,
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async throws -> SensibillSDK.Credentials {
        let gate = ResponseGate<Result<SensibillSDK.Credentials, any Error>>()
        await ask(userIdentifier) { gate.open($0) }
        let watchdog = Task {
            guard (try? await clock.sleep(for: limit.sleepable)) != nil else { return }
            gate.open(.failure(TokenUpdateTimeout(limit: limit)))
        }
        defer { watchdog.cancel() }
        return try await withTaskCancellationHandler {
            try await gate.response().get()
        } onCancel: {
            gate.open(.failure(CancellationError()))
        }
    }

    @MainActor
    private func ask(
        _ userIdentifier: String,
        _ response: @escaping @Sendable (Result<SensibillSDK.Credentials, any Error>) -> Void
    ) {
        provider.provideTokenReplacement(userIdentifier: userIdentifier, completion: response)
    }
}
