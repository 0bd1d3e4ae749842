/// Requests a new token with an existing one.
public struct TokenRefresher: Sendable {
    private let renew: @Sendable (OAuthToken) async throws -> OAuthToken
    private let isRejection: @Sendable (any Error) -> Bool

    /// Whether only a token with a refresh token can be renewed.
    let needsRefreshToken: Bool

    /// Creates a refresher from a closure that calls the server.
    ///
    /// - Parameters:
    ///   - isRejection: Returns whether an error means that the refresh token will never work again, which signs the
    ///     user out; by default a ``StatusCarrying`` error with the status 400, 401 or 403. All other errors keep the
    ///     session.
    ///   - needsRefreshToken: Whether only a token with a refresh token can be renewed; `false` for an app that
    ///     requests a new token with its own secret.
    ///   - refresh: Sends the old token's refresh token to the server and returns the new pair. A result without a
    ///     refresh token keeps the old one. The closure must not use the session that it renews.
    public init(
        isRejection: @escaping @Sendable (any Error) -> Bool = Self.isRefusal,
        needsRefreshToken: Bool = true,
        _ refresh: @escaping @Sendable (OAuthToken) async throws -> OAuthToken
    ) {
        renew = refresh
        self.isRejection = isRejection
        self.needsRefreshToken = needsRefreshToken
    }

    /// Returns whether an error carries the status 400, 401 or 403.
    public static func isRefusal(_ error: any Error) -> Bool {
        guard let status = statusCode(of: error) else { return false }
        return [400, 401, 403].contains(status)
    }

    /// The result of an attempt to renew.
    enum Outcome: Equatable, Sendable {
        /// The new pair, with a refresh token whenever there was one before.
        case renewed(OAuthToken)
        /// The server refused the refresh token for good.
        case rejected(status: Int?)
        /// The attempt failed without a final refusal.
        case unreachable(AuthenticationError)
    }

    /// Renews a token once and returns the result.
    func outcome(for token: OAuthToken) async -> Outcome {
        do {
            var next = try await renew(token)
            next.refreshToken = next.refreshToken ?? token.refreshToken
            return .renewed(next)
        } catch {
            guard isRejection(error) else { return .unreachable(AuthenticationError(renewing: error)) }
            return .rejected(status: Self.statusCode(of: error))
        }
    }

    private static func statusCode(of error: any Error) -> Int? {
        (error as? any StatusCarrying)?.status
    }
}
