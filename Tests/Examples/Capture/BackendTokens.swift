import SensibillSDK

/// A source of access tokens that asks the app's backend.
///
/// The client's secret stays with the backend; the app only receives tokens of the signed-in user.
@MainActor
final class BackendTokens: TokenProvider {
    private let fetch: @Sendable () async throws -> String

    /// Creates a source.
    ///
    /// - Parameter fetch: Requests a token from the backend.
    init(fetch: @escaping @Sendable () async throws -> String) {
        self.fetch = fetch
    }

    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    ) {
        Task {
            do {
                completion(.success(SensibillSDK.Credentials(accessToken: try await fetch())))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
