public import Foundation

/// Gets tokens of a user from the app's backend.
///
/// Called on the main actor at the start, and whenever a token has expired or was refused. It must always call the
/// completion, and should not keep tokens: the SDK does.
@preconcurrency @MainActor
public protocol TokenProvider: AnyObject {
    /// Gets a token.
    ///
    /// - Parameters:
    ///   - userIdentifier: The user that the SDK was started for.
    ///   - completion: To be called once, on any thread.
    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    )
}

extension SensibillSDK {
    /// A user's access token.
    public struct Credentials: Hashable, Sendable {
        /// The token without the word "Bearer".
        public let accessToken: String

        /// End of its life; `nil` when that is not known.
        public let expiresAt: Date?

        /// Creates credentials.
        public init(accessToken: String, expiresAt: Date? = nil) {
            self.accessToken = accessToken
            self.expiresAt = expiresAt
        }
    }
}

extension SensibillSDK.Credentials: CustomStringConvertible, CustomReflectable {
    /// The type's name; the token is left out.
    public var description: String { "Credentials(redacted)" }

    /// No members, so that `dump` and test failures show no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

// Unchecked because the provider's class need not be Sendable: the reference is never changed, and the object behind it
// is only used on the main actor, where its protocol lives.

/// A token provider that can be passed to the main actor.
final class HeldTokenProvider: @unchecked Sendable {
    private let provider: any TokenProvider

    init(_ provider: any TokenProvider) {
        self.provider = provider
    }

    /// Gets a token.
    ///
    /// - Parameters:
    ///   - userIdentifier: The user.
    ///   - limit: Longest wait for the response.
    ///   - clock: Measures it.
    /// - Returns: The token.
    /// - Throws: What the provider fails with; ``TokenUpdateTimeout``; `CancellationError`.
    func token(
        of userIdentifier: String,
        within limit: Duration,
        on clock: any Clock<Duration>
    ) async throws -> SensibillSDK.Credentials {
        let gate = ResponseGate<Result<SensibillSDK.Credentials, any Error>>()
        await ask(userIdentifier) { gate.open($0) }
        let watchdog = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
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
