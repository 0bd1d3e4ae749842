/// A delegate that provides and renews the access token of the current user.
///
/// Both methods are called on the main actor, and `completion` may be called on any thread. Compare `cacheIdentifier`
/// with your own user in both, so that no user receives the token of another.
///
/// ```swift
/// final class MyDelegate: UserAccessTokenDelegate {
///     func currentAccessToken(for cacheIdentifier: String) -> String? { "token" }
///     func updateToken(for cacheIdentifier: String, completion: @escaping (Error?) -> Void) { completion(nil) }
/// }
/// ```
@preconcurrency @MainActor
public protocol UserAccessTokenDelegate: AnyObject {
    /// Returns the user's token.
    ///
    /// - Parameter cacheIdentifier: The identifier that was set together with this delegate.
    /// - Returns: The token without the `Bearer` prefix; `nil` if there is none or if the identifier belongs to
    ///   another user.
    func currentAccessToken(for cacheIdentifier: String) -> String?

    /// Renews the user's token, so that ``currentAccessToken(for:)`` returns the new token afterwards.
    ///
    /// - Parameters:
    ///   - cacheIdentifier: The identifier that was set together with this delegate.
    ///   - completion: A closure to call exactly once, with `nil` for success. Further calls and calls after the
    ///     configured time limit are ignored.
    func updateToken(for cacheIdentifier: String, completion: @escaping ((any Error)?) -> Void)
}
